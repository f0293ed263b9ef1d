// 20,000 drops on a body that breathes and turns [Heidelberger2003]: what falls off begins again at the top.
#include <cmath>
#include <vector>

#include "shapes/deformations.hpp"
#include "shapes/random.hpp"
#include "shapes/solids.hpp"
#include "simulate/makers.hpp"

namespace pliant::simulate {

namespace {

constexpr double floor_height = -1.2, cloud = 1.6, cloud_thickness = 2.4;  // m
constexpr double fall = 3;                                                 // m/s at the start

class Rain final : public LivingScene {
public:
    Rain(const SimulationOptions& options, const LivingSize& size) : LivingScene(options), random_(size.seed) {
        const shapes::Mesh ball = shapes::solid_ball(12, 0.6);
        rest_ = ball.positions;
        body_ = simulation().add_obstacle("body", VolumeView{shaped(0), ball.tetrahedra}, {.friction = 0.3});
        std::vector<Point> drops(std::size_t(std::max(1.0, 20000 * size.scale)));
        for (Point& drop : drops) drop = somewhere(cloud, cloud + cloud_thickness);
        const std::vector<Point> speeds(drops.size(), {0, 0, -fall});
        ParticleSettings settings;
        settings.mass = 1e-4;
        settings.velocities = speeds;
        drops_ = simulation().add_particles("rain", drops, settings);
    }

    void drive(double time, double /*seconds*/) override {
        simulation().move_obstacle(body_, shaped(time));
        const auto drops = simulation().positions(drops_);
        for (std::uint32_t i = 0; i < drops.size(); ++i) {
            if (drops[i][2] > floor_height) continue;
            simulation().set_position(drops_, i, somewhere(cloud, cloud + 0.3));
            simulation().set_velocity(drops_, i, {0, 0, -fall});
        }
    }

    [[nodiscard]] double body_size() const override { return 1.2; }
    [[nodiscard]] View view() const override { return {{0.5, -1.0, 0.35}, 1.6}; }

private:
    Point somewhere(double low, double high) {
        const double x = random_.between(-0.9, 0.9), y = random_.between(-0.9, 0.9);
        return {x, y, random_.between(low, high)};
    }

    std::span<const Point> shaped(double time) {
        const shapes::Pulse pulse{0.12 * shapes::sin_turns(0.5 * time), 0.08, {1.2, 0.4, 0.3}, 0.5 * time};
        const shapes::Placement turned({0.2, 0.1, 1}, 0.15 * time, {});
        now_.resize(rest_.size());
        for (std::size_t i = 0; i < rest_.size(); ++i) now_[i] = shapes::position(turned(pulse(Vec3(rest_[i]))));
        return now_;
    }

    shapes::Random random_;
    std::vector<Point> rest_, now_;
    std::uint32_t body_ = 0, drops_ = 0;
};

}  // namespace

std::unique_ptr<LivingScene> make_rain(const SimulationOptions& options, const LivingSize& size) {
    return std::make_unique<Rain>(options, size);
}

}  // namespace pliant::simulate
