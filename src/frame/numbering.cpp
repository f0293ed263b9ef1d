#include "frame/numbering.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace pliant::frame {

namespace {

/// A body that grows gets room for more.
std::uint32_t places_for(std::size_t count, bool grows) {
    return static_cast<std::uint32_t>(grows ? count + count / 4 + 64 : count);
}

bool in_range(const Triangle& t, std::size_t vertices) { return t[0] < vertices && t[1] < vertices && t[2] < vertices; }

}  // namespace

void Numbering::lay(std::span<Body> bodies) {
    if (!laid_) lay_end_to_end(bodies);
}

void Numbering::lay_end_to_end(std::span<Body> bodies) {
    std::uint64_t all_vertices = 0, all_triangles = 0;
    for (const Body& body : bodies) {
        all_vertices += places_for(body.positions.size(), body.grows);
        all_triangles += places_for(body.triangles.size(), body.grows);
    }
    if (std::max(all_vertices, all_triangles) > std::numeric_limits<std::uint32_t>::max()) {
        throw std::length_error("pliant: more than 2^32 - 1 vertices or triangles in a scene");
    }
    state_.assign(std::size_t(all_triangles), 0);
    considered_.clear();
    considers_all_ = true;
    borrowed_ = bodies.size() == 1 && lay_alone(bodies[0]);
    if (borrowed_) return;
    own_triangles_.resize(std::size_t(all_triangles));
    triangles_ = own_triangles_;
    body_of_triangle_.resize(bodies.size() == 1 ? 0 : std::size_t(all_triangles));
    std::uint32_t first_vertex = 0, first_triangle = 0;
    for (std::uint32_t index = 0; index < bodies.size(); ++index) {
        Body& body = bodies[index];
        body.first_vertex = first_vertex;
        body.vertices = static_cast<std::uint32_t>(body.positions.size());
        body.vertex_places = places_for(body.vertices, body.grows);
        body.first_triangle = first_triangle;
        body.triangle_places = places_for(body.triangles.size(), body.grows);
        body.moved = true;
        body.unusable = 0;
        lay_all(body);
        std::fill_n(own_triangles_.begin() + first_triangle + static_cast<std::ptrdiff_t>(body.triangles.size()),
                    body.triangle_places - body.triangles.size(), Triangle{});
        if (bodies.size() > 1) std::fill_n(body_of_triangle_.begin() + first_triangle, body.triangle_places, index);
        first_vertex += body.vertex_places;
        first_triangle += body.triangle_places;
    }
    vertex_count_ = first_vertex;
    ++version_;
    laid_ = true;
}

/// A body that is alone, sound and not known to change has the common numbering already: nothing is copied.
bool Numbering::lay_alone(Body& body) {
    const auto fits = [&](const Triangle& t) { return in_range(t, body.positions.size()); };
    if (body.grows || !body.free.empty() || !std::all_of(body.triangles.begin(), body.triangles.end(), fits))
        return false;
    std::vector<Triangle>().swap(own_triangles_);
    std::vector<std::uint32_t>().swap(body_of_triangle_);
    triangles_ = body.triangles;
    body.first_vertex = body.first_triangle = 0;
    body.vertices = body.vertex_places = static_cast<std::uint32_t>(body.positions.size());
    body.triangle_places = static_cast<std::uint32_t>(body.triangles.size());
    body.moved = true;
    body.unusable = 0;
    std::fill(state_.begin(), state_.end(), static_cast<std::uint8_t>(there_bit | usable_bit));
    vertex_count_ = body.vertices;
    ++version_;
    laid_ = true;
    return true;
}

/// Puts the triangles of a body in their places of the common numbering.
void Numbering::lay_all(Body& body) {
    const std::size_t count = body.triangles.size();
    const std::uint32_t first = body.first_vertex;
    std::uint32_t greatest = 0;
    for (std::size_t t = 0; t < count; ++t) {
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t v = body.triangles[t][k];
            own_triangles_[body.first_triangle + t][k] = v + first;
            greatest = std::max(greatest, v);
        }
    }
    const bool all_fit = body.free.empty() && greatest < body.vertices;
    if (all_fit) {
        std::fill_n(state_.begin() + body.first_triangle, count, static_cast<std::uint8_t>(there_bit | usable_bit));
    } else {
        for (std::uint32_t t = 0; t < count; ++t) lay_one(body, t);
    }
}

void Numbering::lay_one(Body& body, std::uint32_t number) {
    const Triangle& t = body.triangles[number];
    const std::uint32_t first = body.first_vertex, at = body.first_triangle + number;
    const bool there = body.gone[number] == 0, fits = there && in_range(t, body.vertices);
    own_triangles_[at] = fits ? Triangle{t[0] + first, t[1] + first, t[2] + first} : Triangle{};
    state_[at] = static_cast<std::uint8_t>((there ? there_bit : 0) | (fits ? usable_bit : 0));
    body.unusable += there && !fits ? 1 : 0;
}

void Numbering::resize(Body& body, std::size_t before) {
    const std::size_t now = body.positions.size();
    // Other triangles may be in range now; without any that is not, more vertices change none.
    if (laid_ && now > before && now <= body.vertex_places && body.unusable == 0) {
        body.vertices = static_cast<std::uint32_t>(now);
        return;
    }
    body.grows |= now > before;
    laid_ = false;
}

void Numbering::expect_change(const Body& body) {
    if (!laid_ || !borrowed_) return;
    own_triangles_ = body.triangles;
    triangles_ = own_triangles_;
    borrowed_ = false;
}

void Numbering::change(Body& body, std::span<const std::uint32_t> numbers) {
    if (body.triangles.size() > body.triangle_places) laid_ = false;
    if (!laid_ || numbers.empty()) return;
    for (const std::uint32_t number : numbers) {
        const std::uint32_t at = body.first_triangle + number;
        if (there(at) && !usable(at)) --body.unusable;
        lay_one(body, number);
    }
    ++version_;
}

void Numbering::consider(const BodyList& bodies, const std::optional<std::span<const TriangleRef>>& only) {
    for (const std::uint32_t t : considered_) state_[t] &= static_cast<std::uint8_t>(~considered_bit);
    considered_.clear();
    considers_all_ = !only.has_value();
    if (considers_all_) return;
    considered_.reserve(only->size());
    for (const TriangleRef& ref : *only) {
        const Body& of = bodies.at(ref.body);
        if (ref.triangle >= of.triangles.size() || of.gone[ref.triangle] != 0) {
            no_such_triangle(ref.body, ref.triangle);
        }
        std::uint8_t& state = state_[of.first_triangle + ref.triangle];
        if ((state & considered_bit) == 0) considered_.push_back(of.first_triangle + ref.triangle);
        state |= considered_bit;
    }
    std::sort(considered_.begin(), considered_.end());
}

}  // namespace pliant::frame
