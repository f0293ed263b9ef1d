// Named scenes that are simulated, not replayed: a Simulation, and what drives it from step to step.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <pliant/simulation.hpp>

namespace pliant::simulate {

/// One line of `pliant simulate --list`.
struct LivingSceneInfo {
    std::string_view name;
    std::string_view description;  // one line
    std::size_t default_frames;    // steps
    bool driven;                   // obstacles or held vertices move: energy comes in from outside
    double seconds = 1.0 / 60;     // of a step, unless another is asked for
};

/// Every living scene, in the order of the list.
std::span<const LivingSceneInfo> living_scenes();

/// Seen from where a picture is drawn.
struct View {
    std::array<double, 3> from{0.6, -1.0, 0.55};
    double zoom = 1;
};

/// A question that a scene wants answered about its frames.
struct Asked {
    std::string name, unit;                   // unit: empty for counts
    std::optional<double> at_least, at_most;  // of every answer
};

class LivingScene {
public:
    explicit LivingScene(const SimulationOptions& options) : simulation_(options) {}
    LivingScene(const LivingScene&) = delete;
    LivingScene& operator=(const LivingScene&) = delete;
    virtual ~LivingScene() = default;

    [[nodiscard]] Simulation& simulation() { return simulation_; }
    [[nodiscard]] const Simulation& simulation() const { return simulation_; }

    /// What moves by plan during the step that ends at `time`. Called before each step.
    virtual void drive(double time, double seconds);
    /// The size of one of its bodies, which depths are compared with, m.
    [[nodiscard]] virtual double body_size() const = 0;
    [[nodiscard]] virtual View view() const { return {}; }
    [[nodiscard]] virtual std::vector<Asked> asked() const { return {}; }
    /// The answers about the present positions, after step `frame`; NaN where a question is not asked this time.
    virtual void ask(std::size_t frame, std::vector<double>& answers);

private:
    Simulation simulation_;
};

/// That detector answers whatever it can answer; what it cannot, the usual one does.
void use_detector(SimulationOptions& options, IntersectionMethod detector);

struct LivingSize {
    double scale = 1;  // of the number of bodies, particles or elements; 1: as it is named
    std::uint64_t seed = 1;
};

/// nullptr for a name that is not in the list.
std::unique_ptr<LivingScene> make_living_scene(std::string_view name, const SimulationOptions& options = {},
                                               const LivingSize& size = {});

}  // namespace pliant::simulate
