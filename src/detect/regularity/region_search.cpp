#include "detect/regularity/region_search.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "detect/regularity/directions.hpp"
#include "simd/prefetch.hpp"

namespace pliant::regularity {

namespace {

// Below these counts one thread is faster than waking another; above, each piece goes on with its own to the end.
constexpr std::size_t regions_at_once = 16, pairs_at_once = 8;
// Pieces have buffers of their own, which stay in L2 where there are few of them.
constexpr std::size_t most_pieces = 64;
constexpr std::size_t proofs_per_thread = 8;  // pieces of them, some of which take longer than others

/// Branchless: which axis tells two boxes apart is hard to predict. Four floats are a vector; the fourth are 0.
bool boxes_meet(const RegionBounds& a, const RegionBounds& b) {
    float gap[4];
    for (int axis = 0; axis < 4; ++axis) {
        gap[axis] = std::max(a.lo[axis] - b.hi[axis], b.lo[axis] - a.hi[axis]);
    }
    return std::max(std::max(gap[0], gap[1]), std::max(gap[2], gap[3])) <= 0;
}

/// Whether the loops, projected along the direction, are certainly simple.
bool simple(const simd::Vertices& vertices, const RegionBounds& bounds, const Direction& along,
            const ContourLoops& loops, ProjectedContours& projected) {
    // Beyond the largest float a box says nothing about what is in it.
    constexpr float largest = std::numeric_limits<float>::max();
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (bounds.lo[axis] <= -largest || bounds.hi[axis] >= largest) return false;
    }
    Projection projection{along.u, along.v, {}, 0};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        projection.centre[axis] = 0.5f * bounds.lo[axis] + 0.5f * bounds.hi[axis];
        const float reach =
            std::max(bounds.hi[axis] - projection.centre[axis], projection.centre[axis] - bounds.lo[axis]);
        projection.radius = std::max(projection.radius, reach * 1.0001f);
    }
    return certainly_simple(vertices, projection, loops, projected);
}

}  // namespace

void RegionSearch::build(const Hierarchy& hierarchy) {
    forks_.clear();
    forks_.reserve(hierarchy.regions.size());
    for (std::uint32_t i = 0; i < hierarchy.regions.size(); ++i) {
        const Region& region = hierarchy.regions[i];
        const bool leaf = region.is_leaf();
        forks_.push_back({leaf ? i : region.left, leaf ? i : region.right, region.leaves()});
    }
}

/// Regions with themselves; before any of the next level, all pairs that the last one left. Most regions of the next
/// are then parts of a union that is taken not to meet itself. What that rests on is proven in the end.
std::span<const broad_phase::Pair> RegionSearch::find(const Query& query, const Regions& regions) {
    start(query, regions);
    for (;;) {
        while (!frontier_.empty()) visit_pairs(query);
        if (!self_queue_.empty()) {
            visit_regions(query);
        } else if (!claims_.empty()) {
            prove_claims(query);
        } else {
            if (probe_ != nullptr) probe_->left(leaf_pairs_);
            return leaf_pairs_;
        }
    }
}

/// The pieces of all bodies side by side, the "metasurface" [Volino1994, 2.3.6]: each with itself, and pairs whose
/// boxes overlap, found by sorting along x.
void RegionSearch::start(const Query& query, const Regions& regions) {
    const IntersectionOptions& options = query.options;
    const bool exact = options.contours == ContourTest::exact;
    const bool each_visit = probe_ != nullptr && probe_->wants_visits();
    // Where visits are told each is made, and where contours are assumed unconnected regions may be neighbours as well.
    reads_ = {regions.bounds.data(),
              &regions.hierarchy,
              &regions.contours,
              &regions.own_directions,
              exact,
              rules(),
              each_visit,
              !each_visit && exact};
    leaf_pairs_.clear();
    claims_.clear();
    resting_.clear();
    standing_.assign(forks_.size(), Standing::open);
    frontier_.clear();
    self_queue_.clear();
    roots_.clear();
    const auto& all = regions.hierarchy.regions;
    const auto& bounds = regions.bounds;
    for (const std::uint32_t root : regions.hierarchy.roots) {
        if (query.bodies.all()[all[root].body].set_aside) continue;
        if (options.self && !query.rests(all[root].body)) self_queue_.push_back(root);
        const RegionBounds& box = bounds[root];
        roots_.add({{box.lo[0], box.lo[1], box.lo[2]}, {box.hi[0], box.hi[1], box.hi[2]}}, root);
    }
    roots_.for_each_overlap([&](std::uint32_t a, std::uint32_t b) {
        if (query.rests(all[a].body) && query.rests(all[b].body)) return;
        if (all[a].body == all[b].body ? options.self : options.between) frontier_.push_back({a, b});
    });
}

