// Bounds of leaves, once per frame: while positions are read, or after.
#include <algorithm>
#include <array>
#include <limits>
#include <span>

#include "broad_phase/blocks.hpp"
#include "broad_phase/box_overlaps.hpp"
#include "detect/regularity/directions.hpp"
#include "detect/regularity/regularity.hpp"
#include "numeric/box.hpp"

namespace pliant::regularity {

using broad_phase::block_size;
using frame::Bodies;

void Regularity::start_update(const Bodies& bodies) {
    run_done_.assign(order_.runs.size(), 0);
    followed_reading_ = topology_version_ == bodies.topology_version() ? bodies.times_read() : 0;
}

void Regularity::update_batch(const Bodies& bodies, const frame::Batch& batch) {
    if (followed_reading_ == 0) return;
    const std::span near(order_.runs.data(), order_.near_runs);
    const auto first = std::lower_bound(near.begin(), near.end(), batch.first_new,
                                        [](const LeafRun& run, std::uint32_t v) { return run.last_vertex < v; });
    for (auto run = first; run != near.end() && run->last_vertex < batch.end; ++run) {
        if (run->first_vertex < batch.begin) continue;  // another thread may be reading these
        update_run(bodies, *run);
        run_done_[static_cast<std::size_t>(run - near.begin())] = 1;
    }
}

void Regularity::update_run(const Bodies& bodies, const LeafRun& run) {
    const std::size_t begin = run.begin, end = run.end;
    leaf_bounds(bodies.vertices(), strip_table_.shapes(begin), end - begin, strip_table_.slots(begin),
                direction_samples(), bounds_.data(), ordered_regions_.data() + begin, suspicious_.data() + begin);
    for (std::size_t i = begin; i < end; ++i) {
        if (suspicious_[i] != 0) look_after_suspects(bodies, order_.leaves[i]);
    }
}

/// All that nobody has seen to while positions were read.
void Regularity::update_leaves(const Bodies& bodies, parallel::Workers& workers) {
    bool any_moved = false;
    for (std::size_t i = 0; i < fitted_version_.size(); ++i) any_moved |= fitted_version_[i] != bodies.all()[i].version;
    if (!any_moved) return;
    const bool followed = followed_reading_ == bodies.times_read();
    runs_left_.clear();
    for (std::size_t run = 0; run < order_.runs.size(); ++run) {
        if (!followed || run_done_[run] == 0) runs_left_.push_back(run);
    }
    workers.for_each(runs_left_.size(), [&](std::size_t i) { update_run(bodies, order_.runs[runs_left_[i]]); });
}

/// A triangle whose normal is not certain: found degenerate and set aside, or looked at more closely. A leaf with a
/// triangle set aside has a hole, so that the rules say nothing about it.
void Regularity::look_after_suspects(const Bodies& bodies, std::uint32_t leaf) {
    RegionBounds& bounds = bounds_[hierarchy_.leaf_region[leaf]];
    bounds.directions = {};
    std::vector<std::uint32_t>& unsound = unsound_of_leaf_[leaf];
    unsound.clear();
    std::array<std::uint8_t, blocks_per_leaf> suspects{};
    const std::size_t first_block = std::size_t{leaf} * blocks_per_leaf;
    broad_phase::triangle_boxes(bodies.vertices(), corners_.data() + first_block, blocks_per_leaf,
                                boxes_.data() + first_block, suspects.data());
    for (std::uint32_t k = 0; k < hierarchy_.leaf_size[leaf]; ++k) {
        if ((suspects[k / block_size] >> (k % block_size) & 1) == 0) continue;
        const std::uint32_t triangle = hierarchy_.triangles[std::size_t{leaf} * leaf_capacity + k];
        if (bodies.soundness(triangle) != Bodies::Soundness::sound) unsound.push_back(triangle);
    }
    if (unsound.empty()) return;
    constexpr float infinity = std::numeric_limits<float>::infinity();
    std::fill_n(bounds.lo, 3, infinity);
    std::fill_n(bounds.hi, 3, -infinity);
    for (std::uint32_t k = 0; k < hierarchy_.leaf_size[leaf]; ++k) {
        const std::uint32_t triangle = hierarchy_.triangles[std::size_t{leaf} * leaf_capacity + k];
        if (bodies.soundness(triangle) != Bodies::Soundness::sound) continue;
        for (const Vec3& corner : bodies.corners(triangle)) {
            for (std::size_t axis = 0; axis < 3; ++axis) {
                bounds.lo[axis] = std::min(bounds.lo[axis], lower_float(corner[axis]));
                bounds.hi[axis] = std::max(bounds.hi[axis], upper_float(corner[axis]));
            }
        }
    }
}

void Regularity::unite_upwards() { unite_regions(parents_, bounds_.data()); }

void Regularity::mark_set_aside(const Bodies& bodies) {
    for (const std::uint32_t t : unsound_) set_aside_[t] = 0;
    set_aside_.resize(bodies.triangles().size(), 0);
    unsound_.clear();
    for (std::size_t i = 0; i < suspicious_.size(); ++i) {
        if (suspicious_[i] == 0) continue;
        const std::uint32_t leaf = order_.leaves[i];
        if (bodies.all()[hierarchy_.regions[hierarchy_.leaf_region[leaf]].body].set_aside) continue;
        unsound_.insert(unsound_.end(), unsound_of_leaf_[leaf].begin(), unsound_of_leaf_[leaf].end());
    }
    for (const std::uint32_t t : unsound_) set_aside_[t] = 1;
}

}  // namespace pliant::regularity
