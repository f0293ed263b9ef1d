// What `pliant simulate` played, and its two voices.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <pliant/simulation.hpp>

namespace pliant::cli {

struct SimulatedFrame {
    std::size_t frame = 0;
    StepReport step;
    Energy energy;
    Point momentum{};
    double deepest = 0;  // m
    bool finite = true;
};

struct SimulatedBody {
    std::string name;
    BodyKind kind = BodyKind::soft;
    std::size_t vertices = 0, triangles = 0, tetrahedra = 0;
};

struct SimulateResult {
    std::string scene;
    double seconds_per_frame = 0;
    double body_size = 0;  // m
    bool interrupted = false, certify = false;
    std::vector<SimulatedBody> bodies;
    Energy start;  // before the first step
    std::vector<SimulatedFrame> frames;
};

std::string simulate_as_json(const SimulateResult& result);
std::string simulate_as_text(const SimulateResult& result);

}  // namespace pliant::cli