/// The next level of regions; all that are left, where that is enough to share out.
void RegionSearch::visit_regions(const Query& query) {
    if (reads_.each_visit) {
        for (const std::uint32_t region : self_queue_) {
            const Visit visit(region, region);
            probe_->visited({&visit, 1});
        }
    }
    const bool to_the_end = !reads_.each_visit && self_queue_.size() >= regions_at_once;
    in_pieces(query, self_queue_.size(), most_pieces, [&](std::size_t i, Piece& piece) {
        const std::size_t before = piece.self_queue.size();
        visit(self_queue_[i], piece);
        while (to_the_end && piece.self_queue.size() > before) {
            visit_to_the_end(0, piece);
            // What the pieces claim is about regions of their own.
            for (const std::uint32_t region : piece.claimed) standing_[region] = Standing::claimed;
            piece.claimed.clear();
            const std::uint32_t last = piece.self_queue.back();
            piece.self_queue.pop_back();
            visit(last, piece);
        }
    });
    self_queue_.clear();
    join_pieces(query.report);
}

/// A round of what is left to visit; all of it, where that is enough to share out.
void RegionSearch::visit_pairs(const Query& query) {
    if (reads_.each_visit) probe_->visited(frontier_);
    const bool to_the_end = !reads_.each_visit && frontier_.size() >= pairs_at_once;
    in_pieces(query, frontier_.size(), most_pieces, [&](std::size_t i, Piece& piece) {
        const std::size_t before = piece.next.size();
        visit(frontier_[i], piece);
        if (to_the_end) visit_to_the_end(before, piece);
    });
    frontier_.clear();
    join_pieces(query.report);
}

/// All pairs of a piece beyond the first `before`, and what they leave.
void RegionSearch::visit_to_the_end(std::size_t before, Piece& piece) const {
    while (piece.next.size() > before) visit(piece.next.pop(), piece);
}

template <class Work>
void RegionSearch::in_pieces(const Query& query, std::size_t count, std::size_t most, const Work& work) {
    const std::size_t number = count < pairs_at_once ? 1 : most;
    const parallel::Chunks chunks{count, (count + number - 1) / number};
    pieces_used_ = chunks.number();
    if (pieces_.size() < pieces_used_) pieces_.resize(pieces_used_);
    query.workers.for_each(pieces_used_, [&](std::size_t chunk) {
        Piece& piece = pieces_[chunk];
        piece.clear();
        for (std::size_t i = chunks.begin(chunk); i < chunks.end(chunk); ++i) work(i, piece);
    });
}

void RegionSearch::join_pieces(Report& report) {
    const auto append = [](auto& all, const auto& more) { all.insert(all.end(), more.begin(), more.end()); };
    for (std::size_t i = 0; i < pieces_used_; ++i) {
        const Piece& piece = pieces_[i];
        append(self_queue_, piece.self_queue);
        append(frontier_, piece.next.all());
        append(leaf_pairs_, piece.leaf_pairs);
        append(claims_, piece.claims);
        append(resting_, piece.resting);
        for (const std::uint32_t region : piece.claimed) standing_[region] = Standing::claimed;
        report.counters.regions += piece.counters.regions;
        report.counters.contours += piece.counters.contours;
    }
}

/// A region with itself.
void RegionSearch::visit(std::uint32_t region, Piece& piece) const {
    ++piece.counters.regions;
    if (standing_[region] != Standing::open) {
        piece.resting.push_back(region);
    } else if (reads_.rules && may_be_regular(region)) {  // rule I
        if (reads_.exact) piece.claims.push_back({region, region});
    } else {
        visit_below({region, region}, piece);
    }
}

/// The boxes of the two meet.
void RegionSearch::visit(Visit pair, Piece& piece) const {
    ++piece.counters.regions;
    if (reads_.each_visit && !boxes_meet(reads_.bounds[pair.a()], reads_.bounds[pair.b()])) return;
    if (reads_.rules && may_be_regular(pair)) {  // rule II
        piece.claimed.insert(piece.claimed.end(), {pair.a(), pair.b()});
        if (reads_.exact) piece.claims.push_back(pair);
    } else {
        visit_below(pair, piece);
    }
}

