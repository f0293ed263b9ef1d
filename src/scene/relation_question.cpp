#include "scene/relation_question.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "geometry/line_crossing.hpp"
#include "mesh/union_find.hpp"
#include "surfaces/surface_borders.hpp"

namespace pliant {

namespace {

using Point = std::array<double, 3>;

constexpr std::size_t points_per_question = 256;  // to a watch

bool has(const frame::Body& body, const Triangle& t) {
    return t[0] < body.vertices && t[1] < body.vertices && t[2] < body.vertices;
}

/// The corners in ascending order, so that equal triangles compare equal whatever their first vertex and orientation.
std::array<Point, 3> sorted_corners(const frame::Body& body, std::uint32_t triangle) {
    const Triangle& t = body.triangles[triangle];
    std::array corners{body.positions[t[0]], body.positions[t[1]], body.positions[t[2]]};
    std::sort(corners.begin(), corners.end());
    return corners;
}

/// A triangle of one of two bodies that has the corners of one of the other.
struct Twin {
    BodyId a, b;  // the two bodies
    bool of_b;    // whose triangle it is
    std::uint32_t triangle;
    auto operator<=>(const Twin&) const = default;
};

std::vector<Twin> twins(const frame::Bodies& bodies, std::span<const TrianglePair> pairs) {
    std::vector<Twin> result;
    for (const auto& [a, b, kind] : pairs) {
        if (kind != PairKind::coplanar || a.body == b.body) continue;
        if (sorted_corners(bodies.at(a.body), a.triangle) != sorted_corners(bodies.at(b.body), b.triangle)) continue;
        result.push_back({a.body, b.body, false, a.triangle});
        result.push_back({a.body, b.body, true, b.triangle});
    }
    std::sort(result.begin(), result.end());
    result.erase(std::unique(result.begin(), result.end()), result.end());
    return result;
}

std::size_t sound_triangles(const frame::Bodies& bodies, const frame::Body& body) {
    std::size_t sound = 0;
    for (std::uint32_t t = 0; t < body.triangles.size(); ++t) {
        const std::uint32_t triangle = body.first_triangle + t;
        sound += bodies.there(triangle) && bodies.usable(triangle) &&
                 bodies.soundness(triangle) == frame::Bodies::Soundness::sound;
    }
    return sound;
}

surfaces::Enclosure enclosure(const frame::Bodies& bodies, const frame::Body& body) {
    if (surfaces::closed_by_numbers(body.triangles)) return surfaces::Enclosure::by_winding;
    surfaces::SurfaceBorders borders;
    borders.find(bodies, body, body.triangles);
    return borders.enclosure();
}

/// The line upwards from p crosses the surface an odd number of times. p does not lie on the surface.
bool inside_by_parity(const frame::Body& body, const Point& point) {
    bool inside = false;
    const Vec3 p(point);
    for (const Triangle& t : body.triangles) {
        if (!has(body, t)) continue;
        const geometry::TriangleCorners corners{Vec3(body.positions[t[0]]), Vec3(body.positions[t[1]]),
                                                Vec3(body.positions[t[2]])};
        const auto finite_corner = [](const Vec3& corner) { return finite(corner); };
        if (!std::all_of(corners.begin(), corners.end(), finite_corner)) continue;
        const auto [x_lo, x_hi] = std::minmax({corners[0].x, corners[1].x, corners[2].x});
        const auto [y_lo, y_hi] = std::minmax({corners[0].y, corners[1].y, corners[2].y});
        if (p.x < x_lo || p.x > x_hi || p.y < y_lo || p.y > y_hi) continue;
        if (geometry::cross(p, corners, Along::z).place == geometry::PlaceOnLine::below) inside = !inside;
    }
    return inside;
}

bool go_on(const Watch& watch) { return !watch || watch(Progress{}); }

bool in_box(const Point& p, const Box<double>& box) {
    for (std::size_t k = 0; k < 3; ++k) {
        if (!(box.lo[k] <= p[k] && p[k] <= box.hi[k])) return false;
    }
    return true;
}

}  // namespace

const RelationQuestion::Pieces& RelationQuestion::pieces(const frame::Body& body) {
    Pieces& result = pieces_[body.id];
    if (result.times_remade == body.times_remade && result.of_vertex.size() == body.vertices) return result;
    result = {body.times_remade, std::vector<std::uint32_t>(body.vertices), {}};
    mesh::UnionFind groups(body.vertices);
    std::vector<char> used(body.vertices, 0);
    for (const Triangle& t : body.triangles) {
        if (!has(body, t)) continue;
        groups.join(t[0], t[1]);
        groups.join(t[0], t[2]);
        for (const std::uint32_t v : t) used[v] = 1;
    }
    for (std::uint32_t v = 0; v < body.vertices; ++v) {
        const std::uint32_t root = groups.root(v);  // the smallest of its group, met before the others
        if (root == v && used[v] != 0) {
            result.of_vertex[v] = static_cast<std::uint32_t>(result.first_vertex.size());
            result.first_vertex.push_back(v);
        } else {
            result.of_vertex[v] = result.of_vertex[root];
        }
    }
    return result;
}

void RelationQuestion::note_meetings(const frame::Bodies& bodies, std::span<const TrianglePair> pairs) {
    meetings_.clear();
    const auto note = [&](const TriangleRef& own, const TriangleRef& other) {
        const frame::Body& body = bodies.at(own.body);
        const std::uint32_t piece = pieces(body).of_vertex[body.triangles[own.triangle][0]];
        const Meeting meeting{own.body, other.body, piece};
        // Pairs of the same pieces follow each other, often a million of them.
        if (meetings_.empty() || meetings_.back() != meeting) meetings_.push_back(meeting);
    };
    for (const auto& [a, b, kind] : pairs) {
        if (a.body != b.body) note(a, b);
    }
    for (const auto& [a, b, kind] : pairs) {
        if (a.body != b.body) note(b, a);
    }
    std::sort(meetings_.begin(), meetings_.end());
    meetings_.erase(std::unique(meetings_.begin(), meetings_.end()), meetings_.end());
}

void RelationQuestion::find_coincident(const frame::Bodies& bodies, std::span<const TrianglePair> pairs) {
    const std::vector<Twin> all = twins(bodies, pairs);
    for (auto first = all.begin(); first != all.end();) {
        const auto last =
            std::find_if(first, all.end(), [&](const Twin& t) { return t.a != first->a || t.b != first->b; });
        const auto of_b = std::size_t(std::count_if(first, last, [](const Twin& t) { return t.of_b; }));
        const frame::Body &a = bodies.at(first->a), &b = bodies.at(first->b);
        if (std::size_t(last - first) - of_b == sound_triangles(bodies, a) && of_b == sound_triangles(bodies, b)) {
            const auto count = static_cast<std::uint32_t>(pieces(a).first_vertex.size());
            answer_.items.push_back({a.id, b.id, RelationKind::coincident, count, count});
        }
        first = last;
    }
}

/// A point of every piece that meets `outer` nowhere and may be inside it.
void RelationQuestion::collect_points(const frame::Bodies& bodies, const frame::Body& outer) {
    points_.clear();
    body_of_point_.clear();
    for (const frame::Body& body : bodies.all()) {
        if (&body == &outer || body.set_aside) continue;
        const Pieces& of_body = pieces(body);
        for (std::uint32_t piece = 0; piece < of_body.first_vertex.size(); ++piece) {
            const Point p = body.positions[of_body.first_vertex[piece]];
            if (!in_box(p, outer.box)) continue;
            if (std::binary_search(meetings_.begin(), meetings_.end(), Meeting{body.id, outer.id, piece})) continue;
            points_.push_back(p);
            body_of_point_.push_back(body.id);
        }
    }
}

/// Of some of the points, ascending.
void RelationQuestion::add_pieces(const frame::Bodies& bodies, const frame::Body& outer, RelationKind kind,
                                  std::span<const std::uint32_t> points) {
    for (std::size_t i = 0; i < points.size();) {
        const BodyId inner = body_of_point_[points[i]];
        std::uint32_t number = 0;
        for (; i < points.size() && body_of_point_[points[i]] == inner; ++i) ++number;
        const auto count = static_cast<std::uint32_t>(pieces(bodies.at(inner)).first_vertex.size());
        answer_.items.push_back({inner, outer.id, kind, number, count});
    }
}

/// The caller wants no more: what is known by now is answered.
void RelationQuestion::end() {
    answer_.report.stopped_by = Limit::caller;
    answer_.report.complete = false;
}

void RelationQuestion::find_inside(frame::Bodies& bodies, const frame::Body& outer, OverlapQuestion& overlaps,
                                   const Watch& watch, parallel::Workers& workers) {
    using surfaces::Enclosure;
    collect_points(bodies, outer);
    if (points_.empty()) return;
    const Enclosure told = enclosure(bodies, outer);
    if (told == Enclosure::none) return;
    if (told == Enclosure::by_winding) {
        ContainsOptions exact;
        exact.exact = true;
        exact.watch = watch;
        const Containment& found = overlaps.contains(bodies, outer.id, points_, exact, workers);
        if (found.report.stopped_by == Limit::caller) return end();
        return add_pieces(bodies, outer, RelationKind::inside, found.inside);
    }
    std::vector<char> taken(points_.size(), 1);
    if (told == Enclosure::by_parity) {
        for (std::size_t first = 0; first < points_.size(); first += points_per_question) {
            if (!go_on(watch)) return end();
            workers.for_each(std::min(points_per_question, points_.size() - first), [&](std::size_t i) {
                taken[first + i] = inside_by_parity(outer, points_[first + i]) ? 1 : 0;
            });
        }
    }
    std::vector<std::uint32_t> numbers;
    for (std::uint32_t i = 0; i < taken.size(); ++i) {
        if (taken[i] != 0) numbers.push_back(i);
    }
    add_pieces(bodies, outer, told == Enclosure::by_parity ? RelationKind::inside : RelationKind::undecided, numbers);
}

const Answer<BodyRelation>& RelationQuestion::answer(frame::Bodies& bodies, const RelationOptions& options,
                                                     AskedQuestions ask, parallel::Workers& workers) {
    answer_.items.clear();
    answer_.report = {};
    bodies.update(workers);
    if (bodies.all().size() < 2) return answer_;
    std::span<const TrianglePair> pairs;
    if (options.pairs) {
        pairs = *options.pairs;
    } else {
        IntersectionOptions between;
        between.self = false;
        between.watch = options.watch;
        const auto& found = ask.intersections.answer(bodies, between, workers);
        pairs = found.items;
        answer_.report = found.report;
        if (found.report.stopped_by == Limit::caller) return answer_;  // it is not known what meets
    }
    note_meetings(bodies, pairs);
    find_coincident(bodies, pairs);
    for (const frame::Body& outer : bodies.all()) {
        if (outer.set_aside) continue;
        if (answer_.report.stopped_by == Limit::caller || !go_on(options.watch)) {
            end();
            break;
        }
        find_inside(bodies, outer, ask.overlaps, options.watch, workers);
    }
    std::sort(answer_.items.begin(), answer_.items.end());
    return answer_;
}

}  // namespace pliant
