#include "regularity/regularity.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "regularity/directions.hpp"
#include "simd/prefetch.hpp"

namespace pliant::regularity {

using bodies::Bodies;
using simd::block_size;
using simd::blocks_per_leaf;
using simd::RegionBounds;

namespace {

// So many are worth sharing out: each piece then goes on with its own to the end.
constexpr std::size_t selves_at_once = 16, pairs_at_once = 8;
// Pieces have buffers of their own, which stay in the cache where there are few of them.
constexpr std::size_t most_pieces = 64;

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

// ---- update

void Regularity::update(const Bodies& bodies, parallel::Workers& workers, Report& report) {
    if (topology_version_ != bodies.topology_version()) {
        build(bodies);
        report.rebuilt = true;
    }
    update_leaves(bodies, workers);
    unite_upwards();
    mark_set_aside(bodies);
    // Last: what throws before leaves it to be done again.
    for (std::size_t i = 0; i < fitted_version_.size(); ++i) fitted_version_[i] = bodies.all()[i].version;
}

void Regularity::build(const Bodies& bodies) {
    const EdgeGraph edges = edge_graph(bodies);
    hierarchy_ = group(bodies, edges);
    contours_.build(bodies, edges, hierarchy_);
    fitted_version_.assign(bodies.all().size(), 0);
    followed_reading_ = 0;

    const std::size_t leaves = hierarchy_.leaf_size.size();
    corners_.resize(leaves * blocks_per_leaf);
    leaf_shapes_.clear();
    narrow_slots_.clear();
    wide_slots_.clear();
    strip_turns_.clear();
    suspicious_.assign(leaves, 0);
    bounds_.resize(hierarchy_.regions.size());
    list_forks();
    list_parents();
    unsound_of_leaf_.assign(leaves, {});
    visited_leaves_.clear();
    leaf_visited_.assign(leaves, 0);
    grid_boxes_.resize(leaves * blocks_per_leaf);
    leaf_grid_boxes_.resize(leaves);
    boxes_.resize(leaves * blocks_per_leaf);
    leaf_boxes_.assign(leaves, simd::BoxBlock::empty());  // blocks beyond a leaf's last one stay so
    for (std::uint32_t leaf = 0; leaf < leaves; ++leaf) lay_out_leaf(bodies, leaf);
    order_ = order_by_vertices(corners_, bodies.vertex_count());
    ordered_regions_.clear();
    for (const std::uint32_t leaf : order_.leaves) ordered_regions_.push_back(hierarchy_.leaf_region[leaf]);
    StripMaker strips(bodies, edges, hierarchy_);
    for (const std::uint32_t leaf : order_.leaves) add_strips(strips, leaf);
    list_neighbours(bodies);
    leaf_vertices_.build(corners_);
    calm_built_ = false;
    topology_version_ = bodies.topology_version();  // last: what throws before leaves it to be done again
}

void Regularity::list_forks() {
    forks_.clear();
    for (std::uint32_t i = 0; i < hierarchy_.regions.size(); ++i) {
        const Region& region = hierarchy_.regions[i];
        const bool leaf = region.is_leaf();
        forks_.push_back({leaf ? i : region.left, leaf ? i : region.right, region.leaves()});
    }
}

void Regularity::list_parents() {
    parents_.clear();
    for (auto i = static_cast<std::uint32_t>(hierarchy_.regions.size()); i-- > 0;) {
        const Region& region = hierarchy_.regions[i];
        if (!region.is_leaf()) parents_.push_back({i, region.left, region.right});
    }
}

void Regularity::lay_out_leaf(const Bodies& bodies, std::uint32_t leaf) {
    const std::uint32_t size = hierarchy_.leaf_size[leaf];
    for (std::uint32_t k = 0; k < leaf_capacity; ++k) {
        // Places beyond the last triangle repeat it: no bound changes.
        const std::uint32_t t = hierarchy_.triangles[leaf * leaf_capacity + std::min(k, size - 1)];
        for (std::size_t corner = 0; corner < 3; ++corner) {
            corners_[leaf * blocks_per_leaf + k / block_size].vertex[corner][k % block_size] =
                bodies.triangles()[t][corner];
        }
    }
}

void Regularity::add_strips(StripMaker& maker, std::uint32_t leaf) {
    LeafStrips strips;
    maker.make(leaf, strips);
    const auto [least, most] = std::minmax_element(strips.vertices.begin(), strips.vertices.end());
    if (*most - *least > std::numeric_limits<std::uint32_t>::max() / 2) {
        throw std::length_error("pliant: the vertices of neighbouring triangles have numbers more than 2^31 apart");
    }
    simd::LeafShape shape{};
    shape.narrow = *most - *least <= std::numeric_limits<std::uint16_t>::max() / 2;
    shape.first_slot = shape.narrow ? narrow_slots_.size() : wide_slots_.size();
    shape.first_turn = strip_turns_.size();
    shape.first_vertex = *least;
    shape.windows = static_cast<std::uint16_t>(strips.windows);
    shape.triangles = static_cast<std::uint8_t>(hierarchy_.leaf_size[leaf]);
    for (const std::uint32_t vertex : strips.vertices) {
        const std::uint32_t slot = 2 * (vertex - shape.first_vertex);
        if (shape.narrow) {
            narrow_slots_.push_back(static_cast<std::uint16_t>(slot));
        } else {
            wide_slots_.push_back(slot);
        }
    }
    strip_turns_.insert(strip_turns_.end(), strips.turns.begin(), strips.turns.end());
    leaf_shapes_.push_back(shape);
}

void Regularity::list_neighbours(const Bodies& bodies) {
    std::vector<std::uint8_t> slots(corners_.size(), 0);
    for (std::size_t slot = 0; slot < hierarchy_.triangles.size(); ++slot) {
        const unsigned bit = hierarchy_.triangles[slot] != none ? 1 : 0;
        slots[slot / block_size] |= static_cast<std::uint8_t>(bit << slot % block_size);
    }
    block_neighbours_.build(corners_, slots, bodies.vertex_count());
}

// ---- find

void Regularity::find(const Bodies& bodies, const IntersectionOptions& options, parallel::Workers& workers,
                      Answer<TrianglePair>& answer) {
    const auto started = bodies::Clock::now();
    start(bodies, options);
    traverse(bodies, options, workers, answer.report);
    fit_visited_leaves(bodies, workers);
    prepare_neighbours(bodies, options, answer.report);
    test_leaf_pairs(bodies, options, workers, started, answer.report);
    bodies::collect_flaws(bodies, unsound_, answer.report.set_aside);
    bodies::write_answer(bodies, found_, options.budget, answer);
}

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
/// are then known not to meet themselves, as parts of a union that does not.
void Regularity::traverse(const Bodies& bodies, const IntersectionOptions& options, parallel::Workers& workers,
                          Report& report) {
    leaf_pairs_.clear();
    regular_.assign(hierarchy_.regions.size(), 0);
    for (;;) {
        while (!frontier_.empty()) visit_pairs(bodies, options, workers, report);
        if (selves_.empty()) return;
        visit_selves(bodies, options, workers, report);
    }
}

/// The next level of regions; all that are left, where that is enough to share out.
void Regularity::visit_selves(const Bodies& bodies, const IntersectionOptions& options, parallel::Workers& workers,
                              Report& report) {
    if (record_ != nullptr) {
        for (const std::uint32_t region : selves_) record_->push_back({region, region});
    }
    const bool to_the_end = record_ == nullptr && selves_.size() >= selves_at_once;
    in_pieces(workers, selves_.size(), [&](std::size_t i, Piece& piece) {
        const std::size_t before = piece.selves.size();
        visit(bodies, options, selves_[i], piece);
        while (to_the_end && piece.selves.size() > before) {
            visit_to_the_end(bodies, options, 0, piece);
            // What the pieces prove is about regions of their own.
            for (const std::uint32_t region : piece.regular) regular_[region] = 1;
            piece.regular.clear();
            const std::uint32_t last = piece.selves.back();
            piece.selves.pop_back();
            visit(bodies, options, last, piece);
        }
    });
    selves_.clear();
    join_pieces(report);
}

/// A round of what is left to look at; all of it, where that is enough to share out.
void Regularity::visit_pairs(const Bodies& bodies, const IntersectionOptions& options, parallel::Workers& workers,
                             Report& report) {
    if (record_ != nullptr) record_->insert(record_->end(), frontier_.begin(), frontier_.end());
    const bool to_the_end = record_ == nullptr && frontier_.size() >= pairs_at_once;
    in_pieces(workers, frontier_.size(), [&](std::size_t i, Piece& piece) {
        const std::size_t before = piece.next.size();
        visit(bodies, options, frontier_[i], may_be_regular(options, frontier_[i]), piece);
        if (to_the_end) visit_to_the_end(bodies, options, before, piece);
    });
    frontier_.clear();
    join_pieces(report);
}

/// All pairs of a piece beyond the first `before`, and what they leave: some at a time, since none of these has to wait
/// for what another leaves, and contours are asked for before they are needed.
void Regularity::visit_to_the_end(const Bodies& bodies, const IntersectionOptions& options, std::size_t before,
                                  Piece& piece) const {
    constexpr std::size_t at_a_time = 4;
    std::array<Visit, at_a_time> visits;
    std::array<bool, at_a_time> with_contour;
    while (piece.next.size() > before) {
        const std::size_t number = std::min(at_a_time, piece.next.size() - before);
        for (std::size_t i = 0; i < number; ++i) {
            visits[i] = piece.next.pop();
            with_contour[i] = may_be_regular(options, visits[i]);
            if (with_contour[i]) fetch_contour(visits[i]);
        }
        for (std::size_t i = 0; i < number; ++i) visit(bodies, options, visits[i], with_contour[i], piece);
    }
}

template <class Work>
void Regularity::in_pieces(parallel::Workers& workers, std::size_t count, const Work& work) {
    const std::size_t number = count < pairs_at_once ? 1 : most_pieces;
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
    for (std::size_t i = 0; i < pieces_used_; ++i) {
        const Piece& piece = pieces_[i];
        selves_.insert(selves_.end(), piece.selves.begin(), piece.selves.end());
        frontier_.insert(frontier_.end(), piece.next.all().begin(), piece.next.all().end());
        leaf_pairs_.insert(leaf_pairs_.end(), piece.leaf_pairs.begin(), piece.leaf_pairs.end());
        for (const std::uint32_t region : piece.regular) regular_[region] = 1;
        report.counters.regions += piece.counters.regions;
        report.counters.contours += piece.counters.contours;
    }
}

void Regularity::visit(const Bodies& bodies, const IntersectionOptions& options, std::uint32_t region,
                       Piece& piece) const {
    ++piece.counters.regions;
    if (rules_ && (regular_[region] != 0 || cannot_meet_itself(bodies, options, region, piece))) return;  // rule I
    const Region& r = hierarchy_.regions[region];
    if (r.is_leaf()) {
        piece.leaf_pairs.push_back({r.first_leaf, r.first_leaf});
    } else {
        piece.selves.insert(piece.selves.end(), {r.left, r.right});
        visit_children(region, piece);
    }
}

/// The boxes of the two meet.
void Regularity::visit(const Bodies& bodies, const IntersectionOptions& options, Visit pair, bool may_be_regular,
                       Piece& piece) const {
    ++piece.counters.regions;
    if (record_ != nullptr && !boxes_meet(bounds_[pair.a()], bounds_[pair.b()])) return;
    if (may_be_regular && cannot_meet_neighbour(bodies, options, pair, piece)) {  // rule II
        piece.regular.insert(piece.regular.end(), {pair.a(), pair.b()});
    } else if (forks_[pair.a()].leaves + forks_[pair.b()].leaves == 2) {
        piece.leaf_pairs.push_back({hierarchy_.regions[pair.a()].first_leaf, hierarchy_.regions[pair.b()].first_leaf});
    } else {
        visit_smaller(pair, piece);
    }
}

/// A region with itself: its children with each other.
void Regularity::visit_children(std::uint32_t region, Piece& piece) const {
    const Fork& fork = forks_[region];
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

/// What a visit will read, if it goes on.
void Regularity::fetch_children(Visit pair) const {
    const Fork &a = forks_[pair.a()], &b = forks_[pair.b()];
    const Fork& larger = splits_first(a.leaves, b.leaves) ? a : b;
    simd::prefetch(&bounds_[larger.left]);
    simd::prefetch(&bounds_[larger.right]);
    simd::prefetch(&contours_.neighbours(pair.neighbours()));
}

/// The contour that a visit will look at.
void Regularity::fetch_contour(Visit pair) const {
    const auto loop = contours_.loop_around(pair.neighbours());
    constexpr std::size_t line = 16, most = 8 * line;
    for (std::size_t i = 0; i < std::min(loop.size(), most); i += line) simd::prefetch(loop.data() + i);
}

/// Whether rule II is worth asking for: two regions side by side that face one direction.
bool Regularity::may_be_regular(const IntersectionOptions& options, Visit pair) const {
    if (!rules_) return false;
    // Those that share but a vertex are not told simple.
    const bool known = pair.neighbours() != Contours::strangers || options.contours == ContourTest::assume_simple;
    return known && !(bounds_[pair.a()].directions & bounds_[pair.b()].directions).empty();
}

/// Whether the loops, projected along the middle one of the directions, are certainly simple.
bool Regularity::simple(const Bodies& bodies, const RegionBounds& bounds, const simd::ContourLoops& loops,
                        Piece& piece) const {
    // Beyond the largest float a box says nothing about what is in it.
    constexpr float largest = std::numeric_limits<float>::max();
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (bounds.lo[axis] <= -largest || bounds.hi[axis] >= largest) return false;
    }
    const Direction& along = direction(middle_of(bounds.directions));
    simd::Projection projection{along.u, along.v, {}, 0};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        projection.centre[axis] = 0.5f * bounds.lo[axis] + 0.5f * bounds.hi[axis];
        const float reach =
            std::max(bounds.hi[axis] - projection.centre[axis], projection.centre[axis] - bounds.lo[axis]);
        projection.radius = std::max(projection.radius, reach * 1.0001f);
    }
    ++piece.counters.contours;
    return simd::certainly_simple(bodies.vertices(), projection, loops, piece.projected);
}

/// Rule I [Volino1994, 2.2.1], with the contour test that makes it a proof: see docs/algorithms/regularity.md.
bool Regularity::cannot_meet_itself(const Bodies& bodies, const IntersectionOptions& options, std::uint32_t region,
                                    Piece& piece) const {
    if (bounds_[region].directions.empty() || !contours_.regular(region)) return false;
    const simd::ContourLoops loops = contours_.loops(region);
    if (loops.vertices.empty()) return false;
    if (options.contours == ContourTest::assume_simple) return true;
    if (!simple(bodies, bounds_[region], loops, piece)) return false;
    if (loops.ends.size() == 1) return true;
    std::size_t counter_clockwise = 0;
    for (const auto& loop : piece.projected.loops) {
        const double area = simd::certain_area(piece.projected, loop);
        if (area == 0) return false;
        if (area > 0) ++counter_clockwise;
    }
    return counter_clockwise == 1;
}

/// Rule II [Volino1994, 2.2.2]: rule I applied to the union of two regions that share a run of edges and face one
/// direction. Unions with several contours are left to their children.
bool Regularity::cannot_meet_neighbour(const Bodies& bodies, const IntersectionOptions& options, Visit pair,
                                       Piece& piece) const {
    if (options.contours == ContourTest::assume_simple) {
        return contours_.regular(pair.a()) && contours_.regular(pair.b()) &&
               contours_.adjacent(hierarchy_, pair.a(), pair.b());
    }
    const auto loop = contours_.loop_around(pair.neighbours());
    if (loop.empty()) return false;
    const auto end = static_cast<std::uint32_t>(loop.size());
    return simple(bodies, united(bounds_[pair.a()], bounds_[pair.b()]), {loop, {&end, 1}}, piece);
}

}  // namespace pliant::regularity
