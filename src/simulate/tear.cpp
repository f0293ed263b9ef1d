// A banner with a slit is pulled apart by two clamps until it tears in two.
#include <algorithm>
#include <cmath>
#include <vector>

#include "shapes/deformations.hpp"
#include "shapes/meshes.hpp"
#include "shapes/portable_math.hpp"
#include "simulate/makers.hpp"

namespace pliant::simulate {

namespace {

constexpr double banner_width = 0.9, banner_height = 0.6;  // m
constexpr double slit = 0.15, gape = 0.004;                // m: its depth, and its width at the border
constexpr double pulled_for = 4, pulled_apart = 0.3;       // s, m

/// Out of its plane. What moves in a plane alone touches everywhere in it, which takes exact arithmetic to tell.
double billow(double x, double z) {
    return 0.01 * shapes::sin_turns(1.5 * x / banner_width + 0.1) * shapes::sin_turns(z / banner_height + 0.2);
}

/// From the middle of the lower border upwards. Its sides do not touch.
void cut_slit(shapes::Mesh& sheet) {
    std::vector<std::uint32_t> copy(sheet.positions.size(), 0);
    double middle = sheet.positions[0][0];
    for (const Point& p : sheet.positions)
        if (std::abs(p[0]) < std::abs(middle)) middle = p[0];
    const auto count = static_cast<std::uint32_t>(sheet.positions.size());
    for (std::uint32_t v = 0; v < count; ++v) {
        Point& p = sheet.positions[v];
        const double deep = slit - (p[2] + 0.5 * banner_height);
        if (std::abs(p[0] - middle) > 1e-9 || deep <= 0) continue;
        copy[v] = static_cast<std::uint32_t>(sheet.positions.size());
        const double aside = 0.5 * gape * deep / slit;
        p[0] -= aside;
        Point right = p;
        right[0] += 2 * aside;
        sheet.positions.push_back(right);
    }
    for (Triangle& t : sheet.triangles) {
        double sum = 0;
        for (const std::uint32_t v : t) sum += sheet.positions[v][0] / 3;
        for (std::uint32_t& v : t)
            if (v < count && copy[v] != 0 && sum > middle) v = copy[v];
    }
}

class Tear final : public LivingScene {
public:
    Tear(const SimulationOptions& options, const LivingSize& size) : LivingScene(options) {
        const auto triangles = static_cast<std::size_t>(6000 * size.scale);
        shapes::Mesh sheet =
            shapes::cloth_grid(shapes::grid_size(triangles, banner_width / banner_height), banner_width, banner_height);
        for (auto& p : sheet.positions) p = {p[0], billow(p[0], p[1]), p[1]};
        cut_slit(sheet);
        ClothSettings settings;
        settings.material.stretch = 60;
        settings.material.shear = 20;
        settings.material.drag = 0.1;
        settings.material.damping = 0.005;
        settings.material.tears_at = 0.25;
        settings.thickness = 0.003;
        banner_ = simulation().add_cloth("banner", SurfaceView{sheet.positions, sheet.triangles}, settings);
        for (std::uint32_t v = 0; v < sheet.positions.size(); ++v) {
            if (std::abs(sheet.positions[v][0]) < 0.499 * banner_width) continue;
            clamped_.push_back({v, sheet.positions[v][0] > 0 ? 1.0 : -1.0});
            simulation().hold(banner_, v);
        }
    }

    void drive(double time, double seconds) override {
        const double motion = pulled(time) - pulled(time - seconds);
        for (const auto& [v, way] : clamped_) simulation().move_held(banner_, v, {0.5 * way * motion, 0, 0});
    }

    [[nodiscard]] double body_size() const override { return banner_height; }
    [[nodiscard]] View view() const override { return {{0.25, -1.0, 0.15}, 1.1}; }

private:
    static double pulled(double time) {
        const double t = std::clamp(time / pulled_for, 0.0, 1.0);
        return pulled_apart * t * t * (3 - 2 * t);
    }

    struct Clamped {
        std::uint32_t vertex;
        double way;
    };
    std::uint32_t banner_ = 0;
    std::vector<Clamped> clamped_;
};

}  // namespace

std::unique_ptr<LivingScene> make_tear(const SimulationOptions& options, const LivingSize& size) {
    return std::make_unique<Tear>(options, size);
}

}  // namespace pliant::simulate
