#include "picture/shared_surface.hpp"

#include <algorithm>
#include <numeric>
#include <unordered_map>

#include <pliant/scene.hpp>

#include "picture/placement.hpp"

namespace pliant::picture {

namespace {

constexpr std::uint32_t none = ~0u;
constexpr std::uint32_t lattice = 10;  // a cut triangle is looked at in so many steps along each side

struct Corners {
    Vec3 a, b, c;
};

/// Where a triangle of the other body passes through a triangle, and which side of it is outside.
struct CutLine {
    Vec3 from, to, outwards;
};

/// Meshes are scaled to about 1, so that lengths and their squares neither overflow nor vanish.
class ScaledMesh {
public:
    ScaledMesh(const ClosedMesh& mesh, const Placement& placement) : mesh_(mesh), placement_(placement) {}

    [[nodiscard]] std::size_t size() const { return mesh_.triangles.size(); }
    [[nodiscard]] bool sound(std::size_t triangle) const {
        const Triangle& t = mesh_.triangles[triangle];
        return std::all_of(t.begin(), t.end(), [&](std::uint32_t v) {
            return v < mesh_.positions.size() && finite(Vec3(mesh_.positions[v]));
        });
    }
    [[nodiscard]] Corners corners(std::size_t triangle) const {
        const Triangle& t = mesh_.triangles[triangle];
        return {placed(t[0]), placed(t[1]), placed(t[2])};
    }
    [[nodiscard]] const ClosedMesh& mesh() const { return mesh_; }

private:
    [[nodiscard]] Vec3 placed(std::uint32_t vertex) const { return placement_.placed(mesh_.positions[vertex]); }

    const ClosedMesh& mesh_;
    const Placement& placement_;
};

Vec3 normal_of(const Corners& t) { return direction_of(cross(t.b - t.a, t.c - t.a)); }

/// The segment that a triangle has in common with a plane through `origin`: its ends on the triangle's border.
std::vector<Vec3> border_points(const Corners& t, const Vec3& origin, const Vec3& normal) {
    std::vector<Vec3> points;
    const std::array<Vec3, 3> corner{t.a, t.b, t.c};
    for (std::size_t i = 0; i < 3; ++i) {
        const Vec3 &from = corner[i], &to = corner[(i + 1) % 3];
        const double here = dot(from - origin, normal), there = dot(to - origin, normal);
        if ((here > 0) != (there > 0)) points.push_back(from + (here / (here - there)) * (to - from));
    }
    return points;
}

/// Along the line in which both planes meet: the stretch that both triangles have. False where rounding leaves none.
bool meet(const Corners& t, const Corners& other, CutLine& line) {
    const Vec3 normal = normal_of(t), outwards = normal_of(other);
    std::vector<Vec3> own = border_points(t, other.a, outwards), theirs = border_points(other, t.a, normal);
    if (own.size() != 2 || theirs.size() != 2) return false;
    const Vec3 along = cross(normal, outwards);
    const auto order = [&](std::vector<Vec3>& ends) {
        if (dot(ends[0], along) > dot(ends[1], along)) std::swap(ends[0], ends[1]);
    };
    order(own);
    order(theirs);
    line.from = dot(own[0], along) > dot(theirs[0], along) ? own[0] : theirs[0];
    line.to = dot(own[1], along) < dot(theirs[1], along) ? own[1] : theirs[1];
    line.outwards = direction_of(outwards - dot(outwards, normal) * normal);
    return dot(line.to - line.from, along) > 0;
}

/// Positive outside: the distance to the nearest line, with the side of it. Of lines that meet in their ends the one
/// counts that a point is farthest from sideways: it is the one whose side is certain [Baerentzen2005].
double signed_distance(const Vec3& p, std::span<const CutLine> lines) {
    double nearest = 1e300, sideways = 0;
    for (const CutLine& line : lines) {
        const Vec3 along = line.to - line.from;
        const double square = dot(along, along);
        const double share = square > 0 ? std::clamp(dot(p - line.from, along) / square, 0.0, 1.0) : 0;
        const Vec3 away = p - (line.from + share * along);
        const double distance = std::sqrt(dot(away, away)), side = dot(away, line.outwards);
        constexpr double same = 1e-9;
        if (distance > nearest + same) continue;
        if (distance < nearest - same || std::abs(side) > std::abs(sideways)) sideways = side;
        nearest = std::min(nearest, distance);
    }
    return sideways > 0 ? nearest : -nearest;
}

/// One of the two bodies.
class Part {
public:
    Part(const ScaledMesh& own, const ScaledMesh& other, const Placement& placement, bool second, SharedSurface& result)
        : own_(own), other_(other), placement_(placement), second_(second), result_(result) {}

