#include "detect/spatial_hash/tetrahedron_walk.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "numeric/orientation.hpp"

namespace pliant::spatial_hash {

using frame::Bodies;
using frame::Tetrahedra;

namespace {

// Faces whose normals are further apart than 45 degrees meet in a crease: the square of its cosine.
constexpr double crease = 0.5;
// Relative, squared: more than rounding adds to a determinant of three edges. Its terms are six products of three.
constexpr double hardly_any = 1e-28;

/// The normal of a face, twice its area long, out of the tetrahedron, inverted or not.
Vec3 outward(const geometry::TetrahedronCorners& c, std::size_t face) {
    const auto& f = mesh::face_corners[face];
    const Vec3 normal = cross(c[f[1]] - c[f[0]], c[f[2]] - c[f[0]]);
    return dot(normal, c[face] - c[f[0]]) > 0 ? -1.0 * normal : normal;
}

/// Whether a point lies on the same side of a face as the tetrahedron: as the far corner of a neighbour, one of both
/// is inverted. A flat one lies on neither side.
bool folded(const geometry::TetrahedronCorners& corners, std::uint32_t face, const Vec3& point) {
    const auto& f = mesh::face_corners[face];
    const Vec3 &a = corners[f[0]], &b = corners[f[1]], &c = corners[f[2]];
    const Vec3 ab = b - a, ac = c - a, here = corners[face] - a, there = point - a, normal = cross(ab, ac);
    const double h = dot(normal, here), t = dot(normal, there);
    // Nearly always on either side, by more than rounding.
    const double size = dot(ab, ab) + dot(ac, ac) + dot(here, here) + dot(there, there);
    const double least = hardly_any * size * size * size;
    if (h * t < 0 && h * h > least && t * t > least) return false;
    return orient3d(a, b, c, corners[face]) * orient3d(a, b, c, point) > 0;
}

double largest(const Vec3& v) { return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)}); }

/// The power of two that makes the median coordinate of a body about 1; outliers do not count.
double scale_of(const Bodies& bodies, const frame::Body& body) {
    std::array<double, 31> far{};
    std::size_t count = 0;
    const std::size_t step = body.vertices / far.size() + 1;
    for (std::size_t v = 0; v < body.vertices; v += step) {
        const Vec3 p = bodies.position(body.first_vertex + static_cast<std::uint32_t>(v));
        if (finite(p) && largest(p) > 0) far[count++] = largest(p);
    }
    std::nth_element(far.begin(), far.begin() + count / 2, far.begin() + count);
    int exponent = 0;
    std::frexp(far[count / 2], &exponent);
    return std::ldexp(1.0, std::clamp(-exponent, -1020, 1020));
}

}  // namespace

double length(const Vec3& v) {
    const double size = largest(v);
    if (!(size > 0) || !std::isfinite(size)) return size;
    const Vec3 w{v.x / size, v.y / size, v.z / size};
    return size * std::sqrt(dot(w, w));
}

Vec3 unit(const Vec3& v) {
    const double size = largest(v);
    if (!(size > 0) || !finite(v)) return {};
    const Vec3 w{v.x / size, v.y / size, v.z / size};
    return (1 / std::sqrt(dot(w, w))) * w;
}

void TetrahedronWalk::build(const Bodies& bodies, const Tetrahedra& tetrahedra) {
    usable_.resize(tetrahedra.all().size());
    for (std::uint32_t t = 0; t < usable_.size(); ++t) usable_[t] = tetrahedra.usable(t) ? 1 : 0;
    across_ = mesh::face_neighbours(tetrahedra.all(), usable_);
    find_parts();
    list_boundary(bodies, tetrahedra);
}

void TetrahedronWalk::find_parts() {
    constexpr std::uint32_t unknown = 0xffffffffu;
    part_.assign(usable_.size(), unknown);
    parts_ = 0;
    for (std::uint32_t first = 0; first < part_.size(); ++first) {
        if (part_[first] != unknown) continue;
        part_[first] = static_cast<std::uint32_t>(parts_++);
        to_visit_.assign(1, first);
        while (!to_visit_.empty()) {
            const std::uint32_t t = to_visit_.back();
            to_visit_.pop_back();
            for (std::uint32_t face = 0; face < 4; ++face) {
                const std::uint32_t next = across(t, face);
                if (next == mesh::no_neighbour || part_[next] != unknown) continue;
                part_[next] = part_[first];
                to_visit_.push_back(next);
            }
        }
    }
}

void TetrahedronWalk::list_boundary(const Bodies& bodies, const Tetrahedra& tetrahedra) {
    boundary_.clear();
    std::vector<std::uint32_t>& first = faces_around_.first;
    first.assign(bodies.vertex_count() + 1, 0);
    for (std::uint32_t t = 0; t < usable_.size(); ++t) {
        for (std::uint32_t f = 0; usable_[t] != 0 && f < 4; ++f) {
            if (across(t, f) != mesh::no_neighbour) continue;
            boundary_.push_back({t, f});
            for (const std::uint8_t corner : mesh::face_corners[f]) ++first[tetrahedra.all()[t][corner] + 1];
        }
    }
    for (std::size_t v = 1; v < first.size(); ++v) first[v] += first[v - 1];
    faces_around_.numbers.resize(first.back());
    std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
    for (std::uint32_t i = 0; i < boundary_.size(); ++i) {
        const auto [t, f] = boundary_[i];
        for (const std::uint8_t corner : mesh::face_corners[f]) {
            faces_around_.numbers[next[tetrahedra.all()[t][corner]]++] = i;
        }
    }
}

