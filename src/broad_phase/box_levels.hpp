// A tree of boxes as levels of blocks: the slots of a block hold the boxes of eight blocks of the level below. No
// pointers: the tree is its numbering.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "broad_phase/blocks.hpp"
#include "numeric/box.hpp"

namespace pliant::broad_phase {

class BoxLevels {
public:
    /// Levels above `blocks` blocks of the lowest one, all of them empty.
    void build(std::size_t blocks);
    /// Adds levels with a single box on top, so that all trees of a scene have one height. An empty tree stays empty.
    void grow_to(std::size_t height);
    /// Every level from the lowest, which the owner has filled.
    void unite_up();

    [[nodiscard]] std::size_t height() const { return levels_.size(); }
    [[nodiscard]] bool empty() const { return levels_.empty(); }
    [[nodiscard]] std::vector<BoxBlock>& lowest() { return levels_[0]; }
    [[nodiscard]] const BoxBlock* level(std::size_t i) const { return levels_[i].data(); }

    /// Around everything; empty where all boxes are.
    [[nodiscard]] Box<float> box() const;
    /// How much of the box around everything the boxes of the lowest blocks fill, once all are shrunk by `margin`.
    [[nodiscard]] double relative_block_area(double margin = 0) const;

    /// First block (level, index) whose box does not contain one below it, for tests; nothing when all is well.
    struct BadBlock {
        std::size_t level, block;
    };
    [[nodiscard]] std::optional<BadBlock> first_flaw() const;

private:
    std::vector<std::vector<BoxBlock>> levels_;
};

/// How much looser a tree has become since it was built, by its relative block areas.
double looseness(double area_now, double area_when_built);

}  // namespace pliant::broad_phase
