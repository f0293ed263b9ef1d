// A blade sinks into a soft slab that is stretched between two clamps, draws through it and parts it.
#include <algorithm>
#include <cmath>
#include <vector>

#include "shapes/solids.hpp"
#include "simulate/makers.hpp"

namespace pliant::simulate {

namespace {

constexpr double slab_length = 0.24, slab_width = 0.12, slab_height = 0.06;  // m
constexpr double stretch = 0.15;                                             // of the slab_length
constexpr double seconds_to_stretch = 0.5, seconds_to_cut = 2.5;
constexpr double slant = 0.02;  // m

class Scalpel final : public LivingScene {
public:
    Scalpel(const SimulationOptions& options, const LivingSize& size) : LivingScene(options) {
        const auto fine = [&](double cells) {
            return std::max(2u, static_cast<std::uint32_t>(std::lround(cells * std::cbrt(size.scale))));
        };
        const shapes::Mesh slab =
            shapes::solid_box({fine(14), fine(8), fine(4)}, {slab_length, slab_width, slab_height});
        SoftBodySettings settings;
        settings.material = {2e4, 0.4, 1000, 0.02};
        settings.friction = 0.1;
        body_ = simulation().add_soft("slab", VolumeView{slab.positions, slab.tetrahedra}, settings);
        for (std::uint32_t v = 0; v < slab.positions.size(); ++v) {
            if (std::abs(slab.positions[v][0]) < 0.499 * slab_length) continue;
            held_.push_back({v, slab.positions[v][0] > 0 ? 1.0 : -1.0});
            simulation().hold(body_, v);
        }
    }

    /// Stretched first; then the tip goes down and through.
    void drive(double time, double seconds) override {
        const double motion = opening(time) - opening(time - seconds);
        for (const auto& [v, way] : held_) simulation().move_held(body_, v, {way * motion, 0, 0});
        const double done = (time - seconds_to_stretch) / seconds_to_cut;
        if (done <= 0 || done > 1) return;
        simulation().cut(body_, blade(done));
    }

    [[nodiscard]] double body_size() const override { return slab_height; }
    [[nodiscard]] View view() const override { return {{0.45, -1.0, 0.75}, 0.85}; }

private:
    static double opening(double time) {
        const double t = std::min(std::max(time, 0.0) / seconds_to_stretch, 1.0);
        return 0.5 * stretch * slab_length * t * t * (3 - 2 * t);
    }

    /// From above, a little slanted; its front edge moves from one side of the slab to the other.
    [[nodiscard]] static Blade blade(double done) {
        const double front = -0.5 * slab_width - 0.01 + (slab_width + 0.03) * done;
        return {{-slant, -slab_width, slab_height}, {0, slab_width + front, 0}, {2 * slant, 0, -2 * slab_height}};
    }

    struct Held {
        std::uint32_t vertex;
        double way;
    };
    std::uint32_t body_ = 0;
    std::vector<Held> held_;
};

}  // namespace

std::unique_ptr<LivingScene> make_scalpel(const SimulationOptions& options, const LivingSize& size) {
    return std::make_unique<Scalpel>(options, size);
}

}  // namespace pliant::simulate
