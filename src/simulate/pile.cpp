// 100 soft boxes and balls of 480 tetrahedra fall into a bowl and come to rest.
#include <cmath>
#include <string>

#include "shapes/deformations.hpp"
#include "shapes/random.hpp"
#include "shapes/solids.hpp"
#include "simulate/makers.hpp"

namespace pliant::simulate {

namespace {

constexpr double side = 0.2;  // m

shapes::Mesh piece(bool ball) {
    const shapes::BoxCells cells{4, 4, 5};
    return ball ? shapes::solid_ball(4, 0.6 * side) : shapes::solid_box(cells, {side, side, side});
}

class Pile final : public LivingScene {
public:
    Pile(const SimulationOptions& options, const LivingSize& size) : LivingScene(options) {
        const shapes::Mesh bowl = shapes::solid_bowl(20, 1.3, 0.9, 0.2);
        simulation().add_obstacle("bowl", VolumeView{bowl.positions, bowl.tetrahedra}, {.friction = 0.4});
        shapes::Random random(size.seed);
        const int count = std::max(1, static_cast<int>(std::lround(100 * size.scale)));
        for (int i = 0; i < count; ++i) drop(i, random);
    }

    [[nodiscard]] double body_size() const override { return side; }
    [[nodiscard]] View view() const override { return {{0.5, -1.0, 0.9}, 1.3}; }

private:
    /// In layers of five by five above the bowl, each turned its own way.
    void drop(int number, shapes::Random& random) {
        shapes::Mesh mesh = piece(number % 2 == 1);
        const int layer = number / 25, row = number / 5 % 5, column = number % 5;
        const Vec3 jitter = 0.02 * random.in_cube();
        const Vec3 place = Vec3{0.31 * (column - 2), 0.31 * (row - 2), 0.75 + 0.36 * layer} + jitter;
        const shapes::Placement turned(random.direction(), random.uniform(), place);
        for (auto& p : mesh.positions) p = shapes::position(turned(Vec3(p)));
        SoftBodySettings settings;
        settings.material = {4e4, 0.4, 500, 0.005};
        simulation().add_soft((number % 2 == 1 ? "ball " : "box ") + std::to_string(number),
                              VolumeView{mesh.positions, mesh.tetrahedra}, settings);
    }
};

}  // namespace

std::unique_ptr<LivingScene> make_pile(const SimulationOptions& options, const LivingSize& size) {
    return std::make_unique<Pile>(options, size);
}

}  // namespace pliant::simulate
