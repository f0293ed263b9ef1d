#include "frame/bodies.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

#include "frame/copy_points.hpp"
#include "numeric/box.hpp"
#include "numeric/orientation.hpp"

namespace pliant::frame {

namespace {

// With what is made of them, vertices of a batch fit into the second cache; on several threads batches are smaller, so
// that spans of them are of much the same size. Each span is read by one thread from its beginning to its end.
constexpr std::size_t vertices_per_batch = 8192, vertices_per_small_batch = 4096;
constexpr std::size_t spans_per_thread = 2;

/// A body that grows gets room for more.
std::uint32_t places_for(std::size_t count, bool grows) {
    return static_cast<std::uint32_t>(grows ? count + count / 4 + 64 : count);
}

auto find(std::vector<Body>& bodies, BodyId id) {
    // As long as none was removed, a body is where its number says.
    const auto number = static_cast<std::size_t>(id);
    if (number < bodies.size() && bodies[number].id == id) return bodies.begin() + static_cast<std::ptrdiff_t>(number);
    const auto at =
        std::lower_bound(bodies.begin(), bodies.end(), id, [](const Body& b, BodyId i) { return b.id < i; });
    if (at == bodies.end() || at->id != id) {
        throw std::out_of_range("pliant: no body " + std::to_string(static_cast<std::uint32_t>(id)) + " in the scene");
    }
    return at;
}

bool in_range(const Triangle& t, std::size_t vertices) { return t[0] < vertices && t[1] < vertices && t[2] < vertices; }

geometry::TriangleCorners corners_of(const Bodies& bodies, const Triangle& t) {
    return {bodies.position(t[0]), bodies.position(t[1]), bodies.position(t[2])};
}

}  // namespace

BodyId Bodies::add(Points positions, std::vector<Triangle> triangles, std::vector<Flaw> given) {
    Body body;
    body.id = BodyId{next_id_};
    body.positions = positions;
    remake(body, std::move(triangles), std::move(given));
    bodies_.push_back(std::move(body));
    ++next_id_;
    laid_ = false;
    return bodies_.back().id;
}

void Bodies::replace(BodyId id, std::vector<Triangle> triangles, std::vector<Flaw> given) {
    remake(*find(bodies_, id), std::move(triangles), std::move(given));
    laid_ = false;
}

/// Changes nothing where there is no memory for it.
void Bodies::remake(Body& body, std::vector<Triangle> triangles, std::vector<Flaw> given) {
    body.gone = std::vector<std::uint8_t>(triangles.size(), 0);
    body.triangles = std::move(triangles);
    body.free.clear();
    body.given_flaws = std::move(given);
    for (Flaw& flaw : body.given_flaws) flaw.body = body.id;
    ++body.times_remade;
}

void Bodies::fill(BodyId id, const std::vector<Tetrahedron>* tetrahedra) { find(bodies_, id)->filling = tetrahedra; }

void Bodies::move(BodyId id, Points positions) {
    Body& body = *find(bodies_, id);
    const std::size_t before = body.positions.size(), now = positions.size();
    body.positions = positions;
    body.moved = true;
    ++body.times_moved;
    if (now == before) return;
    ++body.times_remade;
    // Other triangles may be in range now; without any that is not, more vertices change none.
    if (laid_ && now > before && now <= body.vertex_places && body.unusable == 0) {
        body.vertices = static_cast<std::uint32_t>(now);
        return;
    }
    body.grows |= now > before;
    laid_ = false;
}

void Bodies::remove(BodyId id) {
    bodies_.erase(find(bodies_, id));
    laid_ = false;
}

const Body& Bodies::at(BodyId id) const { return *find(const_cast<std::vector<Body>&>(bodies_), id); }

Body& Bodies::body(BodyId id) { return *find(bodies_, id); }

void Bodies::lay_end_to_end() {
    std::uint64_t all_vertices = 0, all_triangles = 0;
    for (const Body& body : bodies_) {
        all_vertices += places_for(body.positions.size(), body.grows);
        all_triangles += places_for(body.triangles.size(), body.grows);
    }
    if (std::max(all_vertices, all_triangles) > std::numeric_limits<std::uint32_t>::max()) {
        throw std::length_error("pliant: more than 2^32 - 1 vertices or triangles in a scene");
    }
    triangles_.resize(all_triangles);
    body_of_triangle_.resize(all_triangles);
    state_.assign(all_triangles, 0);
    considered_.clear();
    considers_all_ = true;
    std::uint32_t first_vertex = 0, first_triangle = 0;
    for (std::uint32_t index = 0; index < bodies_.size(); ++index) {
        Body& body = bodies_[index];
        body.first_vertex = first_vertex;
        body.vertices = static_cast<std::uint32_t>(body.positions.size());
        body.vertex_places = places_for(body.vertices, body.grows);
        body.first_triangle = first_triangle;
        body.triangle_places = places_for(body.triangles.size(), body.grows);
        body.moved = true;
        body.unusable = 0;
        lay_all(body);
        std::fill_n(triangles_.begin() + first_triangle + static_cast<std::ptrdiff_t>(body.triangles.size()),
                    body.triangle_places - body.triangles.size(), Triangle{});
        std::fill_n(body_of_triangle_.begin() + first_triangle, body.triangle_places, index);
        first_vertex += body.vertex_places;
        first_triangle += body.triangle_places;
    }
    vertex_count_ = first_vertex;
    ++topology_version_;
    laid_ = true;
}

/// Puts the triangles of a body in their places of the common numbering.
void Bodies::lay_all(Body& body) {
    const std::size_t count = body.triangles.size();
    const std::uint32_t first = body.first_vertex;
    std::uint32_t greatest = 0;
    for (std::size_t t = 0; t < count; ++t) {
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t v = body.triangles[t][k];
            triangles_[body.first_triangle + t][k] = v + first;
            greatest = std::max(greatest, v);
        }
    }
    const bool all_fit = body.free.empty() && greatest < body.vertices;
    if (all_fit) {
        std::fill_n(state_.begin() + body.first_triangle, count, static_cast<std::uint8_t>(there_bit | usable_bit));
    } else {
        for (std::uint32_t t = 0; t < count; ++t) lay(body, t);
    }
}

