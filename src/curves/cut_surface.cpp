#include "curves/cut_surface.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace pliant::curves {

namespace {

using geometry::Edge;

Vec3 place(const CurvePoint& point) { return point.position; }

double largest(const Vec3& v) { return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)}); }

/// Whether an edge of this triangle meets the other one there, rather than the other way round.
bool on_own_edge(const CurvePoint& point, const TriangleRef& triangle) {
    return point.edge[0] != point.edge[1] && point.triangle != triangle;
}

/// A cut triangle, to measure areas in its plane.
struct Plane {
    Vec3 first, normal;   // a corner; of length 1
    double third_height;  // a third of the height of the plane above the origin

    Plane(const geometry::TriangleCorners& t, const Vec3& origin) : first(t[0]) {
        const Vec3 n = cross(t[1] - t[0], t[2] - t[0]);
        normal = 1 / std::sqrt(dot(n, n)) * n;
        third_height = dot(normal, t[0] - origin) / 3;
    }
    [[nodiscard]] double area(const Vec3& from, const Vec3& to) const {
        return 0.5 * dot(normal, cross(from - first, to - first));
    }
};

}  // namespace

void CutSurface::cut(const Task& task, std::span<const Chord> chords, Cells& cells) {
    pieces_.clear();
    std::uint32_t sides = 0;
    for (const Chord& chord : chords) sides = std::max(sides, chord.left + 1);
    meets_edges_.assign(sides / 2 + 1, 0);
    for (const Chord& chord : chords) cells.cut(chord.triangle);
    for (std::size_t i = 0; i < chords.size();) {
        std::size_t end = i + 1;
        while (end < chords.size() && chords[end].triangle == chords[i].triangle) ++end;
        cut_triangle(task, chords.subspan(i, end - i), cells);
        i = end;
    }
}

void CutSurface::cut_triangle(const Task& task, std::span<const Chord> chords, Cells& cells) {
    const std::uint32_t triangle = chords[0].triangle;
    const Triangle& numbers = task.bodies.triangles()[triangle];
    const geometry::TriangleCorners corners = task.bodies.corners(triangle);
    const TriangleRef ref{task.body.id, triangle - task.body.first_triangle};
    const Plane plane(corners, task.origin);
    const auto add_piece = [&](std::uint32_t element, const Vec3& from, const Vec3& to) {
        const double area = plane.area(from, to);
        pieces_.push_back({element, area, area * plane.third_height});
    };
    for (std::size_t k = 0; k < 3; ++k) {
        const std::uint32_t u = numbers[k], v = numbers[(k + 1) % 3];
        const Edge edge{corners[k], corners[(k + 1) % 3]};
        const bool ascending = u < v;
        const std::array<std::uint32_t, 2> ends{std::min(u, v) - task.body.first_vertex,
                                                std::max(u, v) - task.body.first_vertex};
        crossings_.clear();
        for (const Chord& chord : chords) {
            const CurveSegment& segment = task.curves.segments[chord.segment];
            for (std::size_t end = 0; end < 2; ++end) {
                const CurvePoint& point = task.curves.points[segment.points[end]];
                if (point.edge != ends || !on_own_edge(point, ref)) continue;
                // A curve that leaves the triangle has the end of its edge to the left, one that enters the start.
                const std::uint32_t before = end == 1 ? chord.left ^ 1 : chord.left;
                const double extent = largest(edge.to - edge.from);
                crossings_.push_back({ascending ? point.along : 1 - point.along, point.error / extent, before,
                                      before ^ 1, segment.points[end]});
                meets_edges_[chord.left / 2] = 1;
            }
        }
        const std::uint32_t first = cells.vertex(u), last = cells.vertex(v);
        if (crossings_.size() > 1) sort_crossings(task, edge);
        std::uint32_t element = first;
        Vec3 from = edge.from;
        for (const Crossing& crossing : crossings_) {
            const Vec3 to = place(task.curves.points[crossing.point]);
            cells.join(element, crossing.before);
            add_piece(crossing.before, from, to);
            element = crossing.after;
            from = to;
        }
        cells.join(element, last);
        add_piece(last, from, edge.to);
    }
    for (const Chord& chord : chords) {
        const CurveSegment& segment = task.curves.segments[chord.segment];
        const double area =
            plane.area(place(task.curves.points[segment.points[0]]), place(task.curves.points[segment.points[1]]));
        pieces_.push_back({chord.left, area, area * plane.third_height});
        pieces_.push_back({chord.left ^ 1, -area, -area * plane.third_height});
    }
}