void TetrahedronWalk::update(const Bodies& bodies, const Tetrahedra& tetrahedra,
                             std::span<const std::uint8_t> penetrated) {
    bodies_ = &bodies;
    tetrahedra_ = &tetrahedra;
    scale_.resize(penetrated.size());
    for (std::size_t b = 0; b < penetrated.size(); ++b) {
        scale_[b] = penetrated[b] != 0 ? scale_of(bodies, bodies.all()[b]) : 1;
    }
    face_normals_.resize(boundary_.size());
    for (std::size_t i = 0; i < boundary_.size(); ++i) {
        const auto [t, f] = boundary_[i];
        if (penetrated[tetrahedra.body_index(t)] != 0) face_normals_[i] = outward(corners(t), f);
    }
}

geometry::TetrahedronCorners TetrahedronWalk::corners(std::uint32_t tetrahedron) const {
    const std::uint32_t body = tetrahedra_->body_index(tetrahedron);
    const Tetrahedron& t = tetrahedra_->all()[tetrahedron];
    return {position(body, t[0]), position(body, t[1]), position(body, t[2]), position(body, t[3])};
}

Triangle TetrahedronWalk::vertices(const BoundaryFace& face) const {
    const Tetrahedron& t = tetrahedra_->all()[face.tetrahedron];
    const auto& f = mesh::face_corners[face.face];
    return {t[f[0]], t[f[1]], t[f[2]]};
}

/// The face through which a ray leaves a tetrahedron; face 4 where there is none.
TetrahedronWalk::Step TetrahedronWalk::next_face(const Place& at, const geometry::TetrahedronCorners& c,
                                                 const Vec3& from, const Vec3& direction) const {
    Step step;
    step.length = std::numeric_limits<double>::infinity();
    for (std::uint32_t face = 0; face < 4; ++face) {
        const std::uint32_t next = across(at.tetrahedron, face);
        if (next != mesh::no_neighbour && next == at.came_from) continue;
        const Vec3 normal = outward(c, face);
        const double along = at.heading * dot(normal, direction);
        if (!(along > 0)) continue;
        const double length = dot(normal, c[mesh::face_corners[face][0]] - from) / along;
        if (length < step.length) step = {face, length};
    }
    return step;
}

/// The face that leads from one tetrahedron to another.
std::uint32_t TetrahedronWalk::entry(std::uint32_t tetrahedron, std::uint32_t other) const {
    std::uint32_t face = 0;
    while (face < 3 && across(tetrahedron, face) != other) ++face;
    return face;
}

/// Where the body is folded, the line turns back with it: the tetrahedron beyond the face lies before it. The body ends
/// at the farthest place on the way, at a boundary face or at a fold. A walk may go in circles: the next step depends
/// only on the tetrahedron, the one before and the heading; once all repeat, there is nothing new. Cycle detection by
/// [Brent1980].
TetrahedronWalk::Path TetrahedronWalk::follow(std::uint32_t tetrahedron, const Vec3& from, const Vec3& direction,
                                              double limit) const {
    Place at{tetrahedron, mesh::no_neighbour, 1}, seen = at;
    geometry::TetrahedronCorners here = corners(tetrahedron);
    Path farthest;
    for (std::uint64_t steps = 1, next_mark = 2;; ++steps) {
        const Step step = next_face(at, here, from, direction);
        if (step.face == 4) return {};
        const double length = at.heading * step.length;
        if (length > limit) return {End::reached, limit, at.tetrahedron, 0};
        const std::uint32_t next = across(at.tetrahedron, step.face);
        const bool ends = next == mesh::no_neighbour;
        const auto there = ends ? here : corners(next);
        const bool turns = !ends && folded(here, step.face, there[entry(next, at.tetrahedron)]);
        if ((ends || turns) && (farthest.end == End::lost || length > farthest.length))
            farthest = {End::out, length > 0 ? length : 0, at.tetrahedron, step.face};
        if (ends) return farthest;
        at = {next, at.tetrahedron, turns ? -at.heading : at.heading};
        here = there;
        if (at == seen) return farthest;
        if (steps == next_mark) {
            seen = at;
            next_mark *= 2;
        }
    }
}

/// The mean normal, by area, of the faces around a vertex that meet the given one without a crease.
Vec3 TetrahedronWalk::corner_normal(std::uint32_t vertex, const Vec3& face_normal) const {
    Vec3 sum;
    for (const std::uint32_t i : faces_around_.of(vertex)) {
        const Vec3& other = face_normals_[i];
        const double along = dot(face_normal, other);
        if (along > 0 && along * along >= crease * dot(face_normal, face_normal) * dot(other, other)) sum = sum + other;
    }
    return unit(sum);
}

Vec3 TetrahedronWalk::normal_at(const BoundaryFace& face, const Vec3& point) const {
    const std::uint32_t body = tetrahedra_->body_index(face.tetrahedron);
    const Triangle corner = vertices(face);
    const Vec3 own = outward(corners(face.tetrahedron), face.face);
    Vec3 sum;
    for (std::size_t i = 0; i < 3; ++i) {
        const Vec3 b = position(body, corner[(i + 1) % 3]), c = position(body, corner[(i + 2) % 3]);
        sum = sum + length(cross(b - point, c - point)) * corner_normal(corner[i], own);
    }
    const Vec3 normal = unit(sum);
    return normal != Vec3{} ? normal : unit(own);
}

}  // namespace pliant::spatial_hash
