#include "depth_layers/surface_of_body.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "simd/layer_kernels.hpp"

namespace pliant::depth_layers {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr Box nothing{{infinity, infinity, infinity}, {-infinity, -infinity, -infinity}};

void grow(Box& box, const Vec3& p) {
    box.lo = {std::min(box.lo.x, p.x), std::min(box.lo.y, p.y), std::min(box.lo.z, p.z)};
    box.hi = {std::max(box.hi.x, p.x), std::max(box.hi.y, p.y), std::max(box.hi.z, p.z)};
}

/// A number for a directed edge; the opposite edge has the opposite number, one from a vertex to itself none.
std::uint64_t number_of_edge(std::uint32_t from, std::uint32_t to) {
    if (from == to) return 0;
    std::uint64_t z = (std::uint64_t{std::min(from, to)} << 32 | std::max(from, to)) + 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;  // SplitMix64
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    z ^= z >> 31;
    return from < to ? z : std::uint64_t{0} - z;
}

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
void SurfaceOfBody::copy_sound_triangles(const bodies::Body& body) {
    triangles_ = body.triangles;
    if (body.unusable == 0 && body.free.empty()) return;
    copied_ = body.triangles;
    for (Triangle& t : copied_) {
        if (*std::max_element(t.begin(), t.end()) >= body.vertices) t = {0, 0, 0};
    }
    if (body.vertices == 0) copied_.clear();
    triangles_ = copied_;
}

void SurfaceOfBody::read(const bodies::Bodies& bodies, const bodies::Body& body, parallel::Workers& workers) {
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
    closed_ = closed_by_number_ && body.unusable == 0 && sound;
    const parallel::Chunks chunks{body.vertices, 16384};
    box_of_chunk_.assign(chunks.number(), nothing);
    workers.for_each(chunks.number(), [&](std::size_t chunk) {
        Box box = nothing;
        if (all_used_ && sound) {
            const auto bounds = simd::vertex_bounds(bodies.vertices(), body.first_vertex + chunks.begin(chunk),
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
    for (const Box& box : box_of_chunk_) {
        if (box.empty()) continue;
        grow(box_, box.lo);
        grow(box_, box.hi);
    }
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
    reach_ = 0;
    for (std::size_t k = 0; k < 3; ++k) reach_ = std::max({reach_, std::abs(lo[k]), std::abs(hi[k])});
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

void collect_set_aside(const bodies::Bodies& bodies, std::span<const bodies::Body* const> of, std::vector<Flaw>& out) {
    out.clear();
    for (const bodies::Body* body : of) {
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