    void add(std::span<const TrianglePair> pairs, const InsideTest& inside) {
        gather_cuts(pairs);
        add_whole(inside);
        for (const auto& [triangle, lines] : cuts_) add_cut(own_.corners(triangle), lines);
    }

private:
    void gather_cuts(std::span<const TrianglePair> pairs) {
        touched_.assign(own_.size(), 0);
        for (const TrianglePair& pair : pairs) {
            const std::uint32_t triangle = second_ ? pair.b.triangle : pair.a.triangle;
            const std::uint32_t across = second_ ? pair.a.triangle : pair.b.triangle;
            CutLine line;
            if (!own_.sound(triangle) || !other_.sound(across)) continue;
            if (!meet(own_.corners(triangle), other_.corners(across), line)) continue;
            if (touched_[triangle] == 0) cuts_.push_back({triangle, {}});
            if (touched_[triangle] == 0) place_[triangle] = cuts_.size() - 1;
            touched_[triangle] = 1;
            cuts_[place_[triangle]].second.push_back(line);
        }
    }

    /// Connected pieces of uncut triangles are inside or outside as a whole: one point of each is tested.
    void add_whole(const InsideTest& inside) {
        const std::vector<std::uint32_t> piece = pieces();
        std::vector<std::uint32_t> number(own_.size(), none);
        std::vector<Position> points;
        for (std::size_t i = 0; i < own_.size(); ++i) {
            if (piece[i] == none || number[piece[i]] != none) continue;
            number[piece[i]] = static_cast<std::uint32_t>(points.size());
            points.push_back(middle(i));
        }
        if (points.empty()) return;
        const std::vector<char> within = inside(second_ ? 0 : 1, points);
        for (std::size_t i = 0; i < own_.size(); ++i)
            if (piece[i] != none && within[number[piece[i]]] != 0) add_triangle(own_.mesh().triangles[i]);
    }

    [[nodiscard]] Position middle(std::size_t triangle) const {
        Position p{};
        for (const std::uint32_t v : own_.mesh().triangles[triangle])
            for (std::size_t k = 0; k < 3; ++k) p[k] += own_.mesh().positions[v][k] / 3;
        return p;
    }

    /// A triangle of each piece for its triangles; none for those that are cut or unsound.
    [[nodiscard]] std::vector<std::uint32_t> pieces() const {
        std::vector<std::uint32_t> parent(own_.size());
        std::iota(parent.begin(), parent.end(), 0u);
        const auto root = [&](std::uint32_t i) {
            while (parent[i] != i) i = parent[i] = parent[parent[i]];
            return i;
        };
        std::unordered_map<std::uint64_t, std::uint32_t> first_at_edge;
        for (std::uint32_t i = 0; i < own_.size(); ++i) {
            if (touched_[i] != 0 || !own_.sound(i)) continue;
            const Triangle& t = own_.mesh().triangles[i];
            for (std::size_t k = 0; k < 3; ++k) {
                const std::uint32_t low = std::min(t[k], t[(k + 1) % 3]), high = std::max(t[k], t[(k + 1) % 3]);
                const auto [at, fresh] = first_at_edge.try_emplace(std::uint64_t{low} << 32 | high, i);
                if (!fresh) parent[root(i)] = root(at->second);
            }
        }
        for (std::uint32_t i = 0; i < own_.size(); ++i) parent[i] = root(i);
        for (std::uint32_t i = 0; i < own_.size(); ++i)
            if (touched_[i] != 0 || !own_.sound(i)) parent[i] = none;
        return parent;
    }

    void add_triangle(const Triangle& t) {
        Triangle numbered{};
        for (std::size_t k = 0; k < 3; ++k) {
            const auto [at, fresh] = number_.try_emplace(t[k], static_cast<std::uint32_t>(result_.positions.size()));
            if (fresh) result_.positions.push_back(own_.mesh().positions[t[k]]);
            numbered[k] = at->second;
        }
        result_.triangles.push_back(numbered);
        result_.of_second.push_back(second_ ? 1 : 0);
    }

