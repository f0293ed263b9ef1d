// Isosurface stuffing [Labelle2007]. Departures: the winding number decides inside or outside instead of a signed
// distance, so that dirty surfaces work; prisms are split by smallest vertex number, which is consistent between
// neighbours; cells have one size.
#include "meshing/stuffing.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <span>
#include <stdexcept>
#include <utility>

#include "meshing/lattice.hpp"
#include "meshing/winding_tree.hpp"

namespace pliant::meshing {

namespace {

// Warp thresholds: a cut nearer to an end than this fraction of the edge moves that end onto the surface
// [Labelle2007, 3.3].
constexpr double too_near_long = 0.24999, too_near_short = 0.41189;
// Bisection steps that find a cut at a hole, where the edge crosses no triangle.
constexpr int halvings = 20;
// Least number of distinct doubles across a cell, so that rounding inverts no tetrahedron.
constexpr double places_per_cell = 1024;
constexpr std::size_t points_per_chunk = 512, edges_per_chunk = 256;

enum class Place : std::int8_t { outside = -1, surface = 0, inside = 1 };

/// A lattice edge with one end inside (a) and one outside (b), and where the surface cuts it.
struct Cut {
    std::uint32_t a, b;
    double part = 0;           // cut point: fraction of the edge from a to b
    std::uint32_t vertex = 0;  // number of the new vertex, if it is used
};

bool by_ends(const Cut& p, const Cut& q) { return std::pair(p.a, p.b) < std::pair(q.a, q.b); }

double volume6(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) { return dot(b - a, cross(c - a, d - a)); }

class Stuffing {
public:
    Stuffing(const WindingTree& tree, double cell, parallel::Workers& workers)
        : tree_(tree), lattice_(tree.lo(), tree.hi(), cell), workers_(workers) {}

    VolumeMesh run() {
        tell_inside();
        find_cuts();
        warp();
        number_vertices();
        lattice_.each_tetrahedron([&](const Tetrahedron& t) { stencil(t); });
        return take_used();
    }

private:
    void tell_inside() {
        place_.resize(lattice_.points());
        at_.resize(lattice_.points());
        const parallel::Chunks chunks{place_.size(), points_per_chunk};
        workers_.for_each(chunks.number(), [&](std::size_t chunk) {
            for (std::size_t i = chunks.begin(chunk); i < chunks.end(chunk); ++i) {
                at_[i] = lattice_.place(static_cast<std::uint32_t>(i));
                place_[i] = tree_.inside(at_[i]) ? Place::inside : Place::outside;
            }
        });
    }

    void find_cuts() {
        lattice_.each_tetrahedron([&](const Tetrahedron& t) {
            for (std::size_t i = 0; i < 4; ++i) {
                for (std::size_t k = 0; k < 4; ++k) {
                    if (place_[t[i]] == Place::inside && place_[t[k]] == Place::outside) cuts_.push_back({t[i], t[k]});
                }
            }
        });
        std::sort(cuts_.begin(), cuts_.end(), by_ends);
        const auto same = [](const Cut& p, const Cut& q) { return p.a == q.a && p.b == q.b; };
        cuts_.erase(std::unique(cuts_.begin(), cuts_.end(), same), cuts_.end());
        const parallel::Chunks chunks{cuts_.size(), edges_per_chunk};
        workers_.for_each(chunks.number(), [&](std::size_t chunk) {
            std::vector<double> crossings;
            for (std::size_t i = chunks.begin(chunk); i < chunks.end(chunk); ++i) {
                cuts_[i].part = surface_between(at_[cuts_[i].a], at_[cuts_[i].b], crossings);
            }
        });
    }

    /// Fraction of the edge where inside becomes outside: at a triangle, or within a hole by bisection.
    [[nodiscard]] double surface_between(const Vec3& in, const Vec3& out, std::vector<double>& crossings) const {
        tree_.crossings(in, out, crossings);
        if (crossings.size() == 1) return crossings[0];
        for (std::size_t i = crossings.size(); i-- > 0;) {
            const double before = i == 0 ? 0 : crossings[i - 1];
            const double middle = 0.5 * before + 0.5 * crossings[i];
            if (tree_.inside(in + middle * (out - in))) return crossings[i];
        }
        double low = 0, high = 1;
        for (int i = 0; i < halvings; ++i) {
            const double middle = 0.5 * (low + high);
            (tree_.inside(in + middle * (out - in)) ? low : high) = middle;
        }
        return 0.5 * (low + high);
    }