void Bodies::lay(Body& body, std::uint32_t number) {
    const Triangle& t = body.triangles[number];
    const std::uint32_t first = body.first_vertex, at = body.first_triangle + number;
    const bool there = body.gone[number] == 0, fits = there && in_range(t, body.vertices);
    triangles_[at] = fits ? Triangle{t[0] + first, t[1] + first, t[2] + first} : Triangle{};
    state_[at] = static_cast<std::uint8_t>((there ? there_bit : 0) | (fits ? usable_bit : 0));
    body.unusable += there && !fits ? 1 : 0;
}

/// Floats take half the memory; a single body of doubles makes all of them doubles. A change is a new reading of all.
void Bodies::choose_precision() {
    const bool doubles = std::any_of(bodies_.begin(), bodies_.end(),
                                     [](const Body& b) { return b.positions.is_double() && b.vertices > 0; });
    const std::size_t ready = doubles ? double_vertices_.size() : float_vertices_.size();
    if (doubles == doubles_ && ready == vertex_count_) return;
    doubles_ = doubles;
    float_vertices_.resize(doubles ? 0 : vertex_count_);
    double_vertices_.resize(doubles ? vertex_count_ : 0);
    for (Body& body : bodies_) body.moved = true;
}

/// Of bodies that have moved, in batches of so many vertices at most. Many small bodies are as much work as a large
/// one: they share batches.
void Bodies::list_readings(std::size_t most) {
    readings_.clear();
    batches_.assign(1, 0);
    std::size_t in_batch = 0;
    for (Body& body : bodies_) {
        if (!body.moved) continue;
        body.flaws.clear();
        body.box = Box<double>::empty();
        const parallel::Chunks chunks{body.vertices, most};
        for (std::size_t chunk = 0; chunk < chunks.number(); ++chunk) {
            const std::size_t begin = chunks.begin(chunk), end = chunks.end(chunk);
            if (in_batch + (end - begin) > most) {
                batches_.push_back(readings_.size());
                in_batch = 0;
            }
            in_batch += end - begin;
            readings_.push_back({&body, begin, end});
        }
    }
    if (batches_.back() != readings_.size()) batches_.push_back(readings_.size());
}

