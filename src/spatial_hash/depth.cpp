#include "spatial_hash/depth.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "numeric/orientation.hpp"

namespace pliant::spatial_hash {

using bodies::Bodies;
using bodies::Tetrahedra;

namespace {

// Tetrahedra that a straight way through a mesh passes: far above any, so that a walk always ends.
constexpr int longest_walk = 100000;

constexpr int most_sweeps = 200;
constexpr double over_relaxation = 1.6;

double length(const Vec3& v) { return std::sqrt(dot(v, v)); }

Vec3 unit(const Vec3& v) {
    const double size = length(v);
    return size > 0 ? (1 / size) * v : Vec3{};
}

/// By distance; what lies at the same place would weigh infinitely much.
double weight_of(const Vec3& way) { return 1 / std::max(dot(way, way), std::numeric_limits<double>::min()); }

/// Twice its area long, facing out of the tetrahedron, whichever way that is turned.
Vec3 outward(const geometry::TetrahedronCorners& c, std::size_t face) {
    const auto& f = mesh::face_corners[face];
    const Vec3 normal = cross(c[f[1]] - c[f[0]], c[f[2]] - c[f[0]]);
    return dot(normal, c[face] - c[f[0]]) > 0 ? -1.0 * normal : normal;
}

Triangle face_of(const Tetrahedron& t, std::size_t face) {
    const auto& f = mesh::face_corners[face];
    return {t[f[0]], t[f[1]], t[f[2]]};
}

/// The point of a triangle nearest to p, by the regions of [Ericson2005, 5.1.5].
Vec3 nearest_point(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
    const Vec3 ab = b - a, ac = c - a, ap = p - a, bp = p - b, cp = p - c;
    const double d1 = dot(ab, ap), d2 = dot(ac, ap), d3 = dot(ab, bp), d4 = dot(ac, bp), d5 = dot(ab, cp),
                 d6 = dot(ac, cp);
    if (d1 <= 0 && d2 <= 0) return a;
    if (d3 >= 0 && d4 <= d3) return b;
    if (d6 >= 0 && d5 <= d6) return c;
    const double vc = d1 * d4 - d3 * d2, vb = d5 * d2 - d1 * d6, va = d3 * d6 - d5 * d4;
    if (vc <= 0 && d1 >= 0 && d3 <= 0) return a + (d1 / (d1 - d3)) * ab;
    if (vb <= 0 && d2 >= 0 && d6 <= 0) return a + (d2 / (d2 - d6)) * ac;
    if (va <= 0 && d4 >= d3 && d5 >= d6) return b + ((d4 - d3) / ((d4 - d3) + (d5 - d6))) * (c - b);
    const double sum = va + vb + vc;
    return a + (vb / sum) * ab + (vc / sum) * ac;
}

}  // namespace

void Depth::measure(const Bodies& bodies, const Tetrahedra& tetrahedra, std::span<Penetration> found) {
    if (topology_version_ != bodies.topology_version()) build(bodies, tetrahedra);
    if (found.empty()) return;
    list(bodies, tetrahedra, found);
    list_neighbours();
    find_normals(bodies, tetrahedra);
    start_at_crossings(bodies, tetrahedra);
    hand_on(bodies);
    smooth(bodies);
    measure_ways_out(bodies, tetrahedra);
    ask_nearest(bodies, tetrahedra);
    write(bodies, found);
}

void Depth::build(const Bodies& bodies, const Tetrahedra& tetrahedra) {
    usable_.resize(tetrahedra.all().size());
    for (std::uint32_t t = 0; t < usable_.size(); ++t) usable_[t] = tetrahedra.usable(t) ? 1 : 0;
    std::vector<std::uint8_t> usable_triangles(bodies.triangles().size());
    for (std::uint32_t t = 0; t < usable_triangles.size(); ++t) usable_triangles[t] = bodies.usable(t) ? 1 : 0;
    across_ = mesh::face_neighbours(tetrahedra.all(), usable_);
    along_ =
        mesh::edge_neighbours(bodies.vertex_count(), tetrahedra.all(), usable_, bodies.triangles(), usable_triangles);
    boundary_.clear();
    for (std::uint32_t t = 0; t < usable_.size(); ++t) {
        for (std::uint32_t f = 0; usable_[t] != 0 && f < 4; ++f) {
            if (across_[4 * t + f] == mesh::no_neighbour) boundary_.push_back({tetrahedra.body_index(t), t, f});
        }
    }
    topology_version_ = bodies.topology_version();
}

/// Each vertex once for each body that it is in.
void Depth::list(const Bodies& bodies, const Tetrahedra& tetrahedra, std::span<const Penetration> found) {
    colliding_.clear();
    std::size_t body = 0, of_tetrahedron = 0;
    const auto follow = [&](std::size_t& index, BodyId id) {
        const auto all = bodies.all();
        if (all[index].id != id) {
            index = static_cast<std::size_t>(
                std::lower_bound(all.begin(), all.end(), id, [](const auto& b, BodyId i) { return b.id < i; }) -
                all.begin());
        }
    };
    for (const Penetration& p : found) {
        follow(body, p.vertex.body);
        follow(of_tetrahedron, p.tetrahedron.body);
        Colliding c{};
        c.body = static_cast<std::uint32_t>(of_tetrahedron);
        c.vertex = bodies.all()[body].first_vertex + p.vertex.vertex;
        c.tetrahedron = tetrahedra.first(of_tetrahedron) + p.tetrahedron.tetrahedron;
        colliding_.push_back(c);
    }
    std::sort(colliding_.begin(), colliding_.end(), [](const Colliding& p, const Colliding& q) {
        return std::tuple(p.body, p.vertex, p.tetrahedron) < std::tuple(q.body, q.vertex, q.tetrahedron);
    });
    const auto same = [](const Colliding& p, const Colliding& q) { return p.body == q.body && p.vertex == q.vertex; };
    colliding_.erase(std::unique(colliding_.begin(), colliding_.end(), same), colliding_.end());
}

/// Edges between vertices in the same body; their numbers in `colliding_`.
void Depth::list_neighbours() {
    first_neighbour_.clear();
    neighbours_.clear();
    for (const Colliding& c : colliding_) {
        first_neighbour_.push_back(neighbours_.size());
        for (const std::uint32_t vertex : along_.of(c.vertex)) {
            const Colliding* other = find(c.body, vertex);
            if (other != nullptr) neighbours_.push_back(static_cast<std::uint32_t>(other - colliding_.data()));
        }
    }
    first_neighbour_.push_back(neighbours_.size());
}

std::span<const std::uint32_t> Depth::neighbours(std::size_t i) const {
    return std::span(neighbours_).subspan(first_neighbour_[i], first_neighbour_[i + 1] - first_neighbour_[i]);
}

/// Of the vertices of surfaces: the mean of the faces around, by area.
void Depth::find_normals(const Bodies& bodies, const Tetrahedra& tetrahedra) {
    normals_.assign(bodies.vertex_count(), Vec3{});
    for (const BoundaryFace& face : boundary_) {
        const Vec3 normal = outward(tetrahedra.corners(bodies, face.tetrahedron), face.face);
        if (!(dot(normal, normal) > 0)) continue;  // nor of faces with corners that are not finite
        for (const std::uint32_t v : face_of(tetrahedra.all()[face.tetrahedron], face.face)) {
            normals_[v] = normals_[v] + normal;
        }
    }
    for (Vec3& normal : normals_) normal = unit(normal);
}

Depth::Colliding* Depth::find(std::uint32_t body, std::uint32_t vertex) {
    const auto at =
        std::lower_bound(colliding_.begin(), colliding_.end(), std::pair(body, vertex),
                         [](const Colliding& c, const auto& key) { return std::pair(c.body, c.vertex) < key; });
    return at != colliding_.end() && at->body == body && at->vertex == vertex ? &*at : nullptr;
}

/// From tetrahedron to tetrahedron along `way`; true where it leads out through the boundary before `limit` times it.
bool Depth::walk_out(const Bodies& bodies, const Tetrahedra& tetrahedra, std::uint32_t tetrahedron, const Vec3& from,
                     const Vec3& way, double limit, Exit& exit) const {
    std::uint32_t came_from = mesh::no_neighbour;
    for (int step = 0; step < longest_walk; ++step) {
        const auto corners = tetrahedra.corners(bodies, tetrahedron);
        double first = std::numeric_limits<double>::infinity();
        std::size_t out = 4;
        for (std::size_t face = 0; face < 4; ++face) {
            const std::uint32_t next = across_[4 * std::size_t{tetrahedron} + face];
            if (next != mesh::no_neighbour && next == came_from) continue;
            const Vec3 normal = outward(corners, face);
            const double along = dot(normal, way);
            if (!(along > 0)) continue;
            const double part = dot(normal, corners[mesh::face_corners[face][0]] - from) / along;
            if (part < first) {
                first = part;
                out = face;
            }
        }
        if (out == 4 || first > limit) return false;
        const std::uint32_t next = across_[4 * std::size_t{tetrahedron} + out];
        if (next == mesh::no_neighbour) {
            const Vec3 point = from + std::max(first, 0.0) * way;
            exit = {point, normal_at(bodies, face_of(tetrahedra.all()[tetrahedron], out), point)};
            if (exit.normal == Vec3{}) exit.normal = unit(outward(corners, out));
            return true;
        }
        came_from = tetrahedron;
        tetrahedron = next;
    }
    return false;
}

/// Between the normals of the corners, by the areas opposite to them.
Vec3 Depth::normal_at(const Bodies& bodies, const Triangle& face, const Vec3& point) const {
    Vec3 sum;
    for (std::size_t i = 0; i < 3; ++i) {
        const Vec3 b = bodies.position(face[(i + 1) % 3]), c = bodies.position(face[(i + 2) % 3]);
        sum = sum + length(cross(b - point, c - point)) * normals_[face[i]];
    }
    return unit(sum);
}

void Depth::finish(Colliding& c, DepthSource source) const {
    if (!(c.weight > 0)) return;
    c.depth = std::max(0.0, c.depth / c.weight);
    c.direction = unit(c.direction);
    c.source = source;
}

/// [Heidelberger2004, 3.2]: vertices with edges that leave the body.
void Depth::start_at_crossings(const Bodies& bodies, const Tetrahedra& tetrahedra) {
    front_.clear();
    for (std::uint32_t i = 0; i < colliding_.size(); ++i) {
        Colliding& c = colliding_[i];
        const Vec3 p = bodies.position(c.vertex);
        for (const std::uint32_t other : along_.of(c.vertex)) {
            Exit exit;
            if (find(c.body, other) != nullptr) continue;
            if (!walk_out(bodies, tetrahedra, c.tetrahedron, p, bodies.position(other) - p, 1, exit)) continue;
            const Vec3 way = exit.point - p;
            const double weight = weight_of(way);
            c.depth += weight * dot(way, exit.normal);
            c.direction = c.direction + weight * exit.normal;
            c.weight += weight;
        }
        if (c.weight > 0 && std::isfinite(c.weight)) {
            finish(c, DepthSource::crossed);
            front_.push_back(i);
        }
    }
}

/// [Heidelberger2004, 3.3]: ring after ring inwards, each from the rings before.
void Depth::hand_on(const Bodies& bodies) {
    handed_on_.clear();
    rings_ = 0;
    for (; !front_.empty(); ++rings_) {
        next_.clear();
        for (const std::uint32_t known : front_) {
            for (const std::uint32_t i : neighbours(known)) {
                if (colliding_[i].source == DepthSource::none) next_.push_back(i);
            }
        }
        std::sort(next_.begin(), next_.end());
        next_.erase(std::unique(next_.begin(), next_.end()), next_.end());
        for (const std::uint32_t i : next_) {
            Colliding& c = colliding_[i];
            const Vec3 p = bodies.position(c.vertex);
            c.depth = c.weight = 0;
            c.direction = {};
            for (const std::uint32_t k : neighbours(i)) {
                const Colliding& from = colliding_[k];
                if (from.source != DepthSource::crossed) continue;
                const Vec3 way = bodies.position(from.vertex) - p;
                const double weight = weight_of(way);
                c.depth += weight * (dot(way, from.direction) + from.depth);
                c.direction = c.direction + weight * from.direction;
                c.weight += weight;
            }
        }
        // Only now: those of one ring do not see each other.
        for (const std::uint32_t i : next_) finish(colliding_[i], DepthSource::crossed);
        handed_on_.insert(handed_on_.end(), next_.begin(), next_.end());
        front_.swap(next_);
    }
}

/// Departure from [Heidelberger2004]: rings that come from opposite sides meet with directions that have little to do
/// with each other. So directions are spread evenly between those at crossings, which stay: each becomes the mean of
/// its neighbours' (successive over-relaxation of Laplace's equation, to and fro in a fixed order).
void Depth::smooth(const Bodies& bodies) {
    const int sweeps = std::min(most_sweeps, 2 * rings_ + 8);
    flow_.assign(colliding_.size(), Vec3{});
    for (std::size_t i = 0; i < colliding_.size(); ++i) flow_[i] = colliding_[i].direction;
    for (int sweep = 0; sweep < sweeps; ++sweep) {
        const bool back = sweep % 2 != 0;
        for (std::size_t n = 0; n < handed_on_.size(); ++n) {
            const std::uint32_t i = handed_on_[back ? handed_on_.size() - 1 - n : n];
            const Vec3 p = bodies.position(colliding_[i].vertex);
            Vec3 sum;
            double weights = 0;
            for (const std::uint32_t k : neighbours(i)) {
                if (colliding_[k].source != DepthSource::crossed) continue;
                const double weight = weight_of(bodies.position(colliding_[k].vertex) - p);
                sum = sum + weight * flow_[k];
                weights += weight;
            }
            if (!(weights > 0) || !std::isfinite(weights)) continue;
            flow_[i] = (1 - over_relaxation) * flow_[i] + over_relaxation / weights * sum;
        }
    }
    for (const std::uint32_t i : handed_on_) {
        const Vec3 direction = unit(flow_[i]);
        if (finite(direction) && direction != Vec3{}) colliding_[i].direction = direction;
    }
}

/// Along its direction, from the vertex to where the body ends. What was handed on stands where no way is found.
void Depth::measure_ways_out(const Bodies& bodies, const Tetrahedra& tetrahedra) {
    for (Colliding& c : colliding_) {
        if (c.source != DepthSource::crossed) continue;
        const Vec3 p = bodies.position(c.vertex);
        Exit exit;
        constexpr double anywhere = std::numeric_limits<double>::infinity();
        if (!walk_out(bodies, tetrahedra, c.tetrahedron, p, c.direction, anywhere, exit)) continue;
        const double way = dot(exit.point - p, c.direction);
        if (std::isfinite(way)) c.depth = std::max(0.0, way);
    }
}

/// What no edge leads out of, a body within another: the nearest point of the surface.
void Depth::ask_nearest(const Bodies& bodies, const Tetrahedra& tetrahedra) {
    const auto unknown = [](const Colliding& c) { return c.source == DepthSource::none; };
    if (std::none_of(colliding_.begin(), colliding_.end(), unknown)) return;
    face_boxes_.clear();
    for (const BoundaryFace& face : boundary_) {
        FloatBox box{};
        const Triangle corners = face_of(tetrahedra.all()[face.tetrahedron], face.face);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const auto [lo, hi] = std::minmax({bodies.position(corners[0])[axis], bodies.position(corners[1])[axis],
                                               bodies.position(corners[2])[axis]});
            box.lo[axis] = simd::lower_float(lo);
            box.hi[axis] = simd::upper_float(hi);
        }
        face_boxes_.push_back(box);
    }
    faces_.build(face_boxes_, std::nullopt, 0);
    for (Colliding& c : colliding_) {
        if (c.source != DepthSource::none) continue;
        const Vec3 p = bodies.position(c.vertex);
        double best = std::numeric_limits<double>::infinity();
        const auto corners = tetrahedra.corners(bodies, c.tetrahedron);
        double reach = length(corners[1] - corners[0]);
        for (int i = 0; i < 200 && !(best <= reach) && std::isfinite(reach); ++i, reach *= 2) {
            FloatBox around{};
            for (std::size_t axis = 0; axis < 3; ++axis) {
                around.lo[axis] = simd::lower_float(p[axis] - reach);
                around.hi[axis] = simd::upper_float(p[axis] + reach);
            }
            faces_.each_overlapping(around, [&](std::uint32_t f) {
                const BoundaryFace& face = boundary_[f];
                if (face.body != c.body) return;
                const Triangle t = face_of(tetrahedra.all()[face.tetrahedron], face.face);
                const Vec3 near = nearest_point(p, bodies.position(t[0]), bodies.position(t[1]), bodies.position(t[2]));
                const double distance = length(near - p);
                if (!(distance < best)) return;
                best = distance;
                c.direction = distance > 0 ? unit(near - p)
                                           : unit(outward(tetrahedra.corners(bodies, face.tetrahedron), face.face));
                c.depth = distance;
            });
        }
        if (std::isfinite(best)) c.source = DepthSource::nearest;
    }
}

void Depth::write(const Bodies& bodies, std::span<Penetration> found) {
    const auto all = bodies.all();
    const auto index = [&](BodyId id) {
        return static_cast<std::uint32_t>(
            std::lower_bound(all.begin(), all.end(), id, [](const auto& b, BodyId i) { return b.id < i; }) -
            all.begin());
    };
    for (Penetration& p : found) {
        const std::uint32_t vertex = all[index(p.vertex.body)].first_vertex + p.vertex.vertex;
        const Colliding* c = find(index(p.tetrahedron.body), vertex);
        p.depth_source = c->source;
        p.depth = c->depth;
        p.direction = {c->direction.x, c->direction.y, c->direction.z};
    }
}

}  // namespace pliant::spatial_hash
