// A tree of bounding boxes over the triangles of one body, as levels of blocks: the slots of a block hold the boxes of
// eight blocks of the level below, on the lowest level those of triangles.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "broad_phase/blocks.hpp"
#include "broad_phase/box_levels.hpp"
#include "broad_phase/box_overlaps.hpp"
#include "detect/box_tree/oriented_boxes.hpp"
#include "frame/bodies.hpp"
#include "numeric/box.hpp"
#include "parallel/parallel.hpp"

namespace pliant::box_tree {

class Pyramid {
public:
    /// Orders the usable triangles of a body so that neighbours in space share blocks. Needs positions.
    void build(const frame::Bodies& bodies, const frame::Body& body, parallel::Workers& workers);

    /// The vertices and triangles of the body have other numbers, each so much higher, modulo 2^32.
    void renumber(std::uint32_t vertices_by, std::uint32_t triangles_by);

    /// New boxes for new positions.
    void refit(const frame::Bodies& bodies, parallel::Workers& workers);

    /// Triangles set aside because of the positions they were last fitted to.
    [[nodiscard]] std::span<const std::uint32_t> unsound() const { return unsound_; }

    /// Adds levels with a single box on top, so that all pyramids of a scene have one height.
    void grow_to(std::size_t height) {
        levels_.grow_to(height);
        oriented_.clear();
    }

    [[nodiscard]] std::size_t height() const { return levels_.height(); }
    [[nodiscard]] bool empty() const { return triangles_.empty(); }
    [[nodiscard]] const broad_phase::BoxBlock* level(std::size_t i) const { return levels_.level(i); }
    [[nodiscard]] const broad_phase::CornerBlock* corners() const { return corners_.data(); }
    /// The triangles in the order of the lowest level.
    [[nodiscard]] broad_phase::TriangleBlocks triangles() const { return {corners_.data(), triangles_.data()}; }
    /// The box of the whole body; empty where no triangle is sound.
    [[nodiscard]] Box<float> box() const { return levels_.box(); }
    /// How much of the body's own box the boxes of the lowest blocks fill, compared with when the order was made.
    [[nodiscard]] double looseness() const { return looseness_; }
    /// Whether the order is loose now, and has cost about as much in all frames since it was made as making it anew.
    [[nodiscard]] bool worn_out() const;
    /// Whether the boxes overlap so much that the blocks have oriented ones, too: a mesh of slivers.
    [[nodiscard]] bool oriented() const { return is_oriented_; }
    [[nodiscard]] const OrientedBox* oriented_level(std::size_t i) const { return oriented_.level(i); }
    [[nodiscard]] const SharedVertices& shared_vertices() const { return shared_; }
    /// For tests.
    [[nodiscard]] std::optional<broad_phase::BoxLevels::BadBlock> first_flaw() const { return levels_.first_flaw(); }

private:
    void fit_oriented(const frame::Bodies& bodies, parallel::Workers& workers);
    void order(const frame::Bodies& bodies, const frame::Body& body, parallel::Workers& workers);
    void set_aside_unsound(const frame::Bodies& bodies, std::size_t block);

    std::vector<std::uint32_t> triangles_;  // by slot, in the common numbering
    std::vector<broad_phase::CornerBlock> corners_;
    broad_phase::BoxLevels levels_;
    bool is_oriented_ = false;  // the next two are up to date
    OrientedBoxes oriented_;
    SharedVertices shared_;
    std::vector<std::uint8_t> suspects_;
    std::vector<std::uint32_t> unsound_;
    double area_when_built_ = 0;
    double looseness_ = 1;  // in the last frame
    double wear_ = 0;       // looseness beyond 1, summed over all frames since the order was made
    bool just_built_ = false;
};

}  // namespace pliant::box_tree
