// How far two bodies are apart: branch and bound on their boxes, nearest first.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <pliant/proximities.hpp>

#include "detect/feature_tree/feature_tree.hpp"
#include "frame/bodies.hpp"
#include "parallel/parallel.hpp"

namespace pliant::feature_tree {

/// Distances of the surfaces of sound triangles.
class SurfaceDistance {
public:
    /// Boxes at the positions of the frame.
    void update(const frame::Bodies& bodies, parallel::Workers& workers);

    /// Of two bodies, by index; nothing where they are farther apart than `most`, which is decided exactly.
    std::optional<BodyDistance> find(const frame::Bodies& bodies, std::uint32_t a, std::uint32_t b, double most);

    /// Of every two bodies that are at most so far apart, in order.
    void find_all(const frame::Bodies& bodies, double most, parallel::Workers& workers, std::vector<BodyDistance>& out);

private:
    /// Two blocks of a level above the lowest, `level` = its number + 1, or two triangles, level 0; by slot.
    struct Node {
        broad_phase::Pair pair;
        std::uint32_t level;
        double square;  // of the gap between their boxes
    };
    using Stack = std::vector<Node>;
    class Search;

    FeatureTree tree_;
    Report report_;  // what the tree says to no one
    Stack stack_;
};

}  // namespace pliant::feature_tree
