// Vertices of a body that a scene file holds, moves and lets go.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <pliant/simulation.hpp>

#include "simulate/rigid_motion.hpp"

namespace pliant::simulate {

class PinnedVertices {
public:
    /// Holds them. std::invalid_argument where there are none, or one that is named is not there.
    PinnedVertices(Simulation& simulation, std::uint32_t body, const scene_file::Pin& pin,
                   std::span<const Point> positions);

    /// Before the step that ends at `time`.
    void drive(Simulation& simulation, double time, double seconds);

private:
    std::uint32_t body_;
    std::vector<std::uint32_t> vertices_;
    std::vector<Point> start_;  // of the same
    RigidMotion motion_;        // turns about their middle unless it is told otherwise
    double until_;
    bool held_ = true;
};

}  // namespace pliant::simulate