void Bodies::read_positions(parallel::Workers& workers, Follower* follower) {
    const bool alone = workers.threads() == 1;
    list_readings(alone ? vertices_per_batch : vertices_per_small_batch);
    ++times_read_;
    if (follower != nullptr) follower->start_reading(*this);
    const std::size_t batches = batches_.size() - 1;
    const std::size_t spans = std::min(batches, alone ? 1 : spans_per_thread * workers.threads());
    workers.for_each(spans, [&](std::size_t span) {
        const std::size_t first = span * batches / spans, last = (span + 1) * batches / spans;
        const std::uint32_t begin = readings_[batches_[first]].first_vertex();
        std::uint32_t news = begin;
        for (std::size_t batch = first; batch < last; ++batch) {
            for (std::size_t i = batches_[batch]; i < batches_[batch + 1]; ++i) readings_[i].read = read(readings_[i]);
            const std::uint32_t end = readings_[batches_[batch + 1] - 1].end_vertex();
            if (follower != nullptr) follower->follow(*this, begin, news, end);
            news = end;
        }
    });
    for (const Reading& reading : readings_) {
        reading.body->box = united(reading.body->box, reading.read.box);
        if (!reading.read.finite) list_not_finite(reading);
    }
}

PointsRead Bodies::read(const Reading& reading) {
    const Body& body = *reading.body;
    const Points& points = body.positions;
    if (!doubles_) {
        return copy_points(points.data(), points.stride(), points.size(), reading.begin, reading.end,
                           float_vertices_.data() + body.first_vertex);
    }
    if (points.is_double()) {
        return copy_points(points.data(), points.stride(), points.size(), reading.begin, reading.end,
                           double_vertices_.data() + body.first_vertex);
    }
    PointsRead seen{true, Box<double>::empty()};
    for (std::size_t i = reading.begin; i < reading.end; ++i) {
        const Vec3 p = points[i];
        double_vertices_[body.first_vertex + i] = {p.x, p.y, p.z, 0};
        seen.finite &= finite(p);
        seen.box = united(seen.box, {{p.x, p.y, p.z}, {p.x, p.y, p.z}});
    }
    return seen;
}

void Bodies::list_not_finite(const Reading& reading) {
    Body& body = *reading.body;
    for (auto v = static_cast<std::uint32_t>(reading.begin); v < reading.end; ++v) {
        if (!finite(position(body.first_vertex + v))) body.flaws.push_back({body.id, FlawKind::not_finite, v});
    }
}

Vec3 Bodies::position(std::uint32_t vertex) const {
    if (doubles_) return {double_vertices_[vertex].x, double_vertices_[vertex].y, double_vertices_[vertex].z};
    return {float_vertices_[vertex].x, float_vertices_[vertex].y, float_vertices_[vertex].z};
}

simd::Vertices Bodies::vertices() const {
    return doubles_ ? simd::Vertices{nullptr, double_vertices_.data()}
                    : simd::Vertices{float_vertices_.data(), nullptr};
}

/// Bodies that are equal have equal keys; most that are not have others. Of a body with triangles.
std::uint64_t Bodies::duplicate_key(const Body& body) const {
    std::uint64_t key = body.vertices;
    const auto add = [&key](std::uint64_t word) { key = (key ^ word) * 1099511628211u; };  // FNV-1a over words
    add(body.triangles.size());
    for (const Triangle& t : {body.triangles.front(), body.triangles.back()}) {
        for (const std::uint32_t v : t) add(v);
    }
    for (const std::uint32_t v : {0u, body.vertices / 2}) {
        if (v >= body.vertices) continue;
        const Vec3 p = position(body.first_vertex + v);
        // Adding zero turns -0 into 0, which it equals.
        for (const double c : {p.x, p.y, p.z}) add(std::bit_cast<std::uint64_t>(c + 0.0));
    }
    return key;
}

void Bodies::lay() {
    if (!laid_) lay_end_to_end();
}

void Bodies::update(parallel::Workers& workers, Follower* follower) {
    lay();
    choose_precision();
    const bool any_moved = std::any_of(bodies_.begin(), bodies_.end(), [](const Body& b) { return b.moved; });
    if (!any_moved && !triangles_changed_) return;
    read_positions(workers, follower);
    find_duplicates();
    // Last: what throws before leaves it to be done again.
    for (Body& body : bodies_) {
        if (!body.moved) continue;
        body.moved = false;
        ++body.version;
    }
    triangles_changed_ = false;
}

bool Bodies::equal(const Body& a, const Body& b) const {
    if (a.vertices != b.vertices || a.triangles != b.triangles || a.gone != b.gone) return false;
    if (a.filling != nullptr && b.filling != nullptr && *a.filling != *b.filling) return false;
    for (std::uint32_t v = 0; v < a.vertices; ++v) {
        const Vec3 p = position(a.first_vertex + v), q = position(b.first_vertex + v);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const bool same = p[axis] == q[axis] || (std::isnan(p[axis]) && std::isnan(q[axis]));
            if (!same) return false;
        }
    }
    return true;
}

