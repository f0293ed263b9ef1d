// The search over regions [Volino1994, 2.3]: which of them cannot meet themselves or their neighbours, down to the
// pairs of leaves that may. Contours are taken for simple as the search comes to them, since nearly all are; then all
// of them are looked at together, and what fails is searched further.
#include <algorithm>
#include <bit>
#include <limits>

#include "broad_phase/blocks.hpp"
#include "detect/regularity/directions.hpp"
#include "detect/regularity/regularity.hpp"
#include "simd/prefetch.hpp"

namespace pliant::regularity {

using frame::Bodies;

namespace {

// So many are worth sharing out: each piece then goes on with its own to the end.
constexpr std::size_t selves_at_once = 16, pairs_at_once = 8;
// Pieces have buffers of their own, which stay in the cache where there are few of them.
constexpr std::size_t most_pieces = 64;
constexpr std::size_t proofs_per_thread = 8;  // pieces of them, some of which take longer than others

RegionBounds united(const RegionBounds& a, const RegionBounds& b) {
    RegionBounds out;
    for (int axis = 0; axis < 4; ++axis) {
        out.lo[axis] = std::min(a.lo[axis], b.lo[axis]);
        out.hi[axis] = std::max(a.hi[axis], b.hi[axis]);
    }
    out.directions = a.directions & b.directions;
    return out;
}

/// Without a branch: which axis tells two boxes apart is hard to predict. Four numbers are a vector; the fourth are 0.
bool boxes_meet(const RegionBounds& a, const RegionBounds& b) {
    float gap[4];
    for (int axis = 0; axis < 4; ++axis) {
        gap[axis] = std::max(a.lo[axis] - b.hi[axis], b.lo[axis] - a.hi[axis]);
    }
    return std::max(std::max(gap[0], gap[1]), std::max(gap[2], gap[3])) <= 0;
}

}  // namespace

/// The pieces of all bodies side by side, the "metasurface" [Volino1994, 2.3.6]: each with itself, and pairs whose
/// boxes overlap, found by sorting along x.
void Regularity::start(const Bodies& bodies, const IntersectionOptions& options) {
    frontier_.clear();
    selves_.clear();
    root_boxes_.clear();
    for (const std::uint32_t root : hierarchy_.roots) {
        if (bodies.all()[hierarchy_.regions[root].body].set_aside) continue;
        if (options.self) selves_.push_back(root);
        RootBox box{{}, {}, root};
        std::copy_n(bounds_[root].lo, 3, box.lo);
        std::copy_n(bounds_[root].hi, 3, box.hi);
        if (box.lo[0] <= box.hi[0]) root_boxes_.push_back(box);
    }
    std::sort(root_boxes_.begin(), root_boxes_.end(), [](const RootBox& p, const RootBox& q) {
        return p.lo[0] != q.lo[0] ? p.lo[0] < q.lo[0] : p.root < q.root;
    });
    for (std::size_t i = 0; i < root_boxes_.size(); ++i) {
        const RootBox& p = root_boxes_[i];
        for (std::size_t k = i + 1; k < root_boxes_.size() && root_boxes_[k].lo[0] <= p.hi[0]; ++k) {
            const RootBox& q = root_boxes_[k];
            const bool same_body = hierarchy_.regions[p.root].body == hierarchy_.regions[q.root].body;
            if (!(same_body ? options.self : options.between)) continue;
            if (boxes_meet(bounds_[p.root], bounds_[q.root]))
                frontier_.push_back({std::min(p.root, q.root), std::max(p.root, q.root)});
        }
    }
}

/// Regions with themselves; before any of the next level, all pairs that the last one left. Most regions of the next
/// are then parts of a union that is taken not to meet itself. What that rests on is looked at in the end.
void Regularity::traverse(const Bodies& bodies, const IntersectionOptions& options, parallel::Workers& workers,
                          Report& report) {
    leaf_pairs_.clear();
    claims_.clear();
    resting_.clear();
    standing_.assign(hierarchy_.regions.size(), Standing::open);
    // Where visits are recorded each is made, and where contours are assumed strangers may be neighbours as well.
    leaves_at_once_ = record_ == nullptr && options.contours == ContourTest::exact;
    for (;;) {
        while (!frontier_.empty()) visit_pairs(options, workers, report);
        if (!selves_.empty()) {
            visit_selves(options, workers, report);
        } else if (!claims_.empty()) {
            prove_claims(bodies, workers, report);
        } else {
            return;
        }
    }
}

/// The next level of regions; all that are left, where that is enough to share out.
void Regularity::visit_selves(const IntersectionOptions& options, parallel::Workers& workers, Report& report) {
    if (record_ != nullptr) {
        for (const std::uint32_t region : selves_) record_->push_back({region, region});
    }
    const bool to_the_end = record_ == nullptr && selves_.size() >= selves_at_once;
    in_pieces(workers, selves_.size(), most_pieces, [&](std::size_t i, Piece& piece) {
        const std::size_t before = piece.selves.size();
        visit(options, selves_[i], piece);
        while (to_the_end && piece.selves.size() > before) {
            visit_to_the_end(options, 0, piece);
            // What the pieces claim is about regions of their own.
            for (const std::uint32_t region : piece.claimed) standing_[region] = Standing::claimed;
            piece.claimed.clear();
            const std::uint32_t last = piece.selves.back();
            piece.selves.pop_back();
            visit(options, last, piece);
        }
    });
    selves_.clear();
    join_pieces(report);
}

/// A round of what is left to look at; all of it, where that is enough to share out.
void Regularity::visit_pairs(const IntersectionOptions& options, parallel::Workers& workers, Report& report) {
    if (record_ != nullptr) record_->insert(record_->end(), frontier_.begin(), frontier_.end());
    const bool to_the_end = record_ == nullptr && frontier_.size() >= pairs_at_once;
    in_pieces(workers, frontier_.size(), most_pieces, [&](std::size_t i, Piece& piece) {
        const std::size_t before = piece.next.size();
        visit(options, frontier_[i], piece);
        if (to_the_end) visit_to_the_end(options, before, piece);
    });
    frontier_.clear();
    join_pieces(report);
}

/// All pairs of a piece beyond the first `before`, and what they leave.
void Regularity::visit_to_the_end(const IntersectionOptions& options, std::size_t before, Piece& piece) const {
    while (piece.next.size() > before) visit(options, piece.next.pop(), piece);
}

template <class Work>
void Regularity::in_pieces(parallel::Workers& workers, std::size_t count, std::size_t most, const Work& work) {
    const std::size_t number = count < pairs_at_once ? 1 : most;
    const parallel::Chunks chunks{count, (count + number - 1) / number};
    pieces_used_ = chunks.number();
    if (pieces_.size() < pieces_used_) pieces_.resize(pieces_used_);
    workers.for_each(pieces_used_, [&](std::size_t chunk) {
        Piece& piece = pieces_[chunk];
        piece.clear();
        for (std::size_t i = chunks.begin(chunk); i < chunks.end(chunk); ++i) work(i, piece);
    });
}

void Regularity::join_pieces(Report& report) {
    const auto append = [](auto& all, const auto& more) { all.insert(all.end(), more.begin(), more.end()); };
    for (std::size_t i = 0; i < pieces_used_; ++i) {
        const Piece& piece = pieces_[i];
        append(selves_, piece.selves);
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
void Regularity::visit(const IntersectionOptions& options, std::uint32_t region, Piece& piece) const {
    ++piece.counters.regions;
    if (standing_[region] != Standing::open) {
        piece.resting.push_back(region);
    } else if (rules_ && may_be_regular(region)) {  // rule I
        if (options.contours == ContourTest::exact) piece.claims.push_back({region, region});
    } else {
        visit_below({region, region}, piece);
    }
}

/// The boxes of the two meet.
void Regularity::visit(const IntersectionOptions& options, Visit pair, Piece& piece) const {
    ++piece.counters.regions;
    if (record_ != nullptr && !boxes_meet(bounds_[pair.a()], bounds_[pair.b()])) return;
    if (rules_ && may_be_regular(options, pair)) {  // rule II
        piece.claimed.insert(piece.claimed.end(), {pair.a(), pair.b()});
        if (options.contours == ContourTest::exact) piece.claims.push_back(pair);
    } else {
        visit_below(pair, piece);
    }
}

/// What is left to look at of a region with itself, or of two, that no rule passes over.
void Regularity::visit_below(Visit pair, Piece& piece) const {
    const bool leaves = forks_[pair.a()].leaves + forks_[pair.b()].leaves == 2;
    if (leaves) {
        piece.leaf_pairs.push_back({hierarchy_.regions[pair.a()].first_leaf, hierarchy_.regions[pair.b()].first_leaf});
    } else if (pair.a() == pair.b()) {
        visit_children(pair.a(), piece);
    } else if (leaves_at_once_ && few_leaves(pair)) {
        visit_leaves(pair, piece);
    } else {
        visit_smaller(pair, piece);
    }
}

/// A region with itself: its children, each with itself and with each other.
void Regularity::visit_children(std::uint32_t region, Piece& piece) const {
    const Fork& fork = forks_[region];
    piece.selves.insert(piece.selves.end(), {fork.left, fork.right});
    const bool meet = record_ != nullptr || boxes_meet(bounds_[fork.left], bounds_[fork.right]);
    piece.next.push_if(meet, {fork.left, fork.right, contours_.between_children(region)}, false, {});
    piece.counters.regions += meet ? 0 : 1;
}

/// Two regions: the children of the larger one with the smaller one, where their boxes meet. When visits are recorded
/// all of them are looked at.
void Regularity::visit_smaller(Visit pair, Piece& piece) const {
    const Fork &a = forks_[pair.a()], &b = forks_[pair.b()];
    const bool a_splits = splits_first(a.leaves, b.leaves);
    const Fork& larger = a_splits ? a : b;
    const std::uint32_t smaller = a_splits ? pair.b() : pair.a();
    const auto& neighbours = contours_.neighbours(pair.neighbours()).smaller;
    const auto with = [&](std::uint32_t child, std::uint32_t number) {
        return Visit{a_splits ? child : smaller, a_splits ? smaller : child, number};
    };
    const bool all = record_ != nullptr;
    const bool left = all | boxes_meet(bounds_[larger.left], bounds_[smaller]);
    const bool right = all | boxes_meet(bounds_[larger.right], bounds_[smaller]);
    const Visit first = with(larger.left, neighbours[0]), second = with(larger.right, neighbours[1]);
    piece.next.push_if(left, first, right, second);
    piece.counters.regions += std::size_t{!left} + std::size_t{!right};
    // What the pair itself read is at hand.
    fetch_children(left ? first : pair);
    fetch_children(right ? second : pair);
}

/// Two regions of so few leaves that all of them are compared at once; no rule would pass over any two of these.
bool Regularity::few_leaves(Visit pair) const {
    return pair.neighbours() == Contours::strangers &&
           std::max(forks_[pair.a()].leaves, forks_[pair.b()].leaves) <= broad_phase::block_size;
}

void Regularity::visit_leaves(Visit pair, Piece& piece) const {
    const Region &a = hierarchy_.regions[pair.a()], &b = hierarchy_.regions[pair.b()];
    const std::span leaves(hierarchy_.leaf_region);
    std::uint64_t bits = meeting_boxes(bounds_.data(), leaves.subspan(a.first_leaf, a.leaves()),
                                       leaves.subspan(b.first_leaf, b.leaves()));
    for (; bits != 0; bits &= bits - 1) {
        const auto bit = static_cast<std::uint32_t>(std::countr_zero(bits));
        piece.leaf_pairs.push_back({a.first_leaf + bit / 8, b.first_leaf + bit % 8});
    }
}

/// What a visit will read, if it goes on.
void Regularity::fetch_children(Visit pair) const {
    const Fork &a = forks_[pair.a()], &b = forks_[pair.b()];
    const Fork& larger = splits_first(a.leaves, b.leaves) ? a : b;
    simd::prefetch(&bounds_[larger.left]);
    simd::prefetch(&bounds_[larger.right]);
    simd::prefetch(&contours_.neighbours(pair.neighbours()));
}

// ---- the rules

/// Rule I [Volino1994, 2.2.1], but for the contour test that makes it a proof: see docs/algorithms/regularity.md.
bool Regularity::may_be_regular(std::uint32_t region) const {
    return !bounds_[region].directions.empty() && contours_.regular(region) &&
           !contours_.loops(region).vertices.empty();
}

/// Rule II [Volino1994, 2.2.2], but for the contour test: rule I applied to the union of two regions that share a run
/// of edges and face one direction. Unions with several contours are left to their children.
bool Regularity::may_be_regular(const IntersectionOptions& options, Visit pair) const {
    // Those that share but a vertex are not told simple.
    const bool known = pair.neighbours() != Contours::strangers || options.contours == ContourTest::assume_simple;
    if (!known || (bounds_[pair.a()].directions & bounds_[pair.b()].directions).empty()) return false;
    if (options.contours == ContourTest::exact) return contours_.neighbours(pair.neighbours()).edges != 0;
    return contours_.regular(pair.a()) && contours_.regular(pair.b()) &&
           contours_.adjacent(hierarchy_, pair.a(), pair.b());
}

/// Looks at the contours of all that was taken to be regular. What fails is searched further, and so are regions that
/// rested on nothing else.
void Regularity::prove_claims(const Bodies& bodies, parallel::Workers& workers, Report& report) {
    // Copied: were they exchanged, it would depend on the number of rounds which of the two has room in the next frame.
    proving_.assign(claims_.begin(), claims_.end());
    claims_.clear();
    proven_.assign(proving_.size(), 0);
    // However they are shared out, it comes to the same. Each piece has buffers of its own, so that there are few.
    const std::size_t most = workers.threads() == 1 ? 1 : proofs_per_thread * workers.threads();
    in_pieces(workers, proving_.size(), most, [&](std::size_t i, Piece& piece) {
        if (i + 1 < proving_.size()) fetch_contour(proving_[i + 1]);
        proven_[i] = cannot_meet(bodies, proving_[i], piece) ? 1 : 0;
        if (proven_[i] == 0) visit_below(proving_[i], piece);
    });
    join_pieces(report);
    for (const Standing found : {Standing::open, Standing::proven}) {
        for (std::size_t i = 0; i < proving_.size(); ++i) {
            if ((proven_[i] != 0) != (found == Standing::proven)) continue;
            standing_[proving_[i].a()] = standing_[proving_[i].b()] = found;
        }
    }
    for (const std::uint32_t region : resting_) {
        if (standing_[region] == Standing::open) selves_.push_back(region);
    }
    resting_.clear();
}

/// The contour that a proof will look at.
void Regularity::fetch_contour(Visit claim) const {
    const auto contour = contour_of(claim).vertices;
    constexpr std::size_t line = 16, most = 8 * line;
    for (std::size_t i = 0; i < std::min(contour.size(), most); i += line) simd::prefetch(contour.data() + i);
}

/// Of a region, or of two together.
ContourLoops Regularity::contour_of(Visit claim) const {
    return claim.a() == claim.b() ? contours_.loops(claim.a()) : contours_.loop_around(claim.neighbours());
}

/// Whether the triangles of a region, or of two together, certainly do not meet.
bool Regularity::cannot_meet(const Bodies& bodies, Visit claim, Piece& piece) const {
    const ContourLoops loops = contour_of(claim);
    ++piece.counters.contours;
    if (!simple(bodies, united(bounds_[claim.a()], bounds_[claim.b()]), loops, piece.projected)) return false;
    if (loops.ends.size() == 1) return true;
    std::size_t counter_clockwise = 0;
    for (const auto& loop : piece.projected.loops) {
        const double area = certain_area(piece.projected, loop);
        if (area == 0) return false;
        if (area > 0) ++counter_clockwise;
    }
    return counter_clockwise == 1;
}

/// Whether the loops, projected along the middle one of the directions, are certainly simple.
bool Regularity::simple(const Bodies& bodies, const RegionBounds& bounds, const ContourLoops& loops,
                        ProjectedContours& projected) {
    // Beyond the largest float a box says nothing about what is in it.
    constexpr float largest = std::numeric_limits<float>::max();
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (bounds.lo[axis] <= -largest || bounds.hi[axis] >= largest) return false;
    }
    const Direction& along = direction(middle_of(bounds.directions));
    Projection projection{along.u, along.v, {}, 0};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        projection.centre[axis] = 0.5f * bounds.lo[axis] + 0.5f * bounds.hi[axis];
        const float reach =
            std::max(bounds.hi[axis] - projection.centre[axis], projection.centre[axis] - bounds.lo[axis]);
        projection.radius = std::max(projection.radius, reach * 1.0001f);
    }
    return certainly_simple(bodies.vertices(), projection, loops, projected);
}

}  // namespace pliant::regularity
