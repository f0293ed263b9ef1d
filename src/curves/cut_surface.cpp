#include "curves/cut_surface.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace pliant::curves {

namespace {

using geometry::Edge;

Vec3 place(const CurvePoint& point) { return point.position; }

double largest(const Vec3& v) { return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)}); }

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

/// visit(cuts of one edge)
template <class Cuts, class Visit>
void for_each_edge(Cuts cuts, const Visit& visit) {
    for (std::size_t i = 0; i < cuts.size();) {
        std::size_t end = i + 1;
        while (end < cuts.size() && cuts[end].low == cuts[i].low && cuts[end].high == cuts[i].high) ++end;
        visit(cuts.subspan(i, end - i));
        i = end;
    }
}

bool runs_along(const Triangle& t, std::uint32_t from, std::uint32_t to) {
    return (t[0] == from && t[1] == to) || (t[1] == from && t[2] == to) || (t[2] == from && t[0] == to);
}

}  // namespace

/// Counted by the first vertex; few edges have the same.
void CutSurface::sort_by_edge(const frame::Body& body) {
    const auto by_edge = [](const EdgeCut& p, const EdgeCut& q) {
        return std::tuple(p.low, p.high, p.point) < std::tuple(q.low, q.high, q.point);
    };
    if (cuts_.size() < body.vertices / 16) return std::sort(cuts_.begin(), cuts_.end(), by_edge);
    places_.assign(body.vertices + 1, 0);
    for (const EdgeCut& cut : cuts_) ++places_[cut.low - body.first_vertex];
    std::uint32_t before = 0;
    for (std::uint32_t& place_of : places_) before += std::exchange(place_of, before);
    sorted_.resize(cuts_.size());
    for (const EdgeCut& cut : cuts_) sorted_[places_[cut.low - body.first_vertex]++] = cut;
    cuts_.swap(sorted_);
    for (std::size_t i = 0; i < cuts_.size();) {
        std::size_t end = i + 1;
        while (end < cuts_.size() && cuts_[end].low == cuts_[i].low) ++end;
        if (end - i > 1) std::sort(cuts_.begin() + std::ptrdiff_t(i), cuts_.begin() + std::ptrdiff_t(end), by_edge);
        i = end;
    }
}

int CutSurface::compare(const Task& task, const EdgeCut& p, const EdgeCut& q) const {
    if (std::abs(p.along - q.along) > 4 * geometry::fair_weights) return p.along < q.along ? -1 : 1;
    const auto corners = [&](const EdgeCut& cut) {
        const TriangleRef& met = task.curves.points[cut.point].triangle;
        return task.bodies.corners(task.bodies.at(met.body).first_triangle + met.triangle);
    };
    return geometry::compare_along({task.bodies.position(p.low), task.bodies.position(p.high)}, corners(p), corners(q),
                                   task.moved);
}

/// Along the edge. Of cuts at one place whose order signs do not tell, what lies behind the other surface stays behind
/// it up to the next one.
void CutSurface::put_in_order(const Task& task, std::span<EdgeCut> cuts) const {
    std::sort(cuts.begin(), cuts.end(), [&](const EdgeCut& p, const EdgeCut& q) {
        const int order = compare(task, p, q);
        return order != 0 ? order < 0 : p.point < q.point;
    });
    for (std::size_t i = 1; i < cuts.size(); ++i) {
        const bool behind = lies_behind(cuts[i - 1].before ^ 1);
        for (std::size_t k = i + 1; k < cuts.size() && lies_behind(cuts[i].before) != behind; ++k) {
            if (compare(task, cuts[i], cuts[k]) != 0) break;
            if (lies_behind(cuts[k].before) == behind) std::swap(cuts[i], cuts[k]);
        }
    }
}

void CutSurface::connect(const Task& task, std::size_t sides, Cells& cells) {
    meets_edges_.assign(sides / 2, 0);
    sort_by_edge(task.body);
    for_each_edge(std::span(cuts_), [&](std::span<EdgeCut> cuts) {
        if (cuts.size() > 1) put_in_order(task, cuts);
        std::uint32_t element = cells.vertex(cuts[0].low);
        for (std::size_t i = 0; i < cuts.size(); ++i) {
            // Curves that end at one point of an edge with three triangles or more have the same on either side of it.
            const bool same_point = i > 0 && cuts[i].point == cuts[i - 1].point;
            cells.join(same_point ? cuts[i - 1].before : element, cuts[i].before);
            if (same_point) cells.join(element, cuts[i].before ^ 1);
            element = cuts[i].before ^ 1;
            meets_edges_[cuts[i].before / 2] = 1;
        }
        cells.join(element, cells.vertex(cuts[0].high));
    });
}

