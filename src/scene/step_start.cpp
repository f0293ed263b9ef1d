#include "scene/step_start.hpp"

#include "numeric/vec.hpp"

namespace pliant {

using frame::Bodies;
using frame::Body;

namespace {

void copy_present(const Bodies& bodies, const Body& body, std::vector<Point>& out) {
    out.resize(body.vertices);
    for (std::uint32_t i = 0; i < body.vertices; ++i) {
        const Vec3 p = bodies.position(body.first_vertex + i);
        out[i] = {p.x, p.y, p.z};
    }
}

}  // namespace

void StepStart::begin(const Bodies& bodies) {
    begun_ = true;
    for (const Body& body : bodies.all()) {
        Kept& kept = kept_[body.id];
        copy_present(bodies, body, kept.start);
        kept.asked = {};
    }
}

void StepStart::ask(const Bodies& bodies) {
    if (!begun_) advance(bodies);
    lay(bodies);
}

/// Once something has moved since the last question, its end is the next start.
void StepStart::advance(const Bodies& bodies) {
    bool moved = false;
    for (const Body& body : bodies.all()) moved |= kept_[body.id].times_moved != body.times_moved;
    for (const Body& body : bodies.all()) {
        Kept& kept = kept_[body.id];
        if (moved && !kept.asked.empty()) kept.start.swap(kept.asked);
        if (moved || kept.asked.empty()) copy_present(bodies, body, kept.asked);
        kept.times_moved = body.times_moved;
    }
}

/// False where a position is not a number of this type.
template <class Vertex, class Step>
bool StepStart::lay(const Bodies& bodies, std::vector<Vertex>& out, std::vector<Step>& steps) {
    using Scalar = decltype(Vertex::x);
    const auto rounded = [](const Vec3& p) {
        return Vertex{static_cast<Scalar>(p.x), static_cast<Scalar>(p.y), static_cast<Scalar>(p.z), 0};
    };
    bool exact = true;
    flaws_.clear();
    out.resize(bodies.vertex_count());
    steps.resize(bodies.vertex_count());
    for (const Body& body : bodies.all()) {
        const std::vector<Point>& start = kept_[body.id].start;
        const bool stands_still = start.size() != body.vertices;
        for (std::uint32_t i = 0; i < body.vertices; ++i) {
            const std::uint32_t vertex = body.first_vertex + i;
            const Vec3 now = bodies.position(vertex), p = stands_still ? now : Vec3(start[i]);
            if (!finite(p) && finite(now)) flaws_.push_back({body.id, FlawKind::not_finite, i});
            const Vertex v = rounded(p);
            exact &= !finite(p) || Vec3(v.x, v.y, v.z) == p;
            out[vertex] = v;
            steps[vertex] = {v, rounded(now)};
        }
    }
    return exact;
}

void StepStart::lay(const Bodies& bodies) {
    widened_.clear();
    doubles_.clear();
    if (bodies.vertices().doubles == nullptr) {
        if (lay(bodies, floats_, float_steps_)) return;
        widen(bodies);  // a body of doubles has become one of floats
    }
    lay(bodies, doubles_, double_steps_);
}

void StepStart::widen(const Bodies& bodies) {
    widened_.resize(bodies.vertex_count());
    for (const Body& body : bodies.all()) {
        for (std::uint32_t i = body.first_vertex; i < body.first_vertex + body.vertices; ++i) {
            const Vec3 p = bodies.position(i);
            widened_[i] = {p.x, p.y, p.z, 0};
        }
    }
}

}  // namespace pliant