    /// On a lattice over the triangle: what is inside of its cells.
    void add_cut(const Corners& t, std::span<const CutLine> lines) {
        struct Node {
            Vec3 at;
            double distance;
        };
        std::vector<Node> nodes;
        for (std::uint32_t i = 0; i <= lattice; ++i)
            for (std::uint32_t j = 0; i + j <= lattice; ++j) {
                const double u = double(i) / lattice, v = double(j) / lattice;
                const Vec3 p = t.a + u * (t.b - t.a) + v * (t.c - t.a);
                nodes.push_back({p, signed_distance(p, lines)});
            }
        const auto node = [&](std::uint32_t i, std::uint32_t j) -> const Node& {
            return nodes[i * (lattice + 1) - i * (i - 1) / 2 + j];
        };
        const auto cell = [&](const Node& a, const Node& b, const Node& c) {
            add_inner({a.at, b.at, c.at}, {a.distance, b.distance, c.distance});
        };
        for (std::uint32_t i = 0; i < lattice; ++i)
            for (std::uint32_t j = 0; i + j < lattice; ++j) {
                cell(node(i, j), node(i + 1, j), node(i, j + 1));
                if (i + j + 1 < lattice) cell(node(i + 1, j), node(i + 1, j + 1), node(i, j + 1));
            }
    }

    /// Marching over a cell: the part where the distance, interpolated linearly, is negative.
    void add_inner(const std::array<Vec3, 3>& corner, const std::array<double, 3>& distance) {
        std::vector<Vec3> kept;
        for (std::size_t i = 0; i < 3; ++i) {
            const std::size_t next = (i + 1) % 3;
            if (distance[i] <= 0) kept.push_back(corner[i]);
            if ((distance[i] <= 0) != (distance[next] <= 0))
                kept.push_back(corner[i] + (distance[i] / (distance[i] - distance[next])) * (corner[next] - corner[i]));
        }
        if (kept.size() < 3) return;
        const auto first = static_cast<std::uint32_t>(result_.positions.size());
        for (const Vec3& p : kept) {
            const Vec3 back = placement_.scale * p + placement_.centre;
            result_.positions.push_back({back.x, back.y, back.z});
        }
        for (std::uint32_t i = 2; i < kept.size(); ++i) {
            result_.triangles.push_back({first, first + i - 1, first + i});
            result_.of_second.push_back(second_ ? 1 : 0);
        }
    }

    const ScaledMesh &own_, &other_;
    const Placement& placement_;
    bool second_;
    SharedSurface& result_;
    std::vector<char> touched_;  // by triangle: it is cut
    std::vector<std::pair<std::uint32_t, std::vector<CutLine>>> cuts_;
    std::unordered_map<std::uint32_t, std::size_t> place_;     // of a triangle in cuts_
    std::unordered_map<std::uint32_t, std::uint32_t> number_;  // of a vertex in the result
};

Placement common_placement(const ClosedMesh& first, const ClosedMesh& second) {
    Position low{1e308, 1e308, 1e308}, high{-1e308, -1e308, -1e308};
    for (const ClosedMesh* mesh : {&first, &second})
        for (const Position& p : mesh->positions)
            for (std::size_t k = 0; k < 3 && finite(Vec3(p)); ++k) {
                low[k] = std::min(low[k], p[k]);
                high[k] = std::max(high[k], p[k]);
            }
    Placement placement;
    if (!(low[0] <= high[0])) return placement;
    placement.centre = 0.5 * Vec3(low) + 0.5 * Vec3(high);
    const Vec3 half = 0.5 * Vec3(high) - 0.5 * Vec3(low);
    placement.scale = std::max({half.x, half.y, half.z});
    if (!(placement.scale > 0)) placement.scale = 1;
    return placement;
}

}  // namespace

SharedSurface shared_surface(const ClosedMesh& first, const ClosedMesh& second, std::span<const TrianglePair> pairs,
                             const InsideTest& inside) {
    SharedSurface result;
    const Placement placement = common_placement(first, second);
    const ScaledMesh a(first, placement), b(second, placement);
    Part(a, b, placement, false, result).add(pairs, inside);
    Part(b, a, placement, true, result).add(pairs, inside);
    return result;
}

SharedSurface shared_surface(Scene& scene, const SceneBody& first, const SceneBody& second, InsideRule rule) {
    IntersectionOptions options;
    options.self = false;
    std::vector<TrianglePair> pairs;
    for (TrianglePair pair : scene.intersections(options)) {
        if (pair.a.body == second.id && pair.b.body == first.id) std::swap(pair.a, pair.b);
        if (pair.a.body == first.id && pair.b.body == second.id) pairs.push_back(pair);
    }
    const auto inside = [&](std::size_t body, std::span<const Position> points) {
        std::vector<char> flags(points.size(), 0);
        ContainsOptions asked;
        asked.exact = true;
        asked.rule = rule;
        for (const std::uint32_t i : scene.contains(body == 0 ? first.id : second.id, points, asked).inside)
            flags[i] = 1;
        return flags;
    };
    return shared_surface(first.mesh, second.mesh, pairs, inside);
}

}  // namespace pliant::picture