int CutSurface::compare(const Task& task, const Edge& edge, const Crossing& p, const Crossing& q) const {
    if (std::abs(p.along - q.along) > 2 * (p.error + q.error)) return p.along < q.along ? -1 : 1;
    const auto corners = [&](const Crossing& c) {
        const TriangleRef& met = task.curves.points[c.point].triangle;
        return task.bodies.corners(task.bodies.at(met.body).first_triangle + met.triangle);
    };
    return geometry::compare_along(edge, corners(p), corners(q), task.moved);
}

void CutSurface::sort_crossings(const Task& task, const Edge& edge) {
    std::sort(crossings_.begin(), crossings_.end(), [&](const Crossing& p, const Crossing& q) {
        const int order = compare(task, edge, p, q);
        return order != 0 ? order < 0 : p.point < q.point;
    });
    alternate(task, edge);
}

/// Crossings at one place whose order signs do not tell: what lies behind the other surface stays behind it up to the
/// next crossing.
void CutSurface::alternate(const Task& task, const Edge& edge) {
    for (std::size_t i = 1; i < crossings_.size(); ++i) {
        const bool behind = lies_behind(crossings_[i - 1].after);
        for (std::size_t k = i; k < crossings_.size() && lies_behind(crossings_[i].before) != behind; ++k) {
            if (compare(task, edge, crossings_[i], crossings_[k]) != 0) break;
            if (lies_behind(crossings_[k].before) == behind) std::swap(crossings_[i], crossings_[k]);
        }
    }
}

namespace {

/// Orientations in the plane of a triangle, and how far they may be off.
struct PlaneSigns {
    Vec3 normal;
    double error;

    /// +1, -1, or 0 where it is not certain.
    [[nodiscard]] int of(const Vec3& p, const Vec3& q, const Vec3& r) const {
        const double value = dot(normal, cross(q - p, r - p));
        return value > error ? 1 : value < -error ? -1 : 0;
    }
};

}  // namespace

bool CutSurface::connect_inner(const Task& task, std::span<const Chord> chords, const Chord& chord, Cells& cells) {
    const geometry::TriangleCorners corners = task.bodies.corners(chord.triangle);
    const auto ends = [&](const Chord& c) {
        const auto& [from, to] = task.curves.segments[c.segment].points;
        return Edge{place(task.curves.points[from]), place(task.curves.points[to])};
    };
    const Edge own = ends(chord);
    const Vec3 middle = 0.5 * own.from + 0.5 * own.to;
    const Vec3 normal = cross(corners[1] - corners[0], corners[2] - corners[0]);
    const double size = std::max(largest(corners[1] - corners[0]), largest(corners[2] - corners[0]));
    double off = 1e-15 * (size + largest(corners[0]));
    for (const Chord& c : chords) {
        for (const std::uint32_t p : task.curves.segments[c.segment].points) {
            off = std::max(off, task.curves.points[p].error);
        }
    }
    const PlaneSigns signs{normal, 64 * std::sqrt(dot(normal, normal)) * size * off};
    for (std::size_t k = 0; k < 3; ++k) {
        const Vec3& from = corners[k];
        passed_.clear();
        bool certain = true;
        for (const Chord& c : chords) {
            const Edge e = ends(c);
            const int side = signs.of(e.from, e.to, from);
            const std::uint32_t before = side > 0 ? c.left : c.left ^ 1;
            if (c.segment == chord.segment && c.left / 2 == chord.left / 2) {
                certain &= side != 0;
                passed_.push_back({1, 0, before, before ^ 1});
                continue;
            }
            const int first = signs.of(from, middle, e.from), second = signs.of(from, middle, e.to);
            if (first == second && first != 0) continue;
            const int other = signs.of(e.from, e.to, middle);
            if (side == other && side != 0) continue;
            certain &= first * second < 0 && side * other < 0;
            const double at_from = dot(normal, cross(e.to - e.from, from - e.from));
            const double at_middle = dot(normal, cross(e.to - e.from, middle - e.from));
            const double way = std::abs(at_from - at_middle);
            passed_.push_back({std::abs(at_from) / way, 2 * signs.error / way, before, before ^ 1});
        }
        std::sort(passed_.begin(), passed_.end(), [](const Passed& p, const Passed& q) { return p.along < q.along; });
        for (std::size_t i = 1; i < passed_.size(); ++i) {
            certain &= passed_[i].along - passed_[i - 1].along > passed_[i].error + passed_[i - 1].error;
        }
        if (!certain) continue;
        std::uint32_t element = cells.vertex(task.bodies.triangles()[chord.triangle][k]);
        for (const Passed& p : passed_) {
            cells.join(element, p.before);
            element = p.after;
            if (p.along == 1) break;
        }
        return true;
    }
    return false;
}

}  // namespace pliant::curves
