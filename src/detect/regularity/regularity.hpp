// Self-collision by surface regularity [Volino1994]: a region that faces one direction everywhere, and whose contour
// projected along that direction is simple, cannot meet itself. Exact: a region is passed over only on proof.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <pliant/scene.hpp>

#include "broad_phase/blocks.hpp"
#include "detect/regularity/block_neighbours.hpp"
#include "detect/regularity/calm_triangles.hpp"
#include "detect/regularity/contours.hpp"
#include "detect/regularity/grid_boxes.hpp"
#include "detect/regularity/hierarchy.hpp"
#include "detect/regularity/leaf_bounds.hpp"
#include "detect/regularity/leaf_order.hpp"
#include "detect/regularity/leaf_vertices.hpp"
#include "detect/regularity/strip_table.hpp"
#include "detect/regularity/triangle_planes.hpp"
#include "frame/bodies.hpp"
#include "narrow_phase/pair_tests.hpp"
#include "narrow_phase/waves.hpp"
#include "parallel/parallel.hpp"

namespace pliant::regularity {

class Regularity {
public:
    /// Two regions to be looked at, or one with itself. They are one number: processors wait where something is written
    /// in parts and then read as a whole.
    class Visit {
    public:
        Visit() = default;
        Visit(std::uint32_t a, std::uint32_t b, std::uint32_t neighbours = Contours::strangers)
            : regions_(std::uint64_t{b} << 32 | a), neighbours_(neighbours) {}

        [[nodiscard]] std::uint32_t a() const { return static_cast<std::uint32_t>(regions_); }
        [[nodiscard]] std::uint32_t b() const { return static_cast<std::uint32_t>(regions_ >> 32); }
        /// Their number where they share an edge.
        [[nodiscard]] std::uint32_t neighbours() const { return static_cast<std::uint32_t>(neighbours_); }

    private:
        std::uint64_t regions_ = 0, neighbours_ = Contours::strangers;
    };

    /// Before the batches of a reading. Optional, as they are: `update` does what they have not.
    void start_update(const frame::Bodies& bodies);
    /// Bounds the leaves whose last vertices were in the batch, while these are in L2. Batches of different spans may
    /// come in parallel. Does not throw.
    void update_batch(const frame::Bodies& bodies, const frame::Batch& batch);
    /// Follows the bodies: regroups for new ones, new bounds for new positions.
    void update(const frame::Bodies& bodies, parallel::Workers& workers, Report& report);

    /// Everything that intersects at the positions of the last update.
    void find(const frame::Bodies& bodies, const IntersectionOptions& options, parallel::Workers& workers,
              Answer<TrianglePair>& answer);

    /// For the paper's comparison: without the rules a plain hierarchy of boxes is left. The answer is the same.
    void use_rules(bool use) { rules_ = use; }

    /// For pictures of the search: every visit of the next searches is appended, in order. nullptr: none is.
    void record_visits(std::vector<Visit>* record) { record_ = record; }

    [[nodiscard]] const Hierarchy& hierarchy() const { return hierarchy_; }
    [[nodiscard]] const Contours& contours() const { return contours_; }

private:
    static constexpr std::size_t leaves_per_piece = 64;

    /// How a search goes on from a region: in so little room that all of them stay in the cache.
    struct Fork {
        std::uint32_t left, right;  // of a leaf, itself
        std::uint32_t leaves;
    };

    /// Visits that are still to be made.
    class Visits {
    public:
        [[nodiscard]] std::size_t size() const { return size_; }
        [[nodiscard]] std::span<const Visit> all() const { return {visits_.data(), size_}; }
        void clear() { size_ = 0; }
        Visit pop() { return visits_[--size_]; }
        /// Both are written, and only those that are wanted kept: no branch depends on it.
        void push_if(bool first_wanted, Visit first, bool second_wanted, Visit second) {
            if (size_ + 2 > visits_.size()) visits_.resize(2 * size_ + 16);
            visits_[size_] = first;
            size_ += first_wanted ? 1 : 0;
            visits_[size_] = second;
            size_ += second_wanted ? 1 : 0;
        }

    private:
        std::vector<Visit> visits_;  // of which some are no more, or not yet
        std::size_t size_ = 0;
    };