/// What is left to visit of a region with itself, or of two, that no rule passes over.
void RegionSearch::visit_below(Visit pair, Piece& piece) const {
    const bool leaves = forks_[pair.a()].leaves + forks_[pair.b()].leaves == 2;
    if (leaves) {
        piece.leaf_pairs.push_back(
            {reads_.hierarchy->regions[pair.a()].first_leaf, reads_.hierarchy->regions[pair.b()].first_leaf});
    } else if (pair.a() == pair.b()) {
        visit_children(pair.a(), piece);
    } else if (reads_.leaves_at_once && few_leaves(pair)) {
        visit_leaves(pair, piece);
    } else {
        visit_smaller(pair, piece);
    }
}

/// A region with itself: its children, each with itself and with each other.
void RegionSearch::visit_children(std::uint32_t region, Piece& piece) const {
    const Fork& fork = forks_[region];
    piece.self_queue.insert(piece.self_queue.end(), {fork.left, fork.right});
    const bool meet = reads_.each_visit || boxes_meet(reads_.bounds[fork.left], reads_.bounds[fork.right]);
    piece.next.push_if(meet, {fork.left, fork.right, reads_.contours->between_children(region)}, false, {});
    piece.counters.regions += meet ? 0 : 1;
}

/// Two regions: the children of the larger one with the smaller one, where their boxes meet. When visits are told
/// all of them are made.
void RegionSearch::visit_smaller(Visit pair, Piece& piece) const {
    const Fork &a = forks_[pair.a()], &b = forks_[pair.b()];
    const bool a_splits = splits_first(a.leaves, b.leaves);
    const Fork& larger = a_splits ? a : b;
    const std::uint32_t smaller = a_splits ? pair.b() : pair.a();
    const auto& neighbours = reads_.contours->neighbours(pair.neighbours()).smaller;
    const auto with = [&](std::uint32_t child, std::uint32_t number) {
        return Visit{a_splits ? child : smaller, a_splits ? smaller : child, number};
    };
    const bool all = reads_.each_visit;
    const bool left = all | boxes_meet(reads_.bounds[larger.left], reads_.bounds[smaller]);
    const bool right = all | boxes_meet(reads_.bounds[larger.right], reads_.bounds[smaller]);
    const Visit first = with(larger.left, neighbours[0]), second = with(larger.right, neighbours[1]);
    piece.next.push_if(left, first, right, second);
    piece.counters.regions += std::size_t{!left} + std::size_t{!right};
    // What the pair itself read is at hand.
    prefetch_children(left ? first : pair);
    prefetch_children(right ? second : pair);
}

/// Two regions of so few leaves that all of them are compared at once; no rule would pass over any two of these.
bool RegionSearch::few_leaves(Visit pair) const {
    return pair.neighbours() == Contours::unconnected &&
           std::max(forks_[pair.a()].leaves, forks_[pair.b()].leaves) <= broad_phase::block_size;
}

void RegionSearch::visit_leaves(Visit pair, Piece& piece) const {
    const Region &a = reads_.hierarchy->regions[pair.a()], &b = reads_.hierarchy->regions[pair.b()];
    const std::span leaves(reads_.hierarchy->leaf_region);
    std::uint64_t bits = meeting_boxes(reads_.bounds, leaves.subspan(a.first_leaf, a.leaves()),
                                       leaves.subspan(b.first_leaf, b.leaves()));
    for (; bits != 0; bits &= bits - 1) {
        const auto bit = static_cast<std::uint32_t>(std::countr_zero(bits));
        piece.leaf_pairs.push_back({a.first_leaf + bit / 8, b.first_leaf + bit % 8});
    }
}

/// What a visit will read, if it goes on.
void RegionSearch::prefetch_children(Visit pair) const {
    const Fork &a = forks_[pair.a()], &b = forks_[pair.b()];
    const Fork& larger = splits_first(a.leaves, b.leaves) ? a : b;
    simd::prefetch(&reads_.bounds[larger.left]);
    simd::prefetch(&reads_.bounds[larger.right]);
    simd::prefetch(&reads_.contours->neighbours(pair.neighbours()));
}

