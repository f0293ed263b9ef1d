// The search over regions [Volino1994, 2.3]: which of them cannot meet themselves or their neighbours, down to the
// pairs of leaves that may.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <pliant/scene.hpp>

#include "broad_phase/blocks.hpp"
#include "broad_phase/sweep.hpp"
#include "detect/regularity/regions.hpp"
#include "detect/regularity/simple_contours.hpp"
#include "frame/query.hpp"

namespace pliant::regularity {

/// Two regions to be visited, or one with itself. They are one number, since two narrow stores and a wide load are a
/// store-forwarding stall.
class Visit {
public:
    Visit() = default;
    Visit(std::uint32_t a, std::uint32_t b, std::uint32_t neighbours = Contours::unconnected)
        : regions_(std::uint64_t{b} << 32 | a), neighbours_(neighbours) {}

    [[nodiscard]] std::uint32_t a() const { return static_cast<std::uint32_t>(regions_); }
    [[nodiscard]] std::uint32_t b() const { return static_cast<std::uint32_t>(regions_ >> 32); }
    /// Their number where they share an edge.
    [[nodiscard]] std::uint32_t neighbours() const { return static_cast<std::uint32_t>(neighbours_); }

private:
    std::uint64_t regions_ = 0, neighbours_ = Contours::unconnected;
};

/// Lets a search be watched, and steered by experiments such as those of the paper. The product has none.
class SearchProbe {
public:
    /// Without the rules a plain hierarchy of boxes is left. The answer is the same.
    [[nodiscard]] virtual bool use_rules() const { return true; }
    /// Whether each visit is made one by one and told. The answer is the same.
    [[nodiscard]] virtual bool wants_visits() const { return false; }
    /// Every visit of a search, in order.
    virtual void visited(std::span<const Visit>) {}
    /// Every contour test, in order: of a region, or of the union of two that share a run of edges. Where it is not
    /// proven that they do not meet themselves, the search goes on below them.
    virtual void tested(Visit, bool proven [[maybe_unused]]) {}
    /// At the end: pairs of leaves whose triangles are compared.
    virtual void left(std::span<const broad_phase::Pair>) {}

protected:
    ~SearchProbe() = default;
};

/// Visits that are still to be made.
class VisitStack {
public:
    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] std::span<const Visit> all() const { return {visits_.data(), size_}; }
    void clear() { size_ = 0; }
    Visit pop() { return visits_[--size_]; }
    /// Branchless: both are written, and only those that are wanted kept.
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

/// The contour test that makes the rules a proof [Volino1994, 2.2]: whether a region with these bounds, this contour,
/// and a direction that all of it faces certainly does not meet itself.
bool cannot_meet_itself(const simd::Vertices& vertices, const RegionBounds& bounds, const Direction& direction,
                        const ContourLoops& contour, ProjectedContours& scratch);

/// Contours are taken for simple as the search comes to them, since nearly all are; then all of them are proven
/// together, and what fails is searched further.
class RegionSearch {
public:
    using Query = frame::Query<IntersectionOptions>;

    /// Once per topology.
    void build(const Hierarchy& hierarchy);
    /// Borrowed until the next call; nullptr for none.
    void use(SearchProbe* probe) { probe_ = probe; }
    [[nodiscard]] bool rules() const { return probe_ == nullptr || probe_->use_rules(); }

    /// Pairs of leaves that may meet, and leaves that may meet themselves; valid until the next call.
    std::span<const broad_phase::Pair> find(const Query& query, const Regions& regions);

private:
    /// How a search goes on from a region: small enough that all of them stay in L2.
    struct Fork {
        std::uint32_t left, right;  // of a leaf, itself
        std::uint32_t leaves;
    };

    /// Whether a region cannot meet itself, as part of a union with a neighbour: not known, taken for granted until
    /// the contour is tested, or proven.
    enum class Standing : std::uint8_t { open, claimed, proven };

    /// What one piece of the traversal leaves behind.
    struct Piece {
        std::vector<std::uint32_t> self_queue;
        VisitStack next;
        std::vector<Visit> claims;           // what is taken not to meet; a region with itself, or two
        std::vector<std::uint32_t> claimed;  // regions of such pairs
        std::vector<std::uint32_t> resting;  // regions passed over, claimed or proven
        std::vector<broad_phase::Pair> leaf_pairs;
        Counters counters;
        ProjectedContours projected;

        void clear() {
            self_queue.clear();
            next.clear();
            claims.clear();
            claimed.clear();
            resting.clear();
            leaf_pairs.clear();
            counters = {};
        }
    };

    /// What the visits of one search read; set by `find`.
    struct Reads {
        const RegionBounds* bounds = nullptr;
        const Hierarchy* hierarchy = nullptr;
        const Contours* contours = nullptr;
        const OwnDirections* own_directions = nullptr;
        bool exact = true;           // contours are tested
        bool rules = true;           // they are applied
        bool each_visit = false;     // visits are told one by one
        bool leaves_at_once = true;  // of small regions that share no edge
    };

    void start(const Query& query, const Regions& regions);
    void visit_regions(const Query& query);
    void visit_pairs(const Query& query);
    void visit_to_the_end(std::size_t before, Piece& piece) const;
    template <class Work>
    void in_pieces(const Query& query, std::size_t count, std::size_t most, const Work& work);
    void join_pieces(Report& report);

    void visit(std::uint32_t region, Piece& piece) const;
    void visit(Visit pair, Piece& piece) const;
    void visit_below(Visit pair, Piece& piece) const;
    void visit_children(std::uint32_t region, Piece& piece) const;
    void visit_smaller(Visit pair, Piece& piece) const;
    [[nodiscard]] bool few_leaves(Visit pair) const;
    void visit_leaves(Visit pair, Piece& piece) const;
    void prefetch_children(Visit pair) const;

    [[nodiscard]] bool may_be_regular(std::uint32_t region) const;
    [[nodiscard]] bool may_be_regular(Visit pair) const;
    void prove_claims(const Query& query);
    void prefetch_contour(Visit claim) const;
    [[nodiscard]] ContourLoops contour_of(Visit claim) const;

    SearchProbe* probe_ = nullptr;
    std::vector<Fork> forks_;  // by region
    Reads reads_;

    // Scratch of a search; survives the frame.
    std::vector<std::uint32_t> self_queue_;  // regions to be visited by themselves
    std::vector<Visit> frontier_;            // and pairs of them
    std::vector<Standing> standing_;         // by region
    std::vector<Visit> claims_, proving_;
    std::vector<std::uint32_t> resting_;
    std::vector<std::uint8_t> proven_;  // of those that are being proven
    std::vector<Piece> pieces_;
    std::size_t pieces_used_ = 0;
    std::vector<broad_phase::Pair> leaf_pairs_;
    broad_phase::Sweep<float> roots_;
};

}  // namespace pliant::regularity
