// Two sheets that begin in each other: one is dented through the other, and is led out before it falls on it.
#include <algorithm>
#include <cmath>
#include <vector>

#include "shapes/deformations.hpp"
#include "shapes/meshes.hpp"
#include "shapes/portable_math.hpp"
#include "simulate/makers.hpp"

namespace pliant::simulate {

namespace {

constexpr double sheet_side = 0.8, above = 0.04, dent = 0.1, tilt = 0.01;  // m; turns

/// So many substeps that cloth of this stiffness settles in them: its energy does not rise after a blow.
SimulationOptions settled(SimulationOptions options) {
    options.cloth_substeps = std::max(options.cloth_substeps, 40U);
    return options;
}

class Tangle final : public LivingScene {
public:
    Tangle(const SimulationOptions& options, const LivingSize& size) : LivingScene(settled(options)) {
        const auto triangles = static_cast<std::size_t>(3000 * size.scale);
        const shapes::Mesh sheet = shapes::cloth_grid(shapes::grid_size(triangles, 1), sheet_side, sheet_side);
        ClothSettings settings;
        settings.material.stretch = 50;
        settings.material.drag = 0.3;
        settings.thickness = 0.004;
        const std::uint32_t lower =
            simulation().add_cloth("lower", SurfaceView{sheet.positions, sheet.triangles}, settings);
        for (std::uint32_t i = 0; i < sheet.positions.size(); ++i) {
            const Point& p = sheet.positions[i];
            if (std::max(std::abs(p[0]), std::abs(p[1])) > 0.499 * sheet_side) simulation().hold(lower, i);
        }
        const shapes::Mesh smaller =
            shapes::cloth_grid(shapes::grid_size(triangles, 1), 0.8 * sheet_side, 0.8 * sheet_side);
        const std::uint32_t upper =
            simulation().add_cloth("upper", SurfaceView{smaller.positions, smaller.triangles}, settings);
        const shapes::Placement tilted({1, 1, 0}, tilt, {0.013, 0.007, above});
        for (std::uint32_t i = 0; i < smaller.positions.size(); ++i) {
            const Point& p = smaller.positions[i];
            const double x = p[0] / 0.1, y = p[1] / 0.1, square = x * x + y * y;
            const Vec3 dented{p[0], p[1], square < 1 ? -dent * (1 - square) * (1 - square) : 0};
            simulation().set_position(upper, i, shapes::position(tilted(dented)));
        }
    }

    [[nodiscard]] double body_size() const override { return sheet_side; }
    [[nodiscard]] View view() const override { return {{0.5, -1.0, 0.45}, 1.1}; }
};

}  // namespace

std::unique_ptr<LivingScene> make_untangle(const SimulationOptions& options, const LivingSize& size) {
    return std::make_unique<Tangle>(options, size);
}

}  // namespace pliant::simulate
