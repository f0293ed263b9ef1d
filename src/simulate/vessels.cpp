// Two soft tubes, held at both ends, are pushed into each other's path.
#include <cmath>
#include <vector>

#include "shapes/deformations.hpp"
#include "shapes/solids.hpp"
#include "simulate/makers.hpp"

namespace pliant::simulate {

namespace {

constexpr double length = 1.0, inner = 0.06, outer = 0.1;  // m
constexpr double seconds_on_the_way = 2, way = 0.45;       // m: the ends pass each other by this

struct Vessel {
    std::uint32_t body = 0;
    std::vector<std::uint32_t> ends;
    double direction = 1;
};

class Vessels final : public LivingScene {
public:
    Vessels(const SimulationOptions& options, const LivingSize& size) : LivingScene(options) {
        const auto fine = [&](double cells) {
            return std::max(3u, static_cast<std::uint32_t>(std::lround(cells * std::cbrt(size.scale))));
        };
        const shapes::Mesh tube = shapes::solid_tube({fine(30), fine(16), fine(2) - 1}, length, inner, outer);
        add("lower vessel", tube, shapes::Placement({0, 0, 1}, 0, {0, 0, -outer - 0.02}), 1);
        add("upper vessel", tube, shapes::Placement({0, 0, 1}, 0.25, {0, 0, outer + 0.02}), -1);
    }

    /// There, rest, and back.
    void drive(double time, double seconds) override {
        const double motion = height(time) - height(time - seconds);
        for (const Vessel& vessel : vessels_)
            for (const std::uint32_t v : vessel.ends)
                simulation().move_held(vessel.body, v, {0, 0, vessel.direction * motion});
    }

    [[nodiscard]] double body_size() const override { return 2 * outer; }
    [[nodiscard]] View view() const override { return {{0.8, -1.0, 0.35}, 1.1}; }

private:
    static double height(double time) {
        const double t = std::min(std::max(time, 0.0) / seconds_on_the_way, 1.0);
        return way / 2 * t * t * (3 - 2 * t);
    }

    void add(const char* name, const shapes::Mesh& tube, const shapes::Placement& place, double direction) {
        std::vector<Point> positions;
        for (const auto& p : tube.positions) positions.push_back(shapes::position(place(Vec3(p))));
        SoftBodySettings settings;
        settings.material = {1e5, 0.45, 1050, 0.01};
        settings.friction = 0.1;
        Vessel vessel{simulation().add_soft(name, VolumeView{positions, tube.tetrahedra}, settings), {}, direction};
        for (std::uint32_t i = 0; i < tube.positions.size(); ++i) {
            if (std::abs(tube.positions[i][0]) < 0.499 * length) continue;
            vessel.ends.push_back(i);
            simulation().hold(vessel.body, i);
        }
        vessels_.push_back(vessel);
    }

    std::vector<Vessel> vessels_;
};

}  // namespace

std::unique_ptr<LivingScene> make_vessels(const SimulationOptions& options, const LivingSize& size) {
    return std::make_unique<Vessels>(options, size);
}

}  // namespace pliant::simulate
