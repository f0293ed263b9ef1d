// A dress, held around the chest, on a body that sways, bends and turns.
#include <algorithm>
#include <cmath>
#include <vector>

#include "shapes/deformations.hpp"
#include "shapes/meshes.hpp"
#include "simulate/makers.hpp"

namespace pliant::simulate {

namespace {

constexpr double body_height = 1.5, widest = 0.2, depth = 0.75;  // m; of the width
constexpr double chest = 1.15, hem = 0.35, room = 0.012;         // heights, between body and dress, m
constexpr double at_rest_for = 0.5;                              // s

/// Half the width of the body at a height.
double body_radius(double z) {
    const double t = std::clamp(2 * z / body_height - 1, -1.0, 1.0);
    return widest * std::sqrt(std::max(0.0, 1 - t * t)) * (1 - 0.25 * t);
}

/// Wherever the body has taken what was at p.
Vec3 moved(const Vec3& p, double time) {
    const double go = std::clamp((time - at_rest_for) / 2, 0.0, 1.0), high = p.z / body_height;
    const double sway = 0.12 * go * shapes::sin_turns(0.45 * time), lean = 0.1 * go * shapes::sin_turns(0.3 * time);
    const shapes::Placement turned({0, 0, 1}, 0.09 * go * shapes::sin_turns(0.5 * time) * high, {});
    return turned(p) + Vec3{sway * high * high, lean * high * high, 0};
}

class Garment final : public LivingScene {
public:
    Garment(const SimulationOptions& options, const LivingSize& size) : LivingScene(options) {
        const shapes::Mesh body = shapes::globe({40, 40});
        for (const auto& p : body.positions) {
            const double z = 0.5 * body_height * (p[2] + 1), r = body_radius(z);
            const double across = std::sqrt(p[0] * p[0] + p[1] * p[1]), in = across > 0 ? r / across : 0;
            rest_.push_back({in * p[0], depth * in * p[1], z});
        }
        body_ = simulation().add_obstacle("body", SurfaceView{placed(0), body.triangles}, {.friction = 0.2});
        const auto triangles = static_cast<std::size_t>(10000 * size.scale);
        shapes::Mesh dress = shapes::tube(shapes::grid_size(triangles, 2), 1, chest - hem);
        for (std::uint32_t i = 0; i < dress.positions.size(); ++i) dress.positions[i] = tailored(dress.positions[i]);
        ClothSettings settings;
        settings.material.drag = 0.05;
        settings.material.warp = {0, 0, 1};
        settings.thickness = 0.004;
        settings.friction = 0.2;
        dress_ = simulation().add_cloth("dress", SurfaceView{dress.positions, dress.triangles}, settings);
        for (std::uint32_t i = 0; i < dress.positions.size(); ++i) {
            if (dress.positions[i][2] < chest - 1e-9) continue;
            seam_.push_back(i);
            at_rest_.push_back(dress.positions[i]);
            simulation().hold(dress_, i);
        }
    }

    void drive(double time, double seconds) override {
        simulation().move_obstacle(body_, placed(time));
        for (std::size_t k = 0; k < seam_.size(); ++k) {
            const Vec3 p(at_rest_[k]);
            simulation().move_held(dress_, seam_[k], shapes::position(moved(p, time) - moved(p, time - seconds)));
        }
    }

    [[nodiscard]] double body_size() const override { return 2 * widest; }
    [[nodiscard]] View view() const override { return {{0.5, -1.0, 0.2}, 1.1}; }

private:
    /// From a tube of radius 1: close to the chest, wide at the hem.
    static Point tailored(const Point& p) {
        const double z = p[2] + hem, down = (chest - z) / (chest - hem);
        double r = room + 0.14 * down * down;
        double above = z;
        while (above <= chest + 0.001) {
            r = std::max(r, room + body_radius(above));
            above += 0.01;
        }
        r = std::max(r, room + body_radius(z) + 0.14 * down * down);
        return {r * p[0], (depth + (1 - depth) * down) * r * p[1], z};
    }

    std::span<const Point> placed(double time) {
        now_.resize(rest_.size());
        for (std::size_t i = 0; i < rest_.size(); ++i) now_[i] = shapes::position(moved(Vec3(rest_[i]), time));
        return now_;
    }

    std::vector<Point> rest_, now_, at_rest_;
    std::vector<std::uint32_t> seam_;
    std::uint32_t body_ = 0, dress_ = 0;
};

}  // namespace

std::unique_ptr<LivingScene> make_garment(const SimulationOptions& options, const LivingSize& size) {
    return std::make_unique<Garment>(options, size);
}

}  // namespace pliant::simulate
