#include "detect/regularity/leaf_update.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <span>

#include "broad_phase/box_overlaps.hpp"
#include "detect/regularity/contour_samples.hpp"
#include "detect/regularity/directions.hpp"
#include "numeric/box.hpp"

namespace pliant::regularity {

using broad_phase::block_size;
using frame::Bodies;

void LeafUpdate::plan(Loops& loops, const EdgeGraph& edges, const GroupedHierarchy& hierarchy, const Regions& regions,
                      const LeafBlocks& blocks) {
    loops.add({12000,
               [&](const Bodies& bodies) {
                   begin_build(bodies, blocks);
                   mark_turned(edges, blocks);
                   scratch_.maker = std::make_unique<StripMaker>(edges, hierarchy);
                   return order_.leaves.size();
               },
               [&](const Bodies& bodies, std::size_t first, std::size_t last) {
                   for (std::size_t i = first; i < last; ++i) lay_out_strips(bodies, hierarchy, regions.contours, i);
               }});
    loops.add({1, [](const Bodies&) { return std::size_t{1}; },
               [&](const Bodies&, std::size_t, std::size_t) {
                   scratch_ = {};
                   strip_table_.shrink_to_fit();
               }});
}

void LeafUpdate::begin_build(const Bodies& bodies, const LeafBlocks& blocks) {
    fitted_version_.assign(bodies.all().size(), 0);
    started_reading_ = 0;
    suspicious_.assign(blocks.leaves(), 0);
    own_axes_.assign(blocks.leaves(), OwnAxes::none);
    order_ = order_by_vertices(blocks, bodies.vertex_count());
    unsound_of_run_.assign(order_.runs.size(), {});
    set_aside_.clear();
    unsound_.clear();
    sound_.resize(blocks.leaves());
    sound_.shrink_to_fit();
    for (std::size_t leaf = 0; leaf < sound_.size(); ++leaf) {
        sound_[leaf] = ~std::uint64_t{0} >> (leaf_capacity - blocks.size(leaf));
    }
    strip_table_.clear();
    ordered_regions_.clear();
    ordered_regions_.reserve(order_.leaves.size());
    scratch_ = {};
}

void LeafUpdate::mark_turned(const EdgeGraph& edges, const LeafBlocks& blocks) {
    turned_.clear();
    if (edges.turned.empty()) return;
    turned_.assign(blocks.leaves(), 0);
    for (std::size_t leaf = 0; leaf < turned_.size(); ++leaf) {
        const auto triangles = blocks.triangles(leaf);
        for (std::size_t k = 0; k < triangles.size(); ++k) {
            if (edges.turned[triangles[k]] != 0) turned_[leaf] |= std::uint64_t{1} << k;
        }
    }
}

/// Leaf number `leaf` of the order; the last of a run ends it.
void LeafUpdate::lay_out_strips(const Bodies& bodies, const GroupedHierarchy& hierarchy, const Contours& contours,
                                std::size_t leaf) {
    scratch_.maker->make(bodies, order_.leaves[leaf], scratch_.strips.emplace_back());
    if (leaf + 1 == order_.runs[scratch_.run].end) end_run(bodies, hierarchy, contours);
}

/// Within a run, leaves are sorted by the length of their strips.
void LeafUpdate::end_run(const Bodies& bodies, const GroupedHierarchy& hierarchy, const Contours& contours) {
    std::vector<LeafStrips>& strips = scratch_.strips;
    const std::size_t begin = order_.runs[scratch_.run++].begin;
    std::stable_sort(strips.begin(), strips.end(),
                     [](const LeafStrips& p, const LeafStrips& q) { return p.windows < q.windows; });
    scratch_.samples.clear();
    for (std::size_t i = 0; i < strips.size(); ++i) {
        order_.leaves[begin + i] = strips[i].leaf;
        ordered_regions_.push_back(hierarchy.leaf_region[strips[i].leaf]);
        scratch_.samples.push_back(
            sample_contour(bodies, contours.loops(ordered_regions_.back()), strips[i].vertices.front()));
    }
    strip_table_.add(strips, scratch_.samples);
    strips.clear();
}

void LeafUpdate::start(const Bodies& bodies) {
    run_done_.assign(order_.runs.size(), 0);
    started_reading_ = bodies.times_read();
}

void LeafUpdate::update_batch(const Bodies& bodies, const frame::Batch& batch, const LeafBlocks& blocks,
                              Regions& regions) {
    if (started_reading_ == 0) return;
    const std::span near(order_.runs.data(), order_.near_runs);
    const auto first = std::lower_bound(near.begin(), near.end(), batch.first_new,
                                        [](const LeafRun& run, std::uint32_t v) { return run.last_vertex < v; });
    for (auto run = first; run != near.end() && run->last_vertex < batch.end; ++run) {
        if (run->first_vertex < batch.begin) continue;  // another thread may be reading these
        const auto number = static_cast<std::size_t>(run - near.begin());
        update_run(bodies, number, blocks, regions);
        run_done_[number] = 1;
    }
}

void LeafUpdate::update_run(const Bodies& bodies, std::size_t run, const LeafBlocks& blocks, Regions& regions) {
    const std::size_t begin = order_.runs[run].begin, end = order_.runs[run].end;
    leaf_bounds(bodies.vertices(), strip_table_.shapes(begin), end - begin, strip_table_.slots(begin),
                {own_axes_.data() + begin, regions.own_directions.data()}, direction_samples(), regions.bounds.data(),
                ordered_regions_.data() + begin, suspicious_.data() + begin);
    std::vector<Unsound>& unsound = unsound_of_run_[run];
    unsound.clear();
    for (std::size_t i = begin; i < end; ++i) {
        if (suspicious_[i] == 0) continue;
        bound_suspicious_leaf(bodies, blocks, order_.leaves[i], regions.bounds[ordered_regions_[i]], unsound);
    }
}

void LeafUpdate::update(const Bodies& bodies, const LeafBlocks& blocks, Regions& regions, parallel::Workers& workers) {
    any_moved_ = false;
    for (std::size_t i = 0; i < fitted_version_.size(); ++i)
        any_moved_ |= fitted_version_[i] != bodies.all()[i].version;
    if (any_moved_) {
        const bool in_batches = started_reading_ == bodies.times_read();
        runs_left_.clear();
        for (std::size_t run = 0; run < order_.runs.size(); ++run) {
            if (in_batches && run_done_[run] != 0) continue;
            if (has_moved(bodies, order_.runs[run])) runs_left_.push_back(run);
        }
        workers.for_each(runs_left_.size(), [&](std::size_t i) { update_run(bodies, runs_left_[i], blocks, regions); });
    }
    mark_set_aside(bodies);
}

void LeafUpdate::bound_about(std::uint8_t number, const Region& region) {
    for (std::size_t i = 0; i < own_axes_.size(); ++i) {
        if (region.contains_leaf(order_.leaves[i])) own_axes_[i] = number;
    }
}

void LeafUpdate::bound_again(const Bodies& bodies, const Region& region, const LeafBlocks& blocks, Regions& regions,
                             parallel::Workers& workers) {
    runs_left_.clear();
    for (std::size_t run = 0; run < order_.runs.size(); ++run) {
        const auto leaves =
            std::span(order_.leaves).subspan(order_.runs[run].begin, order_.runs[run].end - order_.runs[run].begin);
        if (std::any_of(leaves.begin(), leaves.end(), [&](std::uint32_t leaf) { return region.contains_leaf(leaf); }))
            runs_left_.push_back(run);
    }
    workers.for_each(runs_left_.size(), [&](std::size_t i) { update_run(bodies, runs_left_[i], blocks, regions); });
}

/// Whether some vertex between the first and the last of a run belongs to a body that has moved.
bool LeafUpdate::has_moved(const Bodies& bodies, const LeafRun& run) const {
    const auto all = bodies.all().first(fitted_version_.size());
    auto body = std::partition_point(
        all.begin(), all.end(), [&](const frame::Body& b) { return b.first_vertex + b.vertices <= run.first_vertex; });
    for (; body != all.end() && body->first_vertex <= run.last_vertex; ++body) {
        if (fitted_version_[static_cast<std::size_t>(body - all.begin())] != body->version) return true;
    }
    return false;
}

void LeafUpdate::finish(const Bodies& bodies) {
    for (std::size_t i = 0; i < fitted_version_.size(); ++i) fitted_version_[i] = bodies.all()[i].version;
}

/// A triangle whose normal is not certain is degenerate and set aside, or sound after all. A leaf with a triangle set
/// aside has a hole, so that the rules say nothing about it.
void LeafUpdate::bound_suspicious_leaf(const Bodies& bodies, const LeafBlocks& blocks, std::uint32_t leaf,
                                       RegionBounds& bounds, std::vector<Unsound>& unsound) {
    bounds.directions = {};
    std::array<broad_phase::BoxBlock, blocks_per_leaf> boxes;
    std::array<std::uint8_t, blocks_per_leaf> suspects{};
    const auto corners = blocks.corners(leaf);
    broad_phase::triangle_boxes(bodies.vertices(), corners.data(), corners.size(), boxes.data(), suspects.data());
    const auto triangles = blocks.triangles(leaf);
    const std::size_t before = unsound.size();
    for (std::uint32_t k = 0; k < triangles.size(); ++k) {
        if ((suspects[k / block_size] >> (k % block_size) & 1) == 0) continue;
        if (bodies.soundness(triangles[k]) != Bodies::Soundness::sound) unsound.push_back({triangles[k], leaf, k});
    }
    if (unsound.size() == before) return;
    constexpr float infinity = std::numeric_limits<float>::infinity();
    std::fill_n(bounds.lo, 3, infinity);
    std::fill_n(bounds.hi, 3, -infinity);
    for (const std::uint32_t triangle : triangles) {
        if (bodies.soundness(triangle) != Bodies::Soundness::sound) continue;
        for (const Vec3& corner : bodies.corners(triangle)) {
            for (std::size_t axis = 0; axis < 3; ++axis) {
                bounds.lo[axis] = std::min(bounds.lo[axis], lower_float(corner[axis]));
                bounds.hi[axis] = std::max(bounds.hi[axis], upper_float(corner[axis]));
            }
        }
    }
}

void LeafUpdate::mark_set_aside(const Bodies& bodies) {
    for (const Unsound& t : set_aside_) sound_[t.leaf] |= std::uint64_t{1} << t.place;
    set_aside_.clear();
    unsound_.clear();
    for (const auto& run : unsound_of_run_) {
        for (const Unsound& t : run) {
            if (bodies.all()[bodies.body_index(t.triangle)].set_aside) continue;
            set_aside_.push_back(t);
            unsound_.push_back(t.triangle);
        }
    }
    for (const Unsound& t : set_aside_) sound_[t.leaf] &= ~(std::uint64_t{1} << t.place);
}

}  // namespace pliant::regularity
