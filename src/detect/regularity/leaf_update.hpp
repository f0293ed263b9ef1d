// New bounds for every leaf, once per frame: while positions are read, or after. And which triangles are set aside.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "detect/regularity/leaf_order.hpp"
#include "detect/regularity/loops.hpp"
#include "detect/regularity/regions.hpp"
#include "detect/regularity/strip_table.hpp"
#include "detect/regularity/strips.hpp"
#include "frame/bodies.hpp"
#include "parallel/parallel.hpp"

namespace pliant::regularity {

class LeafUpdate {
public:
    /// Once per topology; `hierarchy` is that of `regions`. Borrows all of them.
    void plan(Loops& loops, const EdgeGraph& edges, const GroupedHierarchy& hierarchy, const Regions& regions,
              const LeafBlocks& blocks);

    /// Before the batches of a reading.
    void start(const frame::Bodies& bodies);
    /// Forgets that batches were started.
    void stop() { started_reading_ = 0; }
    /// Bounds the runs of leaves whose last vertices were in the batch. Does not throw.
    void update_batch(const frame::Bodies& bodies, const frame::Batch& batch, const LeafBlocks& blocks,
                      Regions& regions);
    /// Bounds all leaves of what has moved that no batch has.
    void update(const frame::Bodies& bodies, const LeafBlocks& blocks, Regions& regions, parallel::Workers& workers);
    /// Whether the last update bounded anything.
    [[nodiscard]] bool any_moved() const { return any_moved_; }

    /// From now on, the leaves of a region are bounded about one of `Regions::own_directions`, or, for OwnAxes::none,
    /// each about its own normals.
    void bound_about(std::uint8_t number, const Region& region);
    /// What an update has done, for the leaves of a region.
    void bound_again(const frame::Bodies& bodies, const Region& region, const LeafBlocks& blocks, Regions& regions,
                     parallel::Workers& workers);

    /// Last in an update: what throws before leaves it to be done again.
    void finish(const frame::Bodies& bodies);

    /// Usable triangles that take no part in this frame because of their corners. May be sorted.
    [[nodiscard]] std::vector<std::uint32_t>& unsound() { return unsound_; }
    /// A bit for each place of a leaf whose triangle is turned over, as in EdgeGraph.
    [[nodiscard]] std::uint64_t turned_triangles(std::size_t leaf) const { return turned_.empty() ? 0 : turned_[leaf]; }
    /// A bit for each place of a leaf that has a triangle which is not set aside.
    [[nodiscard]] std::uint64_t sound_triangles(std::size_t leaf) const { return sound_[leaf]; }

private:
    struct Unsound {
        std::uint32_t triangle, leaf, place;
    };

    /// Of a build; freed at its end.
    struct Scratch {
        std::unique_ptr<StripMaker> maker;
        std::size_t run = 0;
        std::vector<LeafStrips> strips;  // of the leaves of this run so far
        std::vector<ContourSamples> samples;
    };

    void begin_build(const frame::Bodies& bodies, const LeafBlocks& blocks);
    void mark_turned(const EdgeGraph& edges, const LeafBlocks& blocks);
    void lay_out_strips(const frame::Bodies& bodies, const GroupedHierarchy& hierarchy, const Contours& contours,
                        std::size_t leaf);
    void end_run(const frame::Bodies& bodies, const GroupedHierarchy& hierarchy, const Contours& contours);
    [[nodiscard]] bool has_moved(const frame::Bodies& bodies, const LeafRun& run) const;
    void update_run(const frame::Bodies& bodies, std::size_t run, const LeafBlocks& blocks, Regions& regions);
    /// Bounds of a leaf with triangles whose normals are not certain; lists those that are set aside.
    static void bound_suspicious_leaf(const frame::Bodies& bodies, const LeafBlocks& blocks, std::uint32_t leaf,
                                      RegionBounds& bounds, std::vector<Unsound>& unsound);
    void mark_set_aside(const frame::Bodies& bodies);

    LeafOrder order_;
    std::vector<std::uint32_t> ordered_regions_;  // of the leaves in that order
    StripTable strip_table_;                      // the same
    std::vector<std::uint8_t> suspicious_;        // the same
    std::vector<std::uint8_t> own_axes_;          // the same, as `bound_about`
    std::vector<std::uint8_t> run_done_;          // while positions were read
    bool any_moved_ = false;
    std::uint64_t started_reading_ = 0;  // Bodies::times_read, where that means something
    std::vector<std::size_t> runs_left_;
    std::vector<std::uint64_t> fitted_version_;         // by index of body
    std::vector<std::vector<Unsound>> unsound_of_run_;  // of all bodies, with duplicates
    std::vector<Unsound> set_aside_;
    std::vector<std::uint32_t> unsound_;  // the triangles of set_aside_
    std::vector<std::uint64_t> sound_;    // by leaf, as `sound_triangles`
    std::vector<std::uint64_t> turned_;   // by leaf; empty where no triangle is
    Scratch scratch_;
};

}  // namespace pliant::regularity
