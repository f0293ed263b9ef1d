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

/// Area of a triangle, and volume of its cone to an origin.
Measure measure_of(const geometry::TriangleCorners& t, const Vec3& origin) {
    const Vec3 n = cross(t[1] - t[0], t[2] - t[0]);
    return {0.5 * std::sqrt(dot(n, n)), dot(n, t[0] - origin) / 6};
}

/// The weights of the second and third corner of a triangle at a point of it.
struct Weights {
    double second, third;
};

/// The signed area of the triangle that the first corner makes with two points, in areas of the whole.
double share(const Weights& from, const Weights& to) { return from.second * to.third - from.third * to.second; }

Weights weights_on_edge(std::uint32_t corner, double from_corner) {
    switch (corner) {
        case 0: return {from_corner, 0};
        case 1: return {1 - from_corner, from_corner};
        default: return {0, 1 - from_corner};
    }
}

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
        while (end < cuts.size() && cuts[end].edge == cuts[i].edge) ++end;
        visit(cuts.subspan(i, end - i));
        i = end;
    }
}

/// The vertices of an edge, the smaller one first.
std::pair<std::uint32_t, std::uint32_t> vertices_of(const frame::Bodies& bodies, std::uint32_t edge) {
    const Triangle& t = bodies.triangles()[edge / 3];
    const std::uint32_t k = edge % 3;
    return std::minmax({t[k], t[k == 2 ? 0 : k + 1]});
}

bool ascending(const frame::Bodies& bodies, std::uint32_t half) {
    const Triangle& t = bodies.triangles()[half / 3];
    const std::uint32_t k = half % 3;
    return t[k] < t[k == 2 ? 0 : k + 1];
}

Weights weights_at(const CutSurface::Task& task, std::uint32_t triangle, std::uint32_t number) {
    const CurvePoints::Key& key = task.keys[number];
    const CurvePoint& point = task.curves.points[number];
    if (key.triangle == triangle) return {point.barycentric[1], point.barycentric[2]};
    if (key.at_vertex()) {
        const std::uint32_t vertex = task.bodies.triangles()[key.half / 3][key.half % 3];
        const Triangle& t = task.bodies.triangles()[triangle];
        return {t[1] == vertex ? 1.0 : 0.0, t[2] == vertex ? 1.0 : 0.0};
    }
    const std::uint32_t half = task.edges.half_in(key.half, triangle);
    return weights_on_edge(half % 3, ascending(task.bodies, half) ? point.along : 1 - point.along);
}

}  // namespace

void CutSurface::start(const SurfaceEdges& edges, std::size_t first_segment, std::size_t segments) {
    first_segment_ = first_segment;
    chords_.resize(2 * segments);
    cuts_.clear();
    if (last_cut_.size() < edges.half_edges()) last_cut_.resize(edges.half_edges());
}

void CutSurface::add_cut(Cells& cells, EdgeCut cut) {
    cut.next = cells.is_crossed(cut.edge) ? last_cut_[cut.edge] : Cells::none;
    cells.cross(cut.edge);
    last_cut_[cut.edge] = static_cast<std::uint32_t>(cuts_.size());
    cuts_.push_back(cut);
}

int CutSurface::compare(const Task& task, const EdgeCut& p, const EdgeCut& q) const {
    if (std::abs(p.along - q.along) > 4 * geometry::fair_weights) return p.along < q.along ? -1 : 1;
    const auto corners = [&](const EdgeCut& cut) {
        const TriangleRef& met = task.curves.points[cut.point].triangle;
        return task.bodies.corners(task.bodies.at(met.body).first_triangle + met.triangle);
    };
    const auto [low, high] = vertices_of(task.bodies, p.edge);
    return geometry::compare_along({task.bodies.position(low), task.bodies.position(high)}, corners(p), corners(q),
                                   task.moved);
}

