// What `pliant simulate` played, and its two voices.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <pliant/simulation.hpp>

#include "simulate/living_scene.hpp"

namespace pliant::cli {

struct SimulatedFrame {
    std::size_t frame = 0;
    StepReport step;
    Energy energy;
    Point momentum{};
    double deepest = 0;           // m
    double milliseconds = 0;      // the whole step, with what drives it
    std::vector<double> answers;  // to SimulateResult::questions; NaN where one was not asked
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
    std::vector<simulate::Asked> questions;
    Energy start;  // before the first step
    std::vector<SimulatedFrame> frames;

    /// A value that is not finite, a frame that should be certified and is not, or an answer out of its bounds.
    [[nodiscard]] bool found() const;
};

/// NaN, which was not asked, is in bounds.
bool in_bounds(const simulate::Asked& question, double answer);

std::string simulate_as_json(const SimulateResult& result);
std::string simulate_as_text(const SimulateResult& result);

}  // namespace pliant::cli