    /// Whether a region cannot meet itself, as part of a union with a neighbour: not known, taken for granted until
    /// the contour is looked at, or proven.
    enum class Standing : std::uint8_t { open, claimed, proven };

    /// What one piece of the traversal leaves behind.
    struct Piece {
        std::vector<std::uint32_t> selves;
        Visits next;
        std::vector<Visit> claims;           // what is taken not to meet; a region with itself, or two
        std::vector<std::uint32_t> claimed;  // regions of such pairs
        std::vector<std::uint32_t> resting;  // regions passed over, claimed or proven
        std::vector<broad_phase::Pair> leaf_pairs;
        Counters counters;
        ProjectedContours projected;

        void clear() {
            selves.clear();
            next.clear();
            claims.clear();
            claimed.clear();
            resting.clear();
            leaf_pairs.clear();
            counters = {};
        }
    };

    void build(const frame::Bodies& bodies);
    void list_forks();
    void list_parents();
    void lay_out_leaf(const frame::Bodies& bodies, std::uint32_t leaf);
    void lay_out_strips(const frame::Bodies& bodies, const EdgeGraph& edges);
    void list_neighbours(const frame::Bodies& bodies);
    void update_run(const frame::Bodies& bodies, const LeafRun& run);
    void update_leaves(const frame::Bodies& bodies, parallel::Workers& workers);
    void look_after_suspects(const frame::Bodies& bodies, std::uint32_t leaf);
    void unite_upwards();
    void mark_set_aside(const frame::Bodies& bodies);

    void start(const frame::Bodies& bodies, const IntersectionOptions& options);
    void traverse(const frame::Bodies& bodies, const IntersectionOptions& options, parallel::Workers& workers,
                  Report& report);
    void visit_selves(const IntersectionOptions& options, parallel::Workers& workers, Report& report);
    void visit_pairs(const IntersectionOptions& options, parallel::Workers& workers, Report& report);
    void visit_to_the_end(const IntersectionOptions& options, std::size_t before, Piece& piece) const;
    template <class Work>
    void in_pieces(parallel::Workers& workers, std::size_t count, std::size_t most, const Work& work);
    void join_pieces(Report& report);
    void visit(const IntersectionOptions& options, std::uint32_t region, Piece& piece) const;
    void visit(const IntersectionOptions& options, Visit pair, Piece& piece) const;
    void visit_below(Visit pair, Piece& piece) const;
    void visit_children(std::uint32_t region, Piece& piece) const;
    void visit_smaller(Visit pair, Piece& piece) const;
    [[nodiscard]] bool few_leaves(Visit pair) const;
    void visit_leaves(Visit pair, Piece& piece) const;
    void fetch_children(Visit pair) const;
    [[nodiscard]] bool may_be_regular(std::uint32_t region) const;
    [[nodiscard]] bool may_be_regular(const IntersectionOptions& options, Visit pair) const;
    void prove_claims(const frame::Bodies& bodies, parallel::Workers& workers, Report& report);
    void fetch_contour(Visit claim) const;
    [[nodiscard]] ContourLoops contour_of(Visit claim) const;
    [[nodiscard]] bool cannot_meet(const frame::Bodies& bodies, Visit claim, Piece& piece) const;
    [[nodiscard]] static bool simple(const frame::Bodies& bodies, const RegionBounds& bounds, const ContourLoops& loops,
                                     ProjectedContours& projected);

