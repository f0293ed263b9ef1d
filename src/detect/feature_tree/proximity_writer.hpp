// What a search for proximities has found -> the sorted answer.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <pliant/proximities.hpp>

#include "detect/feature_tree/feature_tree.hpp"
#include "frame/bodies.hpp"
#include "narrow_phase/proximity_findings.hpp"
#include "parallel/parallel.hpp"

namespace pliant::feature_tree {

class ProximityWriter {
public:
    /// Of each vertex, and of each edge, only the `count` nearest stay: a pair of edges where it is among those of
    /// either.
    void keep_nearest_of_each(std::vector<narrow_phase::FoundProximity>& found, std::size_t count);

    /// What is to be written; it stays where it is until `write`.
    void start() { keys_.clear(); }
    void add(std::span<const narrow_phase::FoundProximity> found);
    /// Everything that was added, sorted by features.
    void write(const frame::Bodies& bodies, const FeatureTree& tree, parallel::Workers& workers, Proximities& answer);

private:
    /// What a pair is sorted by: the numbers of its features, those of edges behind those of vertices.
    struct Key {
        std::uint32_t first, second;
        const narrow_phase::FoundProximity* found;
    };
    /// A pair as one of its features sees it.
    struct Share {
        std::uint32_t kind, feature, place;
    };
    void sort(const frame::Bodies& bodies, const FeatureTree& tree);
    template <class Number>
    void sort_by(const Number& number, std::size_t most);
    void sort_triangles_by_corners(const frame::Bodies& bodies);
    void write_item(const frame::Bodies& bodies, const FeatureTree& tree, const narrow_phase::FoundProximity& found,
                    Proximity& out) const;

    std::vector<Key> keys_, scratch_;
    std::vector<Share> shares_;
    std::vector<std::uint8_t> kept_;
};

}  // namespace pliant::feature_tree