/// Nearly never, and seen sooner in a table than by sorting.
bool Bodies::some_keys_equal() {
    constexpr std::uint32_t nothing = 0xffffffffu;
    const std::size_t size = std::bit_ceil(2 * by_key_.size() + 1);
    key_places_.assign(size, nothing);
    for (std::uint32_t i = 0; i < by_key_.size(); ++i) {
        const std::uint64_t key = by_key_[i].first;
        std::size_t place = (key * 0x9e3779b97f4a7c15u >> 32) & (size - 1);
        for (; key_places_[place] != nothing; place = (place + 1) & (size - 1)) {
            if (by_key_[key_places_[place]].first == key) return true;
        }
        key_places_[place] = i;
    }
    return false;
}

/// A body is a duplicate of an earlier one when every position, every triangle and every tetrahedron is equal. A volume
/// is never one of its own surface: the surface is, whichever came first.
void Bodies::find_duplicates() {
    by_key_.clear();
    for (std::uint32_t i = 0; i < bodies_.size(); ++i) {
        Body& body = bodies_[i];
        body.set_aside = false;
        std::erase_if(body.flaws, [](const Flaw& f) { return f.kind == FlawKind::duplicate_body; });
        if (!body.triangles.empty()) {
            by_key_.emplace_back(duplicate_key(body), i);
        }
    }
    if (!some_keys_equal()) return;
    std::sort(by_key_.begin(), by_key_.end(), [&](const auto& p, const auto& q) {
        if (p.first != q.first) return p.first < q.first;
        const bool hollow_p = bodies_[p.second].filling == nullptr, hollow_q = bodies_[q.second].filling == nullptr;
        return hollow_p != hollow_q ? hollow_q : p.second < q.second;
    });
    for (std::size_t k = 1; k < by_key_.size(); ++k) {
        Body& later = bodies_[by_key_[k].second];
        for (std::size_t j = k; j-- > 0 && by_key_[j].first == by_key_[k].first && !later.set_aside;) {
            const Body& earlier = bodies_[by_key_[j].second];
            if (earlier.set_aside || !equal(earlier, later)) continue;
            later.set_aside = true;
            later.flaws.push_back({later.id, FlawKind::duplicate_body, static_cast<std::uint32_t>(earlier.id)});
        }
    }
}

TriangleRef Bodies::reference(std::uint32_t triangle) const {
    const Body& body = bodies_[body_of_triangle_[triangle]];
    return {body.id, triangle - body.first_triangle};
}

geometry::TriangleCorners Bodies::corners(std::uint32_t triangle) const {
    return corners_of(*this, triangles_[triangle]);
}

Bodies::Soundness Bodies::soundness(std::uint32_t triangle) const {
    const auto [a, b, c] = corners(triangle);
    if (!finite(a) || !finite(b) || !finite(c)) return Soundness::not_finite;
    return collinear(a, b, c) ? Soundness::degenerate : Soundness::sound;
}

void collect_flaws(const Bodies& bodies, std::vector<std::uint32_t>& unsound, std::vector<Flaw>& out) {
    out.clear();
    std::sort(unsound.begin(), unsound.end());
    auto next = unsound.begin();
    for (const Body& body : bodies.all()) {
        out.insert(out.end(), body.given_flaws.begin(), body.given_flaws.end());
        out.insert(out.end(), body.flaws.begin(), body.flaws.end());
        const auto count = static_cast<std::uint32_t>(body.triangles.size());
        std::size_t lost = body.free.size();
        for (std::uint32_t t = 0; body.unusable > 0 && t < count; ++t) {
            const std::uint32_t triangle = body.first_triangle + t;
            if (bodies.usable(triangle) || !bodies.there(triangle)) continue;
            ++lost;
            if (bodies.considers(triangle)) out.push_back({body.id, FlawKind::index_out_of_range, t});
        }
        for (; next != unsound.end() && *next < body.first_triangle + count; ++next, ++lost) {
            if (bodies.soundness(*next) != Bodies::Soundness::degenerate || !bodies.considers(*next)) continue;
            out.push_back({body.id, FlawKind::degenerate, *next - body.first_triangle});
        }
        if (lost == count && bodies.considers_all()) out.push_back({body.id, FlawKind::empty_body, 0});
    }
    std::sort(out.begin(), out.end());
}

}  // namespace pliant::frame
