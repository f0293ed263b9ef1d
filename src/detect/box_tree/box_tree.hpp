// Bounding-box trees, refitted each frame: exact intersections within and between bodies. The yardstick.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <pliant/scene.hpp>

#include "broad_phase/blocks.hpp"
#include "broad_phase/sweep.hpp"
#include "detect/box_tree/pyramid.hpp"
#include "frame/bodies.hpp"
#include "frame/query.hpp"
#include "narrow_phase/neighbours.hpp"
#include "narrow_phase/pair_tests.hpp"
#include "numeric/box.hpp"
#include "parallel/parallel.hpp"

namespace pliant::box_tree {

using Query = frame::Query<IntersectionOptions>;

class BoxTree {
public:
    /// Follows the bodies: builds for new ones, refits for new positions, rebuilds a pyramid that has become loose.
    /// Writes to the report what it did.
    void update(const frame::Bodies& bodies, parallel::Workers& workers, Report& report);

    /// Everything that intersects at the positions of the last update.
    void find(const Query& query, Answer<TrianglePair>& answer);

    /// For tests: the pyramid of the i-th body.
    [[nodiscard]] const Pyramid& pyramid(std::size_t i) const { return pyramids_[i]; }

private:
    /// A pair of blocks of one level whose boxes overlap, in one pyramid or in two.
    struct Task {
        std::uint32_t body_a, body_b;
        broad_phase::Pair blocks;
    };

    void build(const frame::Bodies& bodies, parallel::Workers& workers);
    static Pyramid kept_or_empty(std::vector<Pyramid>& pyramids, std::span<const frame::BodyStamp> built_of,
                                 const frame::Body& body);
    void refit_moved(const frame::Bodies& bodies, parallel::Workers& workers, Report& report);
    void mark_set_aside(const frame::Bodies& bodies);

    void start_tasks(const Query& query);
    void add_overlapping_bodies(const Query& query);
    [[nodiscard]] std::size_t overlapping_children(const Task& task, std::size_t level,
                                                   std::span<const broad_phase::Pair> blocks,
                                                   broad_phase::Pair* out) const;
    void split_tasks(std::size_t enough);
    void run_tasks(const Query& query);
    [[nodiscard]] bool may_pass(const Query& query) const;
    [[nodiscard]] std::size_t neighbour_pieces(const Query& query);
    void run_piece(const Query& query, std::size_t piece, narrow_phase::Findings& out) const;
    void descend(const frame::Bodies& bodies, const Task& task, std::size_t level,
                 std::span<const broad_phase::Pair> blocks, narrow_phase::Findings& out) const;

    std::vector<Pyramid> pyramids_;           // by index of body
    std::vector<frame::BodyStamp> built_of_;  // likewise
    std::vector<std::uint64_t> fitted_version_;
    std::uint64_t topology_version_ = 0;
    narrow_phase::Neighbours neighbours_;
    narrow_phase::PassingNeighbours passing_neighbours_;  // of the first search of a large topology
    enum class NeighbourLists : std::uint8_t { none, passing, kept } neighbour_lists_ = NeighbourLists::none;
    std::vector<std::uint8_t> set_aside_;  // by triangle

    // Scratch of a search; survives the frame.
    std::vector<Task> tasks_, split_;
    std::size_t task_level_ = 0;
    std::vector<narrow_phase::Findings> findings_;
    narrow_phase::FoundPairs found_;
    std::vector<std::uint32_t> unsound_;
    broad_phase::Sweep<float> sweep_;
};

}  // namespace pliant::box_tree