/// Sorts the cuts of an edge along it. Where signs do not tell the order of several cuts at one place, the stretch
/// behind the other surface stays behind it up to the next cut.
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
    sorted_.clear();
    for (std::uint32_t i = 0; i < cuts_.size(); ++i) {
        constexpr std::size_t ahead = 16;
        if (i + ahead < cuts_.size()) {
            const std::uint32_t later = cuts_[i + ahead].edge;
            prefetch_edge(later);
            simd::prefetch(&task.bodies.triangles()[later / 3]);
        }
        const std::uint32_t edge = cuts_[i].edge;
        if (last_cut_[edge] != i) continue;  // with the last one
        const std::size_t begin = sorted_.size();
        for (std::uint32_t cut = i; cut != Cells::none; cut = cuts_[cut].next) sorted_.push_back(cuts_[cut]);
        const std::span<EdgeCut> cuts = std::span(sorted_).subspan(begin);
        if (cuts.size() > 1) put_in_order(task, cuts);
        const auto [low, high] = vertices_of(task.bodies, edge);
        std::uint32_t element = cells.vertex(low);
        for (std::size_t k = 0; k < cuts.size(); ++k) {
            // Curves that end at one point of an edge with three triangles or more have the same on either side of it.
            const bool same_point = k > 0 && cuts[k].point == cuts[k - 1].point;
            cells.join(same_point ? cuts[k - 1].before : element, cuts[k].before);
            if (same_point) cells.join(element, cuts[k].before ^ 1);
            element = cuts[k].before ^ 1;
            meets_edges_[cuts[k].before / 2] = 1;
        }
        cells.join(element, cells.vertex(high));
    }
}

/// The chords of all triangles that hold a curve, by triangle.
void CutSurface::list_inner(const Task& task, std::span<const std::uint32_t> left_sides, unsigned sheets,
                            Cells& cells) {
    for (const std::uint32_t left : left_sides) {
        const Curve& curve = task.curves.items[task.first + left / 4];
        cells.hold(chord(curve.first, left >> 1 & 1).triangle);
    }
    inner_.clear();
    const Curve& last = task.curves.items[task.first + task.count - 1];
    for (auto s = static_cast<std::uint32_t>(first_segment_); s < last.first + last.count; ++s) {
        for (std::uint32_t sheet = 0; sheet < 2; ++sheet) {
            if ((sheets >> sheet & 1) == 0) continue;
            const Chord one = chord(s, sheet);
            if (cells.holds_curve(one.triangle)) inner_.push_back(one);
        }
    }
    std::sort(inner_.begin(), inner_.end(), [](const Chord& p, const Chord& q) {
        return std::tuple(p.triangle, p.segment, p.left) < std::tuple(q.triangle, q.segment, q.left);
    });
}

void CutSurface::connect_inner(const Task& task, std::span<const std::uint32_t> left_sides, unsigned sheets,
                               Cells& cells) {
    if (left_sides.empty()) return;
    list_inner(task, left_sides, sheets, cells);
    for (const std::uint32_t left : left_sides) {
        const Curve& curve = task.curves.items[task.first + left / 4];
        const std::uint32_t triangle = chord(curve.first, left >> 1 & 1).triangle;
        const auto [begin, end] =
            std::equal_range(inner_.begin(), inner_.end(), Chord{triangle, 0, 0},
                             [](const Chord& p, const Chord& q) { return p.triangle < q.triangle; });
        // Any segment of the curve will do; the first may be too short for a certain sign.
        bool connected = false;
        int tries = 0;
        for (auto one = begin; one != end && !connected && tries < 8; ++one) {
            if (one->left / 2 != left / 2) continue;
            connected = connect_by(task, {&*begin, static_cast<std::size_t>(end - begin)}, *one, cells);
            ++tries;
        }
        if (!connected) cells.join(left, left ^ 1);
    }
}

