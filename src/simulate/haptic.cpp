// A probe strokes and presses soft tissue, a thousand steps a second [Mendoza2005].
#include <algorithm>
#include <cmath>
#include <vector>

#include "shapes/deformations.hpp"
#include "shapes/portable_math.hpp"
#include "shapes/solids.hpp"
#include "simulate/makers.hpp"

namespace pliant::simulate {

namespace {

constexpr double tissue_width = 0.12, tissue_height = 0.05, probe_radius = 0.012;  // m
constexpr double hover = 0.004, deepest = 0.012, stroke = 0.025;                   // m

/// A millisecond is too short to wake other threads, unless they are asked for.
SimulationOptions on_one_thread(SimulationOptions options) {
    if (options.threads == 0) options.threads = 1;
    return options;
}

class Haptic final : public LivingScene {
public:
    Haptic(const SimulationOptions& options, const LivingSize& size) : LivingScene(on_one_thread(options)) {
        const auto fine = [&](double cells) {
            return std::max(2u, static_cast<std::uint32_t>(std::lround(cells * std::cbrt(size.scale))));
        };
        shapes::Mesh tissue =
            shapes::solid_box({fine(8), fine(8), fine(4)}, {tissue_width, tissue_width, tissue_height});
        for (auto& p : tissue.positions) p[2] -= 0.5 * tissue_height;
        SoftBodySettings settings;
        settings.material = {8e3, 0.4, 1000, 0.01};
        settings.friction = 0.2;
        const std::uint32_t body =
            simulation().add_soft("tissue", VolumeView{tissue.positions, tissue.tetrahedra}, settings);
        for (std::uint32_t v = 0; v < tissue.positions.size(); ++v)
            if (tissue.positions[v][2] < -0.999 * tissue_height) simulation().hold(body, v);
        const shapes::Mesh probe = shapes::solid_ball(4, probe_radius);
        rest_ = probe.positions;
        probe_ = simulation().add_obstacle("probe", VolumeView{placed(0), probe.tetrahedra}, {.friction = 0.2});
    }

    void drive(double time, double /*seconds*/) override { simulation().move_obstacle(probe_, placed(time)); }

    [[nodiscard]] double body_size() const override { return tissue_width; }
    [[nodiscard]] View view() const override { return {{0.4, -1.0, 0.5}, 0.95}; }

private:
    /// Down and up once in a second, to and fro once in four.
    std::span<const Point> placed(double time) {
        const double down = 0.5 - 0.5 * shapes::sin_turns(time + 0.25);
        const Vec3 to{stroke * shapes::sin_turns(0.25 * time), 0.4 * stroke * shapes::sin_turns(0.15 * time),
                      probe_radius + hover - (hover + deepest) * down};
        now_.resize(rest_.size());
        for (std::size_t i = 0; i < rest_.size(); ++i) now_[i] = shapes::position(Vec3(rest_[i]) + to);
        return now_;
    }

    std::vector<Point> rest_, now_;
    std::uint32_t probe_ = 0;
};

}  // namespace

std::unique_ptr<LivingScene> make_haptic(const SimulationOptions& options, const LivingSize& size) {
    return std::make_unique<Haptic>(options, size);
}

}  // namespace pliant::simulate