    struct Violation {
        std::uint32_t point;
        double part;  // fraction of the edge to the other end
        std::uint32_t other;
        auto operator<=>(const Violation&) const = default;
    };

    /// Moves points that are too near to the surface onto it, each along its shortest violating edge.
    void warp() {
        std::vector<Violation> violations;
        for (const Cut& cut : cuts_) {
            const double limit = lattice_.is_long(cut.a, cut.b) ? too_near_long : too_near_short;
            if (cut.part < limit) violations.push_back({cut.a, cut.part, cut.b});
            if (1 - cut.part < limit) violations.push_back({cut.b, 1 - cut.part, cut.a});
        }
        std::sort(violations.begin(), violations.end());
        std::vector<Vec3> moved = at_;
        for (const auto& [point, part, other] : violations) {
            // An edge with an end on the surface has no cut any more.
            if (place_[point] == Place::surface || place_[other] == Place::surface) continue;
            moved[point] = at_[point] + part * (at_[other] - at_[point]);
            place_[point] = Place::surface;
        }
        // The remaining cuts keep their places: their ends did not move.
        at_ = std::move(moved);
    }

    void number_vertices() {
        for (Cut& cut : cuts_) {
            if (place_[cut.a] != Place::inside || place_[cut.b] != Place::outside) continue;
            cut.vertex = static_cast<std::uint32_t>(at_.size());
            at_.push_back(at_[cut.a] + cut.part * (at_[cut.b] - at_[cut.a]));
        }
    }

    [[nodiscard]] std::uint32_t cut_vertex(std::uint32_t in, std::uint32_t out) const {
        return std::lower_bound(cuts_.begin(), cuts_.end(), Cut{in, out}, by_ends)->vertex;
    }

    /// Adds the part of a lattice tetrahedron that is inside: the stencils of [Labelle2007, 3].
    void stencil(const Tetrahedron& t) {
        std::array<std::uint32_t, 4> in{}, on{}, out{};
        std::size_t ins = 0, ons = 0, outs = 0;
        for (const std::uint32_t v : t) {
            if (place_[v] == Place::inside) in[ins++] = v;
            if (place_[v] == Place::surface) on[ons++] = v;
            if (place_[v] == Place::outside) out[outs++] = v;
        }
        if (ins == 0) return;
        if (outs == 0) return add(t);
        const auto cut = [&](std::size_t i, std::size_t o) { return cut_vertex(in[i], out[o]); };
        if (ins == 3) {
            return add_prism({in[0], in[1], in[2]}, {cut(0, 0), cut(1, 0), cut(2, 0)});
        }
        if (ins == 2 && outs == 2) {
            return add_prism({in[0], cut(0, 0), cut(0, 1)}, {in[1], cut(1, 0), cut(1, 1)});
        }
        if (ins == 2) return add_pyramid(on[0], {in[0], in[1], cut(1, 0), cut(0, 0)});
        Tetrahedron clipped{in[0], 0, 0, 0};
        std::size_t count = 1;
        for (std::size_t i = 0; i < ons; ++i) clipped[count++] = on[i];
        for (std::size_t o = 0; o < outs; ++o) clipped[count++] = cut(0, o);
        add(clipped);
    }

    using Quad = std::array<std::uint32_t, 4>;  // corners in cyclic order

    /// The diagonal starts at the smallest vertex number, so that both neighbours of a face split it alike.
    static std::array<Triangle, 2> halves(const Quad& q) {
        const auto first = static_cast<std::size_t>(std::min_element(q.begin(), q.end()) - q.begin());
        const auto at = [&](std::size_t i) { return q[(first + i) % 4]; };
        return {Triangle{at(0), at(1), at(2)}, Triangle{at(0), at(2), at(3)}};
    }

    static bool has(const Triangle& t, std::uint32_t v) { return t[0] == v || t[1] == v || t[2] == v; }

