#include "surfaces/surface_borders.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

#include "surfaces/turned.hpp"

namespace pliant::surfaces {

namespace {

std::uint64_t mixed_bits(std::uint64_t z) {  // SplitMix64
    z += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/// Antisymmetric hash of a directed edge: the opposite edge has the negative hash, a loop has zero.
std::uint64_t edge_hash(std::uint32_t from, std::uint32_t to) {
    if (from == to) return 0;
    const std::uint64_t z = mixed_bits(std::uint64_t{std::min(from, to)} << 32 | std::max(from, to));
    return from < to ? z : std::uint64_t{0} - z;
}

/// The same for hashes of positions.
std::uint64_t edge_hash_by_place(std::uint64_t from, std::uint64_t to) {
    if (from == to) return 0;
    const std::uint64_t z = mixed_bits(mixed_bits(std::min(from, to)) ^ std::max(from, to));
    return from < to ? z : std::uint64_t{0} - z;
}

std::uint64_t hash_of(const Vec3& p) {
    std::uint64_t hash = 0;
    for (std::size_t k = 0; k < 3; ++k) hash = mixed_bits(hash ^ std::bit_cast<std::uint64_t>(p[k] + 0.0));  // -0 is 0
    return hash;
}

bool comes_before(const Vec3& p, const Vec3& q) { return p.x != q.x ? p.x < q.x : p.y != q.y ? p.y < q.y : p.z < q.z; }

}  // namespace

bool closed_by_numbers(std::span<const Triangle> triangles) {
    std::uint64_t sum = 0;
    for (const Triangle& t : triangles) sum += edge_hash(t[0], t[1]) + edge_hash(t[1], t[2]) + edge_hash(t[2], t[0]);
    return sum == 0;
}

bool SurfaceBorders::usable(const Triangle& t) const {
    return std::max({t[0], t[1], t[2]}) < body_->vertices && finite(at(t[0])) && finite(at(t[1])) && finite(at(t[2]));
}

bool SurfaceBorders::edges_cancel() {
    hash_of_place_.resize(body_->vertices);
    for (std::uint32_t v = 0; v < body_->vertices; ++v) hash_of_place_[v] = hash_of(at(v));
    std::uint64_t sum = 0;
    for (const Triangle& t : triangles_) {
        if (!usable(t)) continue;
        for (std::size_t k = 0; k < 3; ++k) {
            sum += edge_hash_by_place(hash_of_place_[t[k]], hash_of_place_[t[(k + 1) % 3]]);
        }
    }
    return sum == 0;
}

/// For each vertex, the representative of all vertices at its position.
void SurfaceBorders::number_by_place() {
    order_.clear();
    for (std::uint32_t v = 0; v < body_->vertices; ++v) {
        if (finite(at(v))) order_.push_back(v);
    }
    std::sort(order_.begin(), order_.end(), [&](std::uint32_t v, std::uint32_t w) {
        const Vec3 p = at(v), q = at(w);
        return comes_before(p, q) || (!comes_before(q, p) && v < w);
    });
    first_at_place_.assign(body_->vertices, 0);
    for (std::size_t i = 0; i < order_.size(); ++i) {
        const bool same = i > 0 && !comes_before(at(order_[i - 1]), at(order_[i]));
        first_at_place_[order_[i]] = same ? first_at_place_[order_[i - 1]] : order_[i];
    }
}

/// Open edges: those not used equally often in both directions. Sees what the surface encloses meanwhile.
void SurfaceBorders::collect_open_edges() {
    edges_.clear();
    for (const Triangle& t : triangles_) {
        if (!usable(t)) continue;
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t from = first_at_place_[t[k]], to = first_at_place_[t[(k + 1) % 3]];
            if (from != to) edges_.push_back({std::min(from, to), std::max(from, to), from < to ? 1 : -1});
        }
    }
    const auto same = [](const Edge& a, const Edge& b) { return a.from == b.from && a.to == b.to; };
    std::sort(edges_.begin(), edges_.end(),
              [](const Edge& a, const Edge& b) { return a.from != b.from ? a.from < b.from : a.to < b.to; });
    std::size_t kept = 0;
    enclosure_ = Enclosure::by_parity;
    for (std::size_t first = 0, last = 0; first < edges_.size(); first = last) {
        Edge all = edges_[first];
        for (last = first + 1; last < edges_.size() && same(edges_[last], all); ++last) all.turns += edges_[last].turns;
        if (all.turns != 0) edges_[kept++] = all;
        const std::size_t uses = last - first;
        if (uses % 2 != 0) enclosure_ = std::max(enclosure_, uses == 1 ? Enclosure::none : Enclosure::unknown);
    }
    edges_.resize(kept);
}

/// Union-find over the open edges; one box per component.
void SurfaceBorders::join_edges() {
    piece_.resize(body_->vertices);
    std::iota(piece_.begin(), piece_.end(), 0u);
    const auto piece_of = [&](std::uint32_t v) {
        while (piece_[v] != v) v = piece_[v] = piece_[piece_[v]];
        return v;
    };
    for (const Edge& edge : edges_) piece_[piece_of(edge.to)] = piece_of(edge.from);
    order_.assign(body_->vertices, ~0u);  // the box of each piece
    for (const Edge& edge : edges_) {
        std::uint32_t& box = order_[piece_of(edge.from)];
        if (box == ~0u) {
            box = static_cast<std::uint32_t>(boxes_.size());
            boxes_.push_back(Box<double>::empty());
        }
        for (const std::uint32_t v : {edge.from, edge.to}) {
            const std::array<double, 3> p = array_of(at(v));
            boxes_[box] = united(boxes_[box], {p, p});
        }
    }
}

bool SurfaceBorders::find(const frame::Bodies& bodies, const frame::Body& body, std::span<const Triangle> triangles) {
    bodies_ = &bodies;
    body_ = &body;
    triangles_ = triangles;
    boxes_.clear();
    enclosure_ = Enclosure::by_winding;
    if (edges_cancel()) return true;
    number_by_place();
    collect_open_edges();
    join_edges();
    return false;
}

}  // namespace pliant::surfaces
