#include "scene/near_surfaces.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "numeric/box.hpp"

namespace pliant {

namespace {

constexpr std::uint32_t nobody = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t most_vertices = 16384;  // that are looked at, about
constexpr std::size_t most_edges = 1024;      // of a body, whose mean is taken

Box<double> box_of(const Points& points) {
    Box<double> box = Box<double>::empty();
    for (std::size_t i = 0; i < points.size(); ++i) {
        const std::array<double, 3> p = points[i];
        if (finite(Vec3(p))) box = united(box, {p, p});
    }
    return box;
}

bool overlap(const Box<double>& a, const Box<double>& b) {
    for (std::size_t k = 0; k < 3; ++k) {
        if (!(a.lo[k] <= b.hi[k] && b.lo[k] <= a.hi[k])) return false;
    }
    return true;
}

/// Over some edges of every body; 0 where there is none.
double mean_edge(const frame::Bodies& bodies) {
    double sum = 0;
    std::size_t edges = 0;
    for (const frame::Body& body : bodies.all()) {
        const std::size_t step = 1 + body.triangles.size() / most_edges;
        for (std::size_t t = 0; t < body.triangles.size(); t += step) {
            const Triangle& corners = body.triangles[t];
            if (corners[0] >= body.positions.size() || corners[1] >= body.positions.size()) continue;
            const Vec3 edge = Vec3(body.positions[corners[1]]) - Vec3(body.positions[corners[0]]);
            const double length = std::sqrt(dot(edge, edge));
            if (!std::isfinite(length)) continue;
            sum += length;
            ++edges;
        }
    }
    return edges > 0 ? sum / static_cast<double>(edges) : 0;
}

/// A cell by number. Numbers of cells that lie far from the origin stay within 64 bits.
std::uint64_t number_of(const Vec3& p, double size) {
    const auto along = [size](double x) {
        return static_cast<std::uint64_t>(static_cast<std::int64_t>(std::clamp(std::floor(x / size), -0x1p62, 0x1p62)));
    };
    std::uint64_t hash =
        along(p.x) * 0x9E3779B97F4A7C15u ^ along(p.y) * 0xC2B2AE3D27D4EB4Fu ^ along(p.z) * 0x165667B19E3779F9u;
    hash ^= hash >> 32;
    return hash * 0xD6E8FEB86659FD93u;
}

/// Which bodies have vertices in a cell: one, or several that are near each other.
struct Cell {
    std::uint32_t body;
    std::uint32_t tag;  // of the first cell that came to this place of the table; 0: none has
    bool shared;
};

/// The cells of a table that some of the vertices are in. A cell whose place is taken is passed over.
struct Cells {
    double size;           // of a cell
    std::uint32_t one_in;  // cells is looked at
    std::vector<Cell> table;

    /// Calls visit(body, cell) for all vertices that are looked at.
    template <class Visit>
    void for_each_vertex(const frame::Bodies& bodies, const Visit& visit) {
        for (std::uint32_t i = 0; i < bodies.all().size(); ++i) {
            const Points& points = bodies.all()[i].positions;
            for (std::size_t v = 0; v < points.size(); ++v) {
                const Vec3 p(points[v]);
                if (!finite(p)) continue;
                const std::uint64_t number = number_of(p, size);
                if ((number >> 32) % one_in != 0) continue;
                Cell& cell = table[number & (table.size() - 1)];
                const auto tag = static_cast<std::uint32_t>(number >> 32) | 1;
                if (cell.tag == 0) cell.tag = tag;
                if (cell.tag == tag) visit(i, cell);
            }
        }
    }
};

}  // namespace

double share_near_others(const frame::Bodies& bodies) {
    const double size = mean_edge(bodies);
    if (!(size > 0) || bodies.all().size() < 2) return 0;
    std::size_t vertices = 0;
    std::vector<Box<double>> boxes;  // by body
    for (const frame::Body& body : bodies.all()) {
        boxes.push_back(box_of(body.positions));
        vertices += body.positions.size();
    }
    Cells cells{size, static_cast<std::uint32_t>(1 + vertices / most_vertices), {}};
    cells.table.assign(std::bit_ceil(8 * std::min(vertices, most_vertices)), {nobody, 0, false});
    cells.for_each_vertex(bodies, [&](std::uint32_t body, Cell& cell) {
        if (cell.body == nobody) cell.body = body;
        if (cell.body != body && overlap(boxes[cell.body], boxes[body])) cell.shared = true;
    });
    std::size_t looked_at = 0, near = 0;
    cells.for_each_vertex(bodies, [&](std::uint32_t, const Cell& cell) {
        ++looked_at;
        near += cell.shared ? 1 : 0;
    });
    return looked_at > 0 ? static_cast<double>(near) / static_cast<double>(looked_at) : 0;
}

}  // namespace pliant