// ---- the rules

/// Rule I [Volino1994, 2.2.1], but for the contour test that makes it a proof: see docs/algorithms/regularity.md.
bool RegionSearch::may_be_regular(std::uint32_t region) const {
    return !reads_.bounds[region].directions.empty() && reads_.contours->regular(region) &&
           !reads_.contours->loops(region).vertices.empty();
}

/// Rule II [Volino1994, 2.2.2], but for the contour test: rule I applied to the union of two regions that share a run
/// of edges and face one direction. Unions with several contours are left to their children.
bool RegionSearch::may_be_regular(Visit pair) const {
    // Those that share but a vertex are not told simple.
    const bool known = pair.neighbours() != Contours::unconnected || !reads_.exact;
    if (!known || (reads_.bounds[pair.a()].directions & reads_.bounds[pair.b()].directions).empty()) return false;
    if (reads_.exact) return reads_.contours->neighbours(pair.neighbours()).edges != 0;
    return reads_.contours->regular(pair.a()) && reads_.contours->regular(pair.b()) &&
           reads_.contours->adjacent(*reads_.hierarchy, pair.a(), pair.b());
}

bool cannot_meet_itself(const simd::Vertices& vertices, const RegionBounds& bounds, const Direction& direction,
                        const ContourLoops& contour, ProjectedContours& scratch) {
    if (!simple(vertices, bounds, direction, contour, scratch)) return false;
    if (contour.ends.size() == 1) return true;
    // One outer loop and holes.
    std::size_t counter_clockwise = 0;
    for (const auto& loop : scratch.loops) {
        const double area = certain_area(scratch, loop);
        if (area == 0) return false;
        if (area > 0) ++counter_clockwise;
    }
    return counter_clockwise == 1;
}

/// Tests the contours of all that was taken to be regular. What fails is searched further, and so are regions that
/// rested on nothing else.
void RegionSearch::prove_claims(const Query& query) {
    // Copied: were they exchanged, it would depend on the number of rounds which of the two has room in the next frame.
    proving_.assign(claims_.begin(), claims_.end());
    claims_.clear();
    proven_.assign(proving_.size(), 0);
    // However they are shared out, it comes to the same. Each piece has buffers of its own, so that there are few.
    const unsigned threads = query.workers.threads();
    const std::size_t most = threads == 1 ? 1 : proofs_per_thread * threads;
    in_pieces(query, proving_.size(), most, [&](std::size_t i, Piece& piece) {
        if (i + 1 < proving_.size()) prefetch_contour(proving_[i + 1]);
        ++piece.counters.contours;
        const Visit claim = proving_[i];
        const RegionBounds bounds = united(reads_.bounds[claim.a()], reads_.bounds[claim.b()]);
        const Direction& along = common_direction(bounds.directions, *reads_.own_directions);
        const bool proven =
            cannot_meet_itself(query.bodies.vertices(), bounds, along, contour_of(claim), piece.projected);
        proven_[i] = proven ? 1 : 0;
        if (!proven) visit_below(claim, piece);
    });
    join_pieces(query.report);
    for (std::size_t i = 0; probe_ != nullptr && i < proving_.size(); ++i) probe_->tested(proving_[i], proven_[i] != 0);
    for (const Standing found : {Standing::open, Standing::proven}) {
        for (std::size_t i = 0; i < proving_.size(); ++i) {
            if ((proven_[i] != 0) != (found == Standing::proven)) continue;
            standing_[proving_[i].a()] = standing_[proving_[i].b()] = found;
        }
    }
    for (const std::uint32_t region : resting_) {
        if (standing_[region] == Standing::open) self_queue_.push_back(region);
    }
    resting_.clear();
}

/// The contour that a proof will read.
void RegionSearch::prefetch_contour(Visit claim) const {
    const auto contour = contour_of(claim).vertices;
    constexpr std::size_t line = 16, most = 8 * line;
    for (std::size_t i = 0; i < std::min(contour.size(), most); i += line) simd::prefetch(contour.data() + i);
}

/// Of a region, or of two together.
ContourLoops RegionSearch::contour_of(Visit claim) const {
    return claim.a() == claim.b() ? reads_.contours->loops(claim.a())
                                  : reads_.contours->loop_around(claim.neighbours());
}

}  // namespace pliant::regularity
