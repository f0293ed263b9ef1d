// A strip of cloth, held at both ends, is wrung until it lies on itself.
#include <algorithm>
#include <cmath>
#include <vector>

#include "shapes/deformations.hpp"
#include "shapes/meshes.hpp"
#include "simulate/makers.hpp"

namespace pliant::simulate {

namespace {

constexpr double strip_length = 0.9, strip_width = 0.36;     // m
constexpr double wrung_for = 5, turns = 1.6, nearer = 0.12;  // s, of each end, m

class Wrung final : public LivingScene {
public:
    Wrung(const SimulationOptions& options, const LivingSize& size) : LivingScene(options) {
        const auto triangles = static_cast<std::size_t>(8000 * size.scale);
        const shapes::Mesh sheet =
            shapes::cloth_grid(shapes::grid_size(triangles, strip_length / strip_width), strip_length, strip_width);
        ClothSettings settings;
        settings.material.drag = 0.1;
        settings.thickness = 0.004;
        cloth_ = simulation().add_cloth("strip", SurfaceView{sheet.positions, sheet.triangles}, settings);
        for (std::uint32_t i = 0; i < sheet.positions.size(); ++i) {
            if (std::abs(sheet.positions[i][0]) < 0.499 * strip_length) continue;
            ends_.push_back(i);
            at_rest_.push_back(sheet.positions[i]);
            simulation().hold(cloth_, i);
        }
    }

    void drive(double time, double seconds) override {
        for (std::size_t k = 0; k < ends_.size(); ++k) {
            const Vec3 motion = held_at(at_rest_[k], time) - held_at(at_rest_[k], time - seconds);
            simulation().move_held(cloth_, ends_[k], shapes::position(motion));
        }
    }

    [[nodiscard]] double body_size() const override { return strip_width; }
    [[nodiscard]] View view() const override { return {{0.25, -1.0, 0.45}, 1.1}; }

private:
    static Vec3 held_at(const Point& rest, double time) {
        const double t = std::clamp(time / wrung_for, 0.0, 1.0), towards = rest[0] > 0 ? 1 : -1;
        const shapes::Placement turned({1, 0, 0}, towards * turns * t, {-towards * nearer * t, 0, 0});
        return turned(Vec3(rest));
    }

    std::uint32_t cloth_ = 0;
    std::vector<std::uint32_t> ends_;
    std::vector<Point> at_rest_;
};

}  // namespace

std::unique_ptr<LivingScene> make_twist(const SimulationOptions& options, const LivingSize& size) {
    return std::make_unique<Wrung>(options, size);
}

}  // namespace pliant::simulate
