#include "detect/sphere_tree/hierarchy.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "detect/sphere_tree/fit_error.hpp"
#include "detect/sphere_tree/sphere.hpp"
#include "geometry/link_frame.hpp"
#include "parallel/floating_point_mode.hpp"

namespace pliant::sphere_tree {

using geometry::TriangleCorners;

namespace {

/// Vertices of some pieces, the one farthest by a measure. Few are enough where there are many.
template <class Measure>
std::uint32_t farthest_vertex(const SurfaceNow& surface, std::span<const Piece> pieces, const Measure& measure) {
    const std::size_t every = std::max<std::size_t>(1, pieces.size() / 512);
    std::uint32_t best = surface.triangles[pieces[0].triangle][0];
    double most = -1;
    for (std::size_t i = 0; i < pieces.size(); i += every) {
        for (const std::uint32_t v : surface.triangles[pieces[i].triangle]) {
            const double much = measure(Vec3(surface.positions[v]));
            if (much > most) {
                most = much;
                best = v;
            }
        }
    }
    return best;
}

/// Links a centre to three vertices of its pieces that are far from one another.
RigidLink hang(const Vec3& centre, const SurfaceNow& surface, std::span<const Piece> pieces) {
    const auto at = [&](std::uint32_t v) { return Vec3(surface.positions[v]); };
    const auto far_from = [&](const Vec3& from) {
        return farthest_vertex(surface, pieces, [&](const Vec3& p) { return squared_distance(p, from); });
    };
    const std::uint32_t i = far_from(centre), j = far_from(at(i));
    const Vec3 p = at(i), along = at(j) - p;
    const std::uint32_t k = farthest_vertex(surface, pieces, [&](const Vec3& q) {
        const Vec3 n = cross(along, q - p);
        return dot(n, n);
    });
    if (i == j || j == k || i == k) return {};
    const auto frame = geometry::link_frame(p, at(j), at(k));
    const Vec3 link = centre - (1.0 / 3) * (p + at(j) + at(k));
    if (!finite(link)) return {};
    constexpr double third = 1.0 / 3;
    return {{i, j, k}, {third, third, third}, {dot(link, frame[0]), dot(link, frame[1]), dot(link, frame[2])}};
}

/// Links for as many nodes as have a centre.
std::vector<RigidLink> hang_all(const std::vector<std::optional<Vec3>>& centres, const SphereHierarchy& made,
                                const SurfaceNow& surface) {
    std::vector<RigidLink> links;
    for (std::uint32_t node = 0; node < centres.size(); ++node) {
        if (!centres[node]) continue;
        links.resize(node + 1);
        links[node] = hang(*centres[node], surface,
                           std::span(made.pieces).subspan(made.begin[node], made.end[node] - made.begin[node]));
    }
    return links;
}

}  // namespace

DividedPieces pieces_of(const SurfaceNow& surface, std::span<const std::uint32_t> usable) {
    DividedPieces out;
    out.pieces = cut_long_triangles(surface, usable);
    for (const Piece& piece : out.pieces.list) {
        const TriangleCorners c = corners_of(piece, out.pieces.cuts, surface.corners(piece.triangle));
        const Vec3 middle = (1.0 / 3) * c[0] + (1.0 / 3) * c[1] + (1.0 / 3) * c[2];
        out.corners.push_back(c);
        out.middles.push_back(finite(middle) ? middle : Vec3{});
    }
    return out;
}

std::vector<Part> MedianDivider::divide(std::span<std::uint32_t> pieces, std::uint32_t) {
    const auto size = static_cast<std::uint32_t>(pieces.size());
    std::vector<Part> parts;
    split(pieces, 0, std::min(branching_, (size + pieces_per_leaf - 1) / pieces_per_leaf), parts);
    return parts;
}

void MedianDivider::split(std::span<std::uint32_t> pieces, std::uint32_t first, std::uint32_t count,
                          std::vector<Part>& out) {
    const auto size = static_cast<std::uint32_t>(pieces.size());
    if (count == 1) {
        out.push_back({first + size, {}});
        return;
    }
    const std::uint32_t left = count / 2;
    const auto middle = static_cast<std::uint32_t>(std::uint64_t{size} * left / count);
    const std::size_t axis = longest_axis(pieces);
    const auto before = [&](std::uint32_t i, std::uint32_t j) {
        const double p = middles_[i][axis], q = middles_[j][axis];
        return p != q ? p < q : i < j;
    };
    std::nth_element(pieces.begin(), pieces.begin() + middle, pieces.end(), before);
    split(pieces.first(middle), first, left, out);
    split(pieces.subspan(middle), first + middle, count - left, out);
}

std::size_t MedianDivider::longest_axis(std::span<const std::uint32_t> pieces) const {
    Vec3 lo = middles_[pieces[0]], hi = lo;
    for (const std::uint32_t i : pieces) {
        const Vec3& p = middles_[i];
        lo = {std::min(lo.x, p.x), std::min(lo.y, p.y), std::min(lo.z, p.z)};
        hi = {std::max(hi.x, p.x), std::max(hi.y, p.y), std::max(hi.z, p.z)};
    }
    const Vec3 size = 0.5 * hi - 0.5 * lo;
    return size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
}

/// Breadth first, so that children end up side by side.
SphereHierarchy divide_all(const SurfaceNow& surface, DividedPieces&& pieces, Divider& divider) {
    SphereHierarchy out;
    out.vertices = static_cast<std::uint32_t>(surface.positions.size());
    out.triangles = static_cast<std::uint32_t>(surface.triangles.size());
    out.mark = mark_of(surface.triangles);
    const auto count = static_cast<std::uint32_t>(pieces.pieces.list.size());
    std::vector<std::uint32_t> order(count);
    std::iota(order.begin(), order.end(), 0u);
    std::vector<std::optional<Vec3>> centres(1);
    out.begin.assign(1, 0);
    out.end.assign(1, count);
    out.level.assign(1, 0);
    for (std::uint32_t node = 0; node < out.nodes(); ++node) {
        if (node == out.level.back()) out.level.push_back(out.nodes());  // the first of the next level, if there is one
        out.first_child.push_back(out.nodes());
        const std::uint32_t begin = out.begin[node], size = out.end[node] - begin;
        if (size <= pieces_per_leaf) continue;
        const auto level = static_cast<std::uint32_t>(out.level.size() - 2);
        std::uint32_t from = 0;
        for (const Part& part : divider.divide(std::span(order).subspan(begin, size), level)) {
            out.begin.push_back(begin + std::exchange(from, part.end));
            out.end.push_back(begin + part.end);
            centres.push_back(part.centre);
        }
    }
    out.first_child.push_back(out.nodes());
    if (out.level.back() != out.nodes()) out.level.push_back(out.nodes());
    out.pieces.resize(count);
    for (std::uint32_t i = 0; i < count; ++i) out.pieces[i] = pieces.pieces.list[order[i]];
    out.cuts = std::move(pieces.pieces.cuts);
    out.centres = hang_all(centres, out, surface);
    return out;
}

SphereHierarchy split_at_medians(const SurfaceNow& surface, std::span<const std::uint32_t> usable,
                                 std::uint32_t branching) {
    DividedPieces pieces = pieces_of(surface, usable);
    const std::vector<Vec3> middles = std::move(pieces.middles);
    MedianDivider divider(middles, branching);
    return divide_all(surface, std::move(pieces), divider);
}

std::vector<std::uint32_t> usable_triangles(const SurfaceNow& surface) {
    std::vector<std::uint32_t> usable;
    for (std::uint32_t t = 0; t < surface.triangles.size(); ++t) {
        const Triangle& v = surface.triangles[t];
        if (std::max({v[0], v[1], v[2]}) < surface.positions.size()) usable.push_back(t);
    }
    return usable;
}

std::uint64_t mark_of(std::span<const Triangle> triangles) {
    std::uint64_t mark = 14695981039346656037u;  // FNV-1a, by numbers instead of bytes
    for (const Triangle& t : triangles) {
        for (const std::uint32_t v : t) mark = (mark ^ v) * 1099511628211u;
    }
    return mark;
}

bool fits(const SphereHierarchy& hierarchy, std::span<const Triangle> triangles, std::size_t vertices) {
    if (hierarchy.triangles != triangles.size() || hierarchy.vertices != vertices) return false;
    if (hierarchy.mark != mark_of(triangles)) return false;
    std::vector<std::uint8_t> held(triangles.size(), 0);
    for (const Piece& piece : hierarchy.pieces) held[piece.triangle] = 1;
    for (std::size_t t = 0; t < triangles.size(); ++t) {
        const Triangle& v = triangles[t];
        if ((held[t] != 0) != (std::max({v[0], v[1], v[2]}) < vertices)) return false;
    }
    return true;
}

}  // namespace pliant::sphere_tree

namespace pliant {

SphereHierarchy make_sphere_hierarchy(const SurfaceView& surface, const HierarchyOptions& options) {
    const parallel::FloatingPointMode mode;
    if (options.branching < 2 || options.branching > 64) {
        throw std::invalid_argument("pliant: a sphere has 2 to 64 children");
    }
    const sphere_tree::SurfaceNow now{surface.positions, surface.triangles};
    SphereHierarchy made = sphere_tree::split_at_medians(now, sphere_tree::usable_triangles(now), options.branching);
    made.errors = sphere_tree::errors_of(made, surface, sphere_tree::Solid(surface));
    return made;
}

}  // namespace pliant
