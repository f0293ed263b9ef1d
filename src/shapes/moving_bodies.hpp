// Scenes of bodies with one motion each: a function from rest positions and phase to positions.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "shapes/meshes.hpp"

namespace pliant::shapes {

/// Writes positions from rest positions; phase runs from 0 to 1, and the motion is a loop.
using Motion = std::function<void(double phase, std::span<const Position> rest, std::span<Position> moved)>;

/// The motion that sends each vertex through the map which `map_at` gives for a phase.
template <class MapAt>
Motion each_vertex(MapAt map_at) {
    return [map_at](double phase, std::span<const Position> rest, std::span<Position> moved) {
        const auto map = map_at(phase);
        for (std::size_t i = 0; i < rest.size(); ++i) moved[i] = position(map(Vec3(rest[i])));
    };
}

struct MovingCage {
    Skin skin;
    Motion motion;
};

struct MovingBody {
    std::string name;
    Mesh mesh;  // with rest positions, in the coordinates that the motion takes
    Motion motion;
    std::shared_ptr<const MovingCage> cage{};
};

using Bodies = std::vector<MovingBody>;

/// Shared by all scenes: what differs is the bodies.
class MovingBodies final : public AnimatedScene {
public:
    MovingBodies(std::string name, std::size_t frames, std::size_t loop, Bodies bodies);

    [[nodiscard]] std::string_view name() const override { return name_; }
    [[nodiscard]] std::size_t frames() const override { return frames_; }
    [[nodiscard]] std::size_t bodies() const override { return bodies_.size(); }
    [[nodiscard]] std::string_view body_name(std::size_t body) const override { return bodies_.at(body).name; }
    [[nodiscard]] const Mesh& body(std::size_t body) const override { return bodies_.at(body).mesh; }
    void positions(std::size_t frame, std::size_t body, std::vector<Position>& out) const override;
    [[nodiscard]] const Skin* skin(std::size_t body) const override;
    void cage(std::size_t frame, std::size_t body, std::vector<Position>& out) const override;

private:
    [[nodiscard]] double phase(std::size_t frame) const {
        return static_cast<double>(frame % loop_) / static_cast<double>(loop_);
    }

    std::string name_;
    std::size_t frames_, loop_;  // loop: frames after which the motion begins again
    Bodies bodies_;
    std::vector<std::vector<Position>> rest_;
};

}  // namespace pliant::shapes
