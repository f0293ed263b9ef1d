// Soft balls are drawn through the gap between two rollers that turn against each other, and come to rest in a bowl.
#include <cmath>
#include <string>
#include <vector>

#include "shapes/deformations.hpp"
#include "shapes/random.hpp"
#include "shapes/solids.hpp"
#include "simulate/makers.hpp"

namespace pliant::simulate {

namespace {

constexpr double soft_radius = 0.15, roller_radius = 0.3, gap = 0.16;  // m
constexpr double turns_per_second = 0.3;

class Squeeze final : public LivingScene {
public:
    Squeeze(const SimulationOptions& options, const LivingSize& size) : LivingScene(options) {
        const shapes::Mesh roller = shapes::solid_cylinder({14, 8, 14}, 1.0, roller_radius);
        rest_ = roller.positions;
        for (const double way : {-1.0, 1.0}) {
            rollers_.push_back(simulation().add_obstacle(way < 0 ? "left roller" : "right roller",
                                                         VolumeView{placed(way, 0), roller.tetrahedra},
                                                         {.friction = 1.0}));
        }
        shapes::Mesh bowl = shapes::solid_bowl(16, 1.1, 0.5, 0.2);  // what has come through rolls together
        for (auto& p : bowl.positions) p[2] -= 0.95;
        simulation().add_obstacle("bowl", VolumeView{bowl.positions, bowl.tetrahedra}, {.friction = 0.5});
        shapes::Random random(size.seed);
        const int count = std::max(1, static_cast<int>(std::lround(6 * size.scale)));
        for (int i = 0; i < count; ++i) {
            shapes::Mesh ball = shapes::solid_ball(6, soft_radius);
            const Vec3 place{0.01 * random.between(-1, 1), 0.32 * (i % 2) - 0.16, 0.45 + 0.33 * (i / 2)};
            for (auto& p : ball.positions) p = shapes::position(Vec3(p) + place);
            SoftBodySettings settings;
            settings.material = {2e4, 0.4, 800, 0.01};
            settings.friction = 1.0;
            simulation().add_soft("ball " + std::to_string(i), VolumeView{ball.positions, ball.tetrahedra}, settings);
        }
    }

    void drive(double time, double /*seconds*/) override {
        simulation().move_obstacle(rollers_[0], placed(-1, time));
        simulation().move_obstacle(rollers_[1], placed(1, time));
    }

    [[nodiscard]] double body_size() const override { return 2 * soft_radius; }
    [[nodiscard]] View view() const override { return {{0.25, -1.0, 0.25}, 1.1}; }

private:
    /// They turn inwards above the gap.
    std::span<const Point> placed(double way, double time) {
        const shapes::Placement map({0, 1, 0}, -way * turns_per_second * time, {way * (roller_radius + gap / 2), 0, 0});
        now_.resize(rest_.size());
        for (std::size_t i = 0; i < rest_.size(); ++i) now_[i] = shapes::position(map(Vec3(rest_[i])));
        return now_;
    }

    std::vector<Point> rest_, now_;
    std::vector<std::uint32_t> rollers_;
};

}  // namespace

std::unique_ptr<LivingScene> make_squeeze(const SimulationOptions& options, const LivingSize& size) {
    return std::make_unique<Squeeze>(options, size);
}

}  // namespace pliant::simulate