/// Left and right of a curve are the same two pieces all along it, but where neighbours are oriented differently.
void CutSurface::measure_chords(const Task& task, std::vector<Measure>& pieces, unsigned sheets) const {
    for (std::uint32_t i = 0; i < task.count; ++i) {
        const Curve& curve = task.curves.items[task.first + i];
        for (std::uint32_t sheet = 0; sheet < 2; ++sheet) {
            if ((sheets >> sheet & 1) == 0) continue;
            const std::uint32_t side = 4 * i + 2 * sheet;
            if (piece_of_side_[side] == piece_of_side_[side ^ 1]) continue;  // none, or both: they cancel
            for (std::uint32_t s = curve.first; s < curve.first + curve.count; ++s) {
                const auto [triangle, segment, left] = chord(s, sheet);
                const auto& [from, to] = task.curves.segments[s].points;
                const Measure whole = measure_of(task.bodies.corners(triangle), task.origin);
                const double part = share(weights_at(task, triangle, from), weights_at(task, triangle, to));
                const auto add = [&](std::uint32_t piece, double signed_part) {
                    if (piece == Cells::none) return;
                    pieces[piece].area += signed_part * whole.area;
                    pieces[piece].volume += signed_part * whole.volume;
                };
                add(piece_of_side_[left], part);
                add(piece_of_side_[left ^ 1], -part);
            }
        }
    }
}

/// Of the edges of a triangle only the one from the second corner to the third makes triangles with the first corner.
void CutSurface::measure_edges(const Task& task, const Cells& cells, std::vector<Measure>& pieces) const {
    const auto asked_for = [&](const EdgeCut& cut) {
        return piece_of_side_[cut.before] != Cells::none || piece_of_side_[cut.before ^ 1] != Cells::none;
    };
    for_each_edge(std::span<const EdgeCut>(sorted_), [&](std::span<const EdgeCut> cuts) {
        if (std::none_of(cuts.begin(), cuts.end(), asked_for)) return;
        task.edges.for_each_half(cuts[0].edge, [&](std::uint32_t half) {
            if (half % 3 != 1 || !cells.is_cut(half / 3)) return;
            const Measure whole = measure_of(task.bodies.corners(half / 3), task.origin);
            double from = 0;
            const auto add_stretch = [&](std::uint32_t side, double to) {
                const std::uint32_t piece = piece_of_side_[side];
                if (piece != Cells::none) {
                    pieces[piece].area += (to - from) * whole.area;
                    pieces[piece].volume += (to - from) * whole.volume;
                }
                from = to;
            };
            for (const EdgeCut& cut : cuts) add_stretch(cut.before, task.curves.points[cut.point].along);
            add_stretch(cuts.back().before ^ 1, 1);
        });
    });
}

void CutSurface::measure(const Task& task, Cells& cells, std::span<const std::uint32_t> piece_of_root,
                         std::vector<Measure>& pieces, unsigned sheets) {
    const auto piece_of = [&](std::uint32_t element) {
        const std::uint32_t root = cells.root(element);
        return root < piece_of_root.size() ? piece_of_root[root] : Cells::none;
    };
    piece_of_side_.resize(2 * meets_edges_.size());
    for (std::uint32_t side = 0; side < piece_of_side_.size(); ++side) piece_of_side_[side] = piece_of(side);
    measure_chords(task, pieces, sheets);
    measure_edges(task, cells, pieces);
    for (const std::uint32_t triangle : cells.cut_triangles()) {
        const std::uint32_t half = 3 * triangle + 1;
        const std::uint32_t element = cells.element_of(task.bodies.triangles()[triangle][1]);
        const std::uint32_t piece = element != Cells::none ? piece_of(element) : Cells::none;
        if (piece == Cells::none || cells.is_crossed(task.edges.edge_of(half))) continue;
        const Measure whole = measure_of(task.bodies.corners(triangle), task.origin);
        pieces[piece].area += whole.area;
        pieces[piece].volume += whole.volume;
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