    void prepare_neighbours(const frame::Bodies& bodies, const IntersectionOptions& options, Report& report);
    void fit_visited_leaves(const frame::Bodies& bodies, parallel::Workers& workers);
    void list_visited_leaves();
    void lay_grid();
    [[nodiscard]] bool suits_grid(std::uint32_t leaf) const;
    void fit_leaf(const frame::Bodies& bodies, std::size_t leaf);
    [[nodiscard]] std::uint64_t triangles_there(std::size_t leaf) const;
    [[nodiscard]] bool compared_on_grid(broad_phase::Pair leaves) const {
        return (leaf_visited_[leaves.a] & leaf_visited_[leaves.b] & on_grid) != 0;
    }
    void test_leaf_pairs(const frame::Bodies& bodies, const IntersectionOptions& options, parallel::Workers& workers,
                         narrow_phase::Clock::time_point started, Report& report);
    struct LaidOut;
    struct Strangers;
    struct Candidates;
    void test_leaf_pairs(const frame::Bodies& bodies, const IntersectionOptions& options,
                         std::span<const broad_phase::Pair> pairs, Candidates& candidates, narrow_phase::Findings& out);
    /// Two leaves, those of their blocks whose boxes overlap, and what they share.
    struct LeafPair {
        broad_phase::Pair leaves;
        std::uint64_t overlapping;  // as `overlapping_blocks` gives it
        const BlockNeighbours::Leaves* neighbours;
    };
    void test_leaf_pair(const frame::Bodies& bodies, const IntersectionOptions& options, const LeafPair& pair,
                        Candidates& candidates, narrow_phase::Findings& out);
    void test_last_strangers(const frame::Bodies& bodies, broad_phase::Pair leaves, const FoundBlocks& found,
                             Candidates& candidates, narrow_phase::Findings& out) const;
    void test_strangers(const frame::Bodies& bodies, Strangers& strangers, Candidates& candidates,
                        narrow_phase::Findings& out) const;
    void test_candidates(const frame::Bodies& bodies, Candidates& candidates, narrow_phase::Findings& out) const;

    bool rules_ = true;
    std::vector<Visit>* record_ = nullptr;  // borrowed
    std::uint64_t topology_version_ = 0;
    std::vector<std::uint64_t> fitted_version_;  // by index of body
    Hierarchy hierarchy_;
    Contours contours_;
    std::vector<broad_phase::CornerBlock> corners_;  // blocks_per_leaf for each leaf
    LeafOrder order_;                                // of the leaves in an update
    std::vector<std::uint32_t> ordered_regions_;     // in that order, as is what follows
    StripTable strip_table_;
    std::vector<std::uint8_t> suspicious_;
    std::vector<std::uint8_t> run_done_;  // while positions were read
    std::uint64_t followed_reading_ = 0;  // Bodies::times_read, where that means something
    std::vector<std::size_t> runs_left_;
    BlockNeighbours block_neighbours_;
    LeafVertices leaf_vertices_;
    CalmTriangles calm_;  // built when neighbours are first asked for
    bool calm_built_ = false;
    std::vector<RegionBounds> bounds_;                         // by region
    std::vector<Fork> forks_;                                  // by region
    std::vector<Parent> parents_;                              // those of others before them
    std::vector<std::vector<std::uint32_t>> unsound_of_leaf_;  // of suspicious ones
    std::vector<std::uint32_t> unsound_;
    std::vector<std::uint8_t> set_aside_;  // by triangle

    // Scratch of a search; survives the frame.
    std::vector<std::uint32_t> selves_;  // regions to be looked at by themselves
    std::vector<Visit> frontier_;        // and pairs of them
    bool leaves_at_once_ = true;         // of small regions that are strangers
    std::vector<Standing> standing_;     // by region
    std::vector<Visit> claims_, proving_;
    std::vector<std::uint32_t> resting_;
    std::vector<std::uint8_t> proven_;  // of those that are being proven
    std::vector<Piece> pieces_;
    std::size_t pieces_used_ = 0;
    std::vector<broad_phase::Pair> leaf_pairs_;
    // By leaf, of visited ones: which boxes are made for it.
    static constexpr std::uint8_t on_grid = 1, in_floats = 2;
    std::vector<std::uint8_t> leaf_visited_;
    std::vector<std::uint32_t> visited_leaves_;
    // Boxes of triangles, blocks_per_leaf for each leaf, valid for visited ones; and by leaf, those of its blocks. In
    // floats where the grid is too coarse.
    BoxGrid grid_{};
    std::vector<GridBoxBlock> grid_boxes_, leaf_grid_boxes_;
    std::vector<broad_phase::BoxBlock> boxes_, leaf_boxes_;
    std::vector<narrow_phase::Findings> findings_;
    narrow_phase::FoundPairs found_;
    struct RootBox {
        float lo[3], hi[3];
        std::uint32_t root;
    };
    std::vector<RootBox> root_boxes_;
};

}  // namespace pliant::regularity
