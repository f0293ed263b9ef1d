#include "simulate/pinned_vertices.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "shapes/meshes.hpp"

namespace pliant::simulate {
namespace {

using scene_file::Pin;

bool is_pinned(const Pin& pin, const Point& p) {
    bool in_box = pin.box.size() == 2;
    for (std::size_t k = 0; in_box && k < 3; ++k)
        in_box = std::min(pin.box[0][k], pin.box[1][k]) <= p[k] && p[k] <= std::max(pin.box[0][k], pin.box[1][k]);
    if (in_box || !pin.centre) return in_box;
    const Vec3 away = Vec3(p) - Vec3(*pin.centre);
    return dot(away, away) <= pin.radius * pin.radius;
}

std::vector<std::uint32_t> pinned_by(const Pin& pin, std::span<const Point> positions) {
    std::vector<std::uint32_t> vertices;
    for (std::uint32_t v = 0; v < positions.size(); ++v)
        if (is_pinned(pin, positions[v])) vertices.push_back(v);
    for (const std::uint32_t v : pin.vertices) {
        if (v >= positions.size())
            throw std::invalid_argument("pins: there is no vertex " + std::to_string(v) + " among " +
                                        std::to_string(positions.size()));
        vertices.push_back(v);
    }
    std::sort(vertices.begin(), vertices.end());
    vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
    if (vertices.empty()) throw std::invalid_argument("pins: no vertex is in there at the start");
    return vertices;
}

std::vector<Point> taken(std::span<const Point> positions, std::span<const std::uint32_t> vertices) {
    std::vector<Point> points;
    for (const std::uint32_t v : vertices) points.push_back(positions[v]);
    return points;
}

Point middle_of_box(std::span<const Point> points) {
    Point middle{};
    for (std::size_t k = 0; k < 3; ++k) {
        const auto [low, high] = std::minmax_element(points.begin(), points.end(),
                                                     [k](const Point& a, const Point& b) { return a[k] < b[k]; });
        middle[k] = 0.5 * ((*low)[k] + (*high)[k]);
    }
    return middle;
}

}  // namespace

PinnedVertices::PinnedVertices(Simulation& simulation, std::uint32_t body, const Pin& pin,
                               std::span<const Point> positions)
    : body_(body),
      vertices_(pinned_by(pin, positions)),
      start_(taken(positions, vertices_)),
      motion_(pin.motion, middle_of_box(start_)),
      until_(pin.until) {
    for (const std::uint32_t v : vertices_) simulation.hold(body_, v);
}

void PinnedVertices::drive(Simulation& simulation, double time, double seconds) {
    if (!held_) return;
    if (time > until_) {
        for (const std::uint32_t v : vertices_) simulation.hold(body_, v, false);
        held_ = false;
        return;
    }
    if (motion_.is_still()) return;
    const RigidMotion::Pose from = motion_.at(time - seconds), to = motion_.at(time);
    for (std::size_t i = 0; i < vertices_.size(); ++i)
        simulation.move_held(body_, vertices_[i], shapes::position(Vec3(to(start_[i])) - Vec3(from(start_[i]))));
}

}  // namespace pliant::simulate
