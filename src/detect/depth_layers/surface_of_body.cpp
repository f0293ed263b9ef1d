#include "detect/depth_layers/surface_of_body.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>

#include "detect/depth_layers/line_crossings.hpp"

namespace pliant::depth_layers {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr VolumeBox nothing{{infinity, infinity, infinity}, {-infinity, -infinity, -infinity}};

void grow(VolumeBox& box, const Vec3& p) {
    box.lo = {std::min(box.lo.x, p.x), std::min(box.lo.y, p.y), std::min(box.lo.z, p.z)};
    box.hi = {std::max(box.hi.x, p.x), std::max(box.hi.y, p.y), std::max(box.hi.z, p.z)};
}

std::uint64_t mixed_bits(std::uint64_t z) {  // SplitMix64
    z += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/// A number for a directed edge; the opposite edge has the opposite number, one from a vertex to itself none.
std::uint64_t number_of_edge(std::uint32_t from, std::uint32_t to) {
    if (from == to) return 0;
    const std::uint64_t z = mixed_bits(std::uint64_t{std::min(from, to)} << 32 | std::max(from, to));
    return from < to ? z : std::uint64_t{0} - z;
}

/// The same between places.
std::uint64_t number_of_edge_by_place(std::uint64_t from, std::uint64_t to) {
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

/// The numbers of all edges add up to zero; by chance they would once in 2^64.
bool edges_cancel(std::span<const Triangle> triangles) {
    std::uint64_t sum = 0;
    for (const Triangle& t : triangles) {
        sum += number_of_edge(t[0], t[1]) + number_of_edge(t[1], t[2]) + number_of_edge(t[2], t[0]);
    }
    return sum == 0;
}

}  // namespace

/// Triangles that were removed or whose vertex numbers are out of range become points.
void SurfaceOfBody::copy_sound_triangles(const frame::Body& body) {
    triangles_ = body.triangles;
    if (body.unusable == 0 && body.free.empty()) return;
    copied_ = body.triangles;
    for (Triangle& t : copied_) {
        if (*std::max_element(t.begin(), t.end()) >= body.vertices) t = {0, 0, 0};
    }
    if (body.vertices == 0) copied_.clear();
    triangles_ = copied_;
}

void SurfaceOfBody::read(const frame::Bodies& bodies, const frame::Body& body, parallel::Workers& workers) {
    const bool same_topology = body_ != nullptr && id_ == body.id && used_.size() == body.vertices &&
                               topology_version_ == bodies.topology_version();
    bodies_ = &bodies;
    body_ = &body;
    copy_sound_triangles(body);
    if (!same_topology) {
        id_ = body.id;
        topology_version_ = bodies.topology_version();
        closed_by_number_ = edges_cancel(triangles_);
        used_.assign(body.vertices, 0);
        for (const Triangle& t : triangles_) {
            if (t[0] == t[1] && t[1] == t[2]) continue;
            used_[t[0]] = used_[t[1]] = used_[t[2]] = 1;
        }
        all_used_ = std::all_of(used_.begin(), used_.end(), [](std::uint8_t used) { return used != 0; });
    }
    const bool sound = std::none_of(body.flaws.begin(), body.flaws.end(),
                                    [](const Flaw& flaw) { return flaw.kind == FlawKind::not_finite; });
    sound_ = body.unusable == 0 && sound;
    closed_ = closed_by_number_ && sound_;
    const parallel::Chunks chunks{body.vertices, 16384};
    box_of_chunk_.assign(chunks.number(), nothing);
    workers.for_each(chunks.number(), [&](std::size_t chunk) {
        VolumeBox box = nothing;
        if (all_used_ && sound) {
            const auto bounds = vertex_bounds(bodies.vertices(), body.first_vertex + chunks.begin(chunk),
                                              body.first_vertex + chunks.end(chunk));
            box_of_chunk_[chunk] = {Vec3(bounds.lo), Vec3(bounds.hi)};
            return;
        }
        for (std::size_t v = chunks.begin(chunk); v < chunks.end(chunk); ++v) {
            const Vec3 p = bodies.position(body.first_vertex + static_cast<std::uint32_t>(v));
            if (used_[v] != 0 && finite(p)) grow(box, p);
        }
        box_of_chunk_[chunk] = box;
    });
    box_ = nothing;
    for (const VolumeBox& box : box_of_chunk_) {
        if (box.empty()) continue;
        grow(box_, box.lo);
        grow(box_, box.hi);
    }
    borders_.clear();
}

bool SurfaceOfBody::usable(const Triangle& t) const {
    const auto at = [&](std::uint32_t v) { return bodies_->position(body_->first_vertex + v); };
    return std::max({t[0], t[1], t[2]}) < body_->vertices && finite(at(t[0])) && finite(at(t[1])) && finite(at(t[2]));
}

bool SurfaceOfBody::edges_cancel_by_place() {
    hash_of_place_.resize(body_->vertices);
    for (std::uint32_t v = 0; v < body_->vertices; ++v) {
        hash_of_place_[v] = hash_of(bodies_->position(body_->first_vertex + v));
    }
    std::uint64_t sum = 0;
    for (const Triangle& t : triangles_) {
        if (!usable(t)) continue;
        for (std::size_t k = 0; k < 3; ++k) {
            sum += number_of_edge_by_place(hash_of_place_[t[k]], hash_of_place_[t[(k + 1) % 3]]);
        }
    }
    return sum == 0;
}

/// The first vertex, in order of coordinates, at the place of each.
void SurfaceOfBody::number_by_place() {
    const auto at = [&](std::uint32_t v) { return bodies_->position(body_->first_vertex + v); };
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

/// Edges that are not run along as often in one direction as in the other.
void SurfaceOfBody::collect_open_edges() {
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
    for (std::size_t first = 0, last = 0; first < edges_.size(); first = last) {
        Edge all = edges_[first];
        for (last = first + 1; last < edges_.size() && same(edges_[last], all); ++last) all.turns += edges_[last].turns;
        if (all.turns != 0) edges_[kept++] = all;
    }
    edges_.resize(kept);
}

/// Boxes of open edges that hang together.
void SurfaceOfBody::join_borders() {
    piece_.resize(body_->vertices);
    std::iota(piece_.begin(), piece_.end(), 0u);
    const auto piece_of = [&](std::uint32_t v) {
        while (piece_[v] != v) v = piece_[v] = piece_[piece_[v]];
        return v;
    };
    for (const Edge& edge : edges_) piece_[piece_of(edge.to)] = piece_of(edge.from);
    order_.assign(body_->vertices, ~0u);  // the border of each piece
    for (const Edge& edge : edges_) {
        std::uint32_t& border = order_[piece_of(edge.from)];
        if (border == ~0u) {
            border = static_cast<std::uint32_t>(borders_.size());
            borders_.push_back(nothing);
        }
        grow(borders_[border], bodies_->position(body_->first_vertex + edge.from));
        grow(borders_[border], bodies_->position(body_->first_vertex + edge.to));
    }
}

void SurfaceOfBody::find_borders() {
    borders_.clear();
    closed_by_place_ = closed_ || edges_cancel_by_place();
    if (closed_by_place_) return;
    number_by_place();
    collect_open_edges();
    join_borders();
}

void SurfaceOfBody::enter(const LocalFrame& frame, parallel::Workers& workers) {
    local_.resize(body_->vertices);
    const parallel::Chunks chunks{body_->vertices, 16384};
    workers.for_each(chunks.number(), [&](std::size_t chunk) {
        for (std::size_t v = chunks.begin(chunk); v < chunks.end(chunk); ++v) {
            const Vec3 p = bodies_->position(body_->first_vertex + static_cast<std::uint32_t>(v));
            local_[v] = frame.to_local(p);
            if (!finite(p)) local_[v].z = std::numeric_limits<double>::quiet_NaN();
        }
    });
    const Vec3 lo = frame.to_local(box_.lo), hi = frame.to_local(box_.hi);
    holes_.clear();
    for (const VolumeBox& border : borders_) {
        const Vec3 from = frame.to_local(border.lo), to = frame.to_local(border.hi);
        holes_.push_back({from.x, to.x, from.y, to.y});
    }
    reach_ = 0;
    for (std::size_t k = 0; k < 3; ++k) reach_ = std::max({reach_, std::abs(lo[k]), std::abs(hi[k])});
}

bool SurfaceOfBody::has_faces_across(Axis axis) const {
    const auto at = [&](std::uint32_t v) {
        return bodies_->position(body_->first_vertex + v)[static_cast<std::size_t>(axis)];
    };
    return std::any_of(triangles_.begin(), triangles_.end(),
                       [&](const Triangle& t) { return at(t[0]) == at(t[1]) && at(t[0]) == at(t[2]); });
}

double SurfaceOfBody::signed_volume() const {
    const Vec3 middle = 0.5 * box_.lo + 0.5 * box_.hi;
    const auto at = [&](std::uint32_t v) { return bodies_->position(body_->first_vertex + v) - middle; };
    double sum = 0;
    for (const Triangle& t : triangles_) {
        const double six = dot(at(t[0]), cross(at(t[1]), at(t[2])));
        if (std::isfinite(six)) sum += six;
    }
    return sum / 6;
}

void collect_set_aside(const frame::Bodies& bodies, std::span<const frame::Body* const> of, std::vector<Flaw>& out) {
    out.clear();
    for (const frame::Body* body : of) {
        out.insert(out.end(), body->given_flaws.begin(), body->given_flaws.end());
        for (const Flaw& flaw : body->flaws) {
            if (flaw.kind != FlawKind::duplicate_body) out.push_back(flaw);
        }
        for (std::uint32_t t = 0; body->unusable > 0 && t < body->triangles.size(); ++t) {
            const std::uint32_t in_all = body->first_triangle + t;
            if (bodies.usable(in_all) || !bodies.there(in_all)) continue;
            out.push_back({body->id, FlawKind::index_out_of_range, t});
        }
        if (body->unusable + body->free.size() == body->triangles.size())
            out.push_back({body->id, FlawKind::empty_body, 0});
    }
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
}

}  // namespace pliant::depth_layers
