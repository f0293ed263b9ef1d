// A cloth falls on a ball, is pulled off it by one side, and falls into folds on the floor.
#include <algorithm>
#include <vector>

#include "shapes/deformations.hpp"
#include "shapes/meshes.hpp"
#include "simulate/makers.hpp"

namespace pliant::simulate {

namespace {

constexpr double cloth_side = 1.2, ball_radius = 0.3, ball_height = 0.45;  // m
constexpr double pull_begins = 1.5, pull_ends = 3.5, pull_way = 1.1;       // s, m

class Drape final : public LivingScene {
public:
    Drape(const SimulationOptions& options, const LivingSize& size) : LivingScene(options) {
        shapes::Mesh floor = shapes::box_surface({1, 1, 1});
        for (auto& p : floor.positions) p = {4 * p[0] - 2, 4 * p[1] - 2, 0.2 * p[2] - 0.2};
        simulation().add_obstacle("floor", SurfaceView{floor.positions, floor.triangles}, {.friction = 0.4});
        shapes::Mesh ball = shapes::icosphere(14);
        for (auto& p : ball.positions) p = {ball_radius * p[0], ball_radius * p[1], ball_radius * p[2] + ball_height};
        simulation().add_obstacle("ball", SurfaceView{ball.positions, ball.triangles}, {.friction = 0.15});
        const auto triangles = static_cast<std::size_t>(10000 * size.scale);
        shapes::Mesh sheet = shapes::cloth_grid(shapes::grid_size(triangles, 1), cloth_side, cloth_side);
        for (std::uint32_t i = 0; i < sheet.positions.size(); ++i)
            if (sheet.positions[i][0] > 0.499 * cloth_side) pulled_.push_back(i);
        const shapes::Placement turned({0, 0, 1}, 0.07, {0.02, 0.013, ball_height + ball_radius + 0.02});
        for (auto& p : sheet.positions) p = shapes::position(turned(Vec3(p)));
        ClothSettings settings;
        settings.material.drag = 0.05;
        settings.thickness = 0.004;
        settings.friction = 0.3;
        cloth_ = simulation().add_cloth("cloth", SurfaceView{sheet.positions, sheet.triangles}, settings);
    }

    void drive(double time, double seconds) override {
        const bool pulling = time > pull_begins && time < pull_ends;
        const double motion = pulled_by(time) - pulled_by(time - seconds);
        for (const std::uint32_t v : pulled_) {
            if (pulling != pulling_) simulation().hold(cloth_, v, pulling);
            if (pulling) simulation().move_held(cloth_, v, {motion, 0, 0});
        }
        pulling_ = pulling;
    }

    [[nodiscard]] double body_size() const override { return cloth_side; }
    [[nodiscard]] View view() const override { return {{0.6, -1.0, 0.5}, 1.9}; }

private:
    static double pulled_by(double time) {
        const double t = std::clamp((time - pull_begins) / (pull_ends - pull_begins), 0.0, 1.0);
        return pull_way * t * t * (3 - 2 * t);
    }

    std::vector<std::uint32_t> pulled_;  // vertices of one side
    std::uint32_t cloth_ = 0;
    bool pulling_ = false;
};

}  // namespace

std::unique_ptr<LivingScene> make_drape(const SimulationOptions& options, const LivingSize& size) {
    return std::make_unique<Drape>(options, size);
}

}  // namespace pliant::simulate