void CutSurface::connect_inner(const Task& task, std::span<const std::uint32_t> left_sides, Cells& cells) {
    if (left_sides.empty()) return;
    const auto own = [](std::uint32_t left) {
        return [left](const Chord& chord) { return chord.left / 2 == left / 2; };
    };
    for (const Chord& chord : chords_) {
        if (!meets_edges(chord.left)) cells.hold(chord.triangle);
    }
    inner_.clear();
    for (const Chord& chord : chords_) {
        if (cells.holds_curve(chord.triangle)) inner_.push_back(chord);
    }
    std::sort(inner_.begin(), inner_.end(), [](const Chord& p, const Chord& q) {
        return std::tuple(p.triangle, p.segment, p.left) < std::tuple(q.triangle, q.segment, q.left);
    });
    for (const std::uint32_t left : left_sides) {
        auto chord = std::find_if(inner_.begin(), inner_.end(), own(left));
        if (chord == inner_.end()) continue;
        const auto [begin, end] =
            std::equal_range(inner_.begin(), inner_.end(), *chord,
                             [](const Chord& p, const Chord& q) { return p.triangle < q.triangle; });
        // Any of its segments will do; the first may be too short to tell.
        bool connected = false;
        for (int tries = 0; chord != end && !connected && tries < 8; ++tries) {
            connected = connect_by(task, {begin, end}, *chord, cells);
            chord = std::find_if(chord + 1, end, own(left));
        }
        if (!connected) cells.join(left, left ^ 1);
    }
}

void CutSurface::measure(const Task& task, Cells& cells, std::span<const std::uint32_t> piece_of_root,
                         std::vector<Measure>& pieces) {
    const auto piece_of = [&](std::uint32_t element) {
        const std::uint32_t root = cells.root(element);
        return root < piece_of_root.size() ? piece_of_root[root] : Cells::none;
    };
    piece_of_side_.resize(2 * meets_edges_.size());
    for (std::uint32_t side = 0; side < piece_of_side_.size(); ++side) piece_of_side_[side] = piece_of(side);
    const auto add = [&](std::uint32_t piece, const Plane& plane, const Vec3& from, const Vec3& to) {
        const double area = plane.area(from, to);
        pieces[piece].area += area;
        pieces[piece].volume += area * plane.third_height;
    };
    const auto plane_of = [&](std::uint32_t triangle) { return Plane(task.bodies.corners(triangle), task.origin); };
    for (const Chord& chord : chords_) {
        const std::uint32_t left = piece_of_side_[chord.left], right = piece_of_side_[chord.left ^ 1];
        if (left == right) continue;  // none, or both: they cancel
        const auto& [first, last] = task.curves.segments[chord.segment].points;
        const Vec3 from = place(task.curves.points[first]), to = place(task.curves.points[last]);
        const Plane plane = plane_of(chord.triangle);
        if (left != Cells::none) add(left, plane, from, to);
        if (right != Cells::none) add(right, plane, to, from);
    }
    const auto asked_for = [&](const EdgeCut& cut) {
        return piece_of_side_[cut.before] != Cells::none || piece_of_side_[cut.before ^ 1] != Cells::none;
    };
    for_each_edge(std::span<const EdgeCut>(cuts_), [&](std::span<const EdgeCut> cuts) {
        if (std::none_of(cuts.begin(), cuts.end(), asked_for)) return;
        edge_triangles_.clear();
        for (const EdgeCut& cut : cuts) {
            for (const std::uint32_t triangle : cut.triangles) {
                const bool known =
                    std::find(edge_triangles_.begin(), edge_triangles_.end(), triangle) != edge_triangles_.end();
                if (triangle != EdgeCut::no_triangle && !known) edge_triangles_.push_back(triangle);
            }
        }
        Vec3 from = task.bodies.position(cuts[0].low);
        const auto add_stretch = [&](std::uint32_t side, const Vec3& to) {
            const std::uint32_t piece = piece_of_side_[side];
            for (const std::uint32_t triangle : edge_triangles_) {
                if (piece == Cells::none) break;
                const bool ascending = runs_along(task.bodies.triangles()[triangle], cuts[0].low, cuts[0].high);
                add(piece, plane_of(triangle), ascending ? from : to, ascending ? to : from);
            }
            from = to;
        };
        for (const EdgeCut& cut : cuts) add_stretch(cut.before, place(task.curves.points[cut.point]));
        add_stretch(cuts.back().before ^ 1, task.bodies.position(cuts[0].high));
    });
    for (const std::uint32_t triangle : cells.cut_triangles()) {
        const Triangle& numbers = task.bodies.triangles()[triangle];
        for (std::size_t k = 0; k < 3; ++k) {
            if (cells.is_crossed(triangle, k)) continue;
            const std::uint32_t element = cells.element_of(numbers[k]);
            const std::uint32_t piece = element != Cells::none ? piece_of(element) : Cells::none;
            if (piece == Cells::none) continue;
            add(piece, plane_of(triangle), task.bodies.position(numbers[k]),
                task.bodies.position(numbers[(k + 1) % 3]));
        }
    }
}

/// Along a line from a corner of the triangle to the middle of the chord, through all chords that it passes.
bool CutSurface::connect_by(const Task& task, std::span<const Chord> chords, const Chord& chord, Cells& cells) {
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
