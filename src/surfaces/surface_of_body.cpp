#include "surfaces/surface_of_body.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "surfaces/line_crossings.hpp"

namespace pliant::surfaces {

namespace {

constexpr std::size_t vertices_per_chunk = 16384;

}  // namespace

/// Box of the finite vertices that triangles use.
Box<double> SurfaceOfBody::box_of_vertices(std::size_t begin, std::size_t end) const {
    if (topology_.uses_all() && finite_) {
        return vertex_bounds(bodies_->vertices(), body_->first_vertex + begin, body_->first_vertex + end);
    }
    Box<double> box = Box<double>::empty();
    for (std::size_t v = begin; v < end; ++v) {
        const Vec3 p = at(static_cast<std::uint32_t>(v));
        if (topology_.uses(v) && finite(p)) box = united(box, {array_of(p), array_of(p)});
    }
    return box;
}

void SurfaceOfBody::read(const frame::Bodies& bodies, const frame::Body& body, parallel::Workers& workers) {
    bodies_ = &bodies;
    body_ = &body;
    topology_.read(bodies, body);
    finite_ = std::none_of(body.flaws.begin(), body.flaws.end(),
                           [](const Flaw& flaw) { return flaw.kind == FlawKind::not_finite; });
    sound_ = body.unusable == 0 && finite_;
    closed_ = topology_.closed() && sound_;
    const parallel::Chunks chunks{body.vertices, vertices_per_chunk};
    box_of_chunk_.resize(chunks.number());
    workers.for_each(chunks.number(),
                     [&](std::size_t c) { box_of_chunk_[c] = box_of_vertices(chunks.begin(c), chunks.end(c)); });
    box_ = Box<double>::empty();
    for (const Box<double>& box : box_of_chunk_) box_ = united(box_, box);
    borders_.clear();
}

simd::Vertices SurfaceOfBody::vertices() const {
    const simd::Vertices all = bodies_->vertices();
    return all.doubles != nullptr ? simd::Vertices{nullptr, all.doubles + body_->first_vertex}
                                  : simd::Vertices{all.floats + body_->first_vertex, nullptr};
}

void SurfaceOfBody::find_borders() {
    borders_.clear();
    closed_by_place_ = closed_ || borders_.find(*bodies_, *body_, triangles());
}

void SurfaceOfBody::enter(const LocalFrame& frame, parallel::Workers& workers) {
    local_.resize(body_->vertices);
    const parallel::Chunks chunks{body_->vertices, vertices_per_chunk};
    workers.for_each(chunks.number(), [&](std::size_t chunk) {
        for (std::size_t v = chunks.begin(chunk); v < chunks.end(chunk); ++v) {
            const Vec3 p = at(static_cast<std::uint32_t>(v));
            local_[v] = frame.to_local(p);
            if (!finite(p)) local_[v].z = std::numeric_limits<double>::quiet_NaN();
        }
    });
    holes_.clear();
    for (const Box<double>& border : borders()) {
        const Vec3 from = frame.to_local(border.lo), to = frame.to_local(border.hi);
        holes_.push_back({from.x, to.x, from.y, to.y});
    }
}

bool SurfaceOfBody::has_faces_across(Axis axis) const {
    const auto along = [&](std::uint32_t v) { return at(v)[static_cast<std::size_t>(axis)]; };
    return std::any_of(triangles().begin(), triangles().end(),
                       [&](const Triangle& t) { return along(t[0]) == along(t[1]) && along(t[0]) == along(t[2]); });
}

double SurfaceOfBody::signed_volume() const {
    const Vec3 middle = 0.5 * Vec3(box_.lo) + 0.5 * Vec3(box_.hi);
    double sum = 0;
    for (const Triangle& t : triangles()) {
        const double six = dot(at(t[0]) - middle, cross(at(t[1]) - middle, at(t[2]) - middle));
        if (std::isfinite(six)) sum += six;
    }
    return sum / 6;
}

namespace {

/// Returns at the first sound triangle: nearly always the very first.
bool has_sound_triangle(const frame::Bodies& bodies, const frame::Body& body) {
    for (std::uint32_t t = body.first_triangle; t < body.first_triangle + body.triangles.size(); ++t) {
        if (bodies.usable(t) && bodies.soundness(t) == frame::Bodies::Soundness::sound) return true;
    }
    return false;
}

}  // namespace

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
        if (!has_sound_triangle(bodies, *body)) out.push_back({body->id, FlawKind::empty_body, 0});
    }
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
}

}  // namespace pliant::surfaces
