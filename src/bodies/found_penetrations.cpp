#include "bodies/found_penetrations.hpp"

#include <algorithm>
#include <tuple>

namespace pliant::bodies {

namespace {

struct ByVertexAndTetrahedron {
    static std::uint64_t key(const FoundPenetration& f) { return std::uint64_t{f.vertex} << 32 | f.tetrahedron; }
    bool operator()(const FoundPenetration& p, const FoundPenetration& q) const { return key(p) < key(q); }
};

bool strict_first(const FoundPenetration& p, const FoundPenetration& q) {
    return std::tuple(p.kind, p.vertex, p.tetrahedron) < std::tuple(q.kind, q.vertex, q.tetrahedron);
}

/// One for each vertex and body; of several the first strict one, or else the first.
void keep_once_per_body(const Tetrahedra& tetrahedra, std::vector<FoundPenetration>& found) {
    std::sort(found.begin(), found.end(), [&](const FoundPenetration& p, const FoundPenetration& q) {
        const auto key = [&](const FoundPenetration& f) {
            return std::tuple(f.vertex, tetrahedra.body_index(f.tetrahedron), f.kind, f.tetrahedron);
        };
        return key(p) < key(q);
    });
    const auto last = std::unique(found.begin(), found.end(), [&](const auto& p, const auto& q) {
        return p.vertex == q.vertex && tetrahedra.body_index(p.tetrahedron) == tetrahedra.body_index(q.tetrahedron);
    });
    found.erase(last, found.end());
}

void cut_to(std::vector<FoundPenetration>& found, std::size_t count) {
    std::nth_element(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(count), found.end(), strict_first);
    found.resize(count);
}

Penetration translated(const Bodies& bodies, const Tetrahedra& tetrahedra, const FoundPenetration& f,
                       const Body& body) {
    Penetration p;
    p.vertex = {body.id, f.vertex - body.first_vertex};
    p.tetrahedron = tetrahedra.reference(bodies, f.tetrahedron);
    p.kind = f.kind;
    p.barycentric = geometry::barycentric(bodies.position(f.vertex), tetrahedra.corners(bodies, f.tetrahedron));
    return p;
}

}  // namespace

bool wanted(const Bodies& bodies, const Tetrahedra& tetrahedra, std::uint32_t vertex, std::uint32_t tetrahedron,
            const PenetrationOptions& options) {
    const Body& body = bodies.all()[tetrahedra.body_index(tetrahedron)];
    if (body.set_aside) return false;
    const bool self = vertex >= body.first_vertex && vertex - body.first_vertex < body.vertices;
    return self ? options.self : options.between;
}

bool in_box(const Vec3& point, const geometry::TetrahedronCorners& corners) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
        double lo = corners[0][axis], hi = lo;
        for (const Vec3& c : corners) {
            lo = std::min(lo, c[axis]);
            hi = std::max(hi, c[axis]);
        }
        if (!(lo <= point[axis] && point[axis] <= hi)) return false;
    }
    return true;
}

bool boxes_overlap(const Vec3& p, const Vec3& q, const geometry::TetrahedronCorners& t) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto [lo, hi] = std::minmax({t[0][axis], t[1][axis], t[2][axis], t[3][axis]});
        if (std::max(p[axis], q[axis]) < lo || std::min(p[axis], q[axis]) > hi) return false;
    }
    return true;
}

void write_answer(const Bodies& bodies, const Tetrahedra& tetrahedra, std::vector<FoundPenetration>& found,
                  const PenetrationOptions& options, Penetrations& answer) {
    if (options.once_per_body) keep_once_per_body(tetrahedra, found);
    if (options.budget.pairs && found.size() > *options.budget.pairs) {
        cut_to(found, *options.budget.pairs);
        answer.report.stopped_by = Limit::pairs;
    }
    std::sort(found.begin(), found.end(), ByVertexAndTetrahedron());
    answer.items.clear();
    const std::span<const Body> all = bodies.all();
    std::size_t body = 0;
    for (const FoundPenetration& f : found) {
        while (body + 1 < all.size() && all[body + 1].first_vertex <= f.vertex) ++body;
        answer.items.push_back(translated(bodies, tetrahedra, f, all[body]));
    }
}

void write_edges(const Bodies& bodies, const Tetrahedra& tetrahedra, std::vector<FoundEdge>& found,
                 Penetrations& answer) {
    std::sort(found.begin(), found.end(), [](const FoundEdge& p, const FoundEdge& q) {
        return std::tuple(p.a, p.b, p.tetrahedron) < std::tuple(q.a, q.b, q.tetrahedron);
    });
    answer.edges.clear();
    for (const FoundEdge& f : found) {
        const auto [body, a] = vertex_reference(bodies, f.a);
        const std::uint32_t b = f.b - f.a + a;
        answer.edges.push_back({body, {a, b}, tetrahedra.reference(bodies, f.tetrahedron)});
    }
}

}  // namespace pliant::bodies