    /// Fans tetrahedra from the smallest vertex to the faces that do not contain it.
    void add_cone(std::span<const Triangle> faces, std::span<const Quad> quads) {
        std::uint32_t apex = std::numeric_limits<std::uint32_t>::max();
        for (const Triangle& face : faces) apex = std::min({apex, face[0], face[1], face[2]});
        const auto to_face = [&](const Triangle& face) {
            if (!has(face, apex)) add({apex, face[0], face[1], face[2]});
        };
        for (const Triangle& face : faces) to_face(face);
        for (const Quad& quad : quads) {
            if (std::find(quad.begin(), quad.end(), apex) != quad.end()) continue;
            for (const Triangle& half : halves(quad)) to_face(half);
        }
    }

    void add_prism(const Triangle& p, const Triangle& q) {
        const std::array faces{p, q};
        const std::array quads{Quad{p[0], p[1], q[1], q[0]}, Quad{p[1], p[2], q[2], q[1]},
                               Quad{p[2], p[0], q[0], q[2]}};
        add_cone(faces, quads);
    }

    void add_pyramid(std::uint32_t apex, const Quad& base) {
        std::array<Triangle, 4> faces{};
        for (std::size_t i = 0; i < 4; ++i) faces[i] = {apex, base[i], base[(i + 1) % 4]};
        add_cone(faces, std::array<Quad, 1>{base});
    }

    void add(Tetrahedron t) {
        const double volume = volume6(at_[t[0]], at_[t[1]], at_[t[2]], at_[t[3]]);
        if (volume == 0) return;
        if (volume < 0) std::swap(t[2], t[3]);
        mesh_.tetrahedra.push_back(t);
    }

    VolumeMesh take_used() {
        constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
        std::vector<std::uint32_t> number(at_.size(), none);
        for (Tetrahedron& t : mesh_.tetrahedra) {
            for (std::uint32_t& v : t) {
                if (number[v] == none) {
                    number[v] = static_cast<std::uint32_t>(mesh_.positions.size());
                    mesh_.positions.push_back({at_[v].x, at_[v].y, at_[v].z});
                }
                v = number[v];
            }
        }
        return std::move(mesh_);
    }

    const WindingTree& tree_;
    Lattice lattice_;
    parallel::Workers& workers_;
    std::vector<Place> place_;
    std::vector<Vec3> at_;  // positions of lattice points, then of cuts
    std::vector<Cut> cuts_;
    VolumeMesh mesh_;
};

/// Throws where doubles are too coarse at this distance from the origin: cells need places_per_cell of them.
void require_room(const Vec3& lo, const Vec3& hi, double cell) {
    double largest = 0;
    for (const Vec3& corner : {lo, hi}) {
        largest = std::max({largest, std::abs(corner.x), std::abs(corner.y), std::abs(corner.z)});
    }
    const double apart = largest * std::numeric_limits<double>::epsilon();
    if (cell >= places_per_cell * apart) return;
    char text[200];
    std::snprintf(text, sizeof text,
                  "no room for cells of size %g: coordinates around %g are %g apart; move the surface nearer to "
                  "the origin",
                  cell, largest, apart);
    throw std::domain_error(text);
}

}  // namespace

void require_measurable(const SurfaceView& surface) {
    double largest = 0;
    for (const Triangle& t : surface.triangles) {
        for (const std::uint32_t v : t) {
            if (v >= surface.positions.size()) continue;
            const Vec3 p = surface.positions[v];
            if (finite(p)) largest = std::max({largest, std::abs(p.x), std::abs(p.y), std::abs(p.z)});
        }
    }
    if (largest == 0 || (largest >= 1e-70 && largest <= 1e70)) return;
    char text[200];
    std::snprintf(text, sizeof text,
                  "coordinates around %g are too %s for volumes to be numbers; scale the surface to between 1e-70 and "
                  "1e70",
                  largest, largest > 1 ? "large" : "small");
    throw std::domain_error(text);
}

VolumeMesh stuff(const SurfaceView& surface, const Cells& cells, parallel::Workers& workers) {
    require_measurable(surface);
    const WindingTree tree(surface);
    if (tree.empty()) return {};
    const Vec3 size = tree.hi() - tree.lo();
    const double longest = std::max({size.x, size.y, size.z});
    const double cell = cells.size.value_or(longest / std::max(1u, cells.resolution));
    if (!(cell > 0) || !std::isfinite(longest)) return {};
    require_room(tree.lo(), tree.hi(), cell);
    return Stuffing(tree, cell, workers).run();
}

}  // namespace pliant::meshing
