#include "simulate/living_scene.hpp"

#include <array>

#include "simulate/makers.hpp"

namespace pliant::simulate {

namespace {

struct Entry {
    LivingSceneInfo info;
    Maker make;
};

constexpr std::array entries{
    Entry{{"pile", "100 soft bodies of 480 tetrahedra fall into a bowl", 300, false}, make_pile},
    Entry{{"vessels", "two soft tubes are pushed into each other's path", 300, true}, make_vessels},
    Entry{{"squeeze", "soft balls are drawn through the gap between two rollers", 360, true}, make_squeeze},
    Entry{{"scalpel", "a blade parts a soft slab that is held stretched", 300, true}, make_scalpel},
    Entry{{"rain", "20,000 drops on a body that breathes and turns", 300, true}, make_rain},
    Entry{{"drape", "a cloth falls on a ball and is pulled off into folds", 360, true}, make_drape},
    Entry{{"garment", "a dress on a body that sways, bends and turns", 360, true}, make_garment},
    Entry{{"twist", "a strip of cloth is wrung until it lies on itself", 360, true}, make_twist},
    Entry{{"tear", "a banner with a slit is pulled apart until it tears in two", 360, true}, make_tear},
    Entry{{"untangle", "two sheets that begin in each other are led apart", 240, false}, make_untangle},
    Entry{{"haptic", "a probe in soft tissue, a thousand steps a second", 4000, true, 1e-3}, make_haptic},
};

}  // namespace

void LivingScene::drive(double /*time*/, double /*seconds*/) {}
void LivingScene::ask(std::size_t /*frame*/, std::vector<double>& answers) { answers.clear(); }

void use_detector(SimulationOptions& options, IntersectionMethod detector) {
    options.intersections = detector;
    options.penetrations = detector == IntersectionMethod::brute_force    ? PenetrationMethod::brute_force
                           : detector == IntersectionMethod::spatial_hash ? PenetrationMethod::spatial_hash
                                                                          : PenetrationMethod::automatic;
}

std::span<const LivingSceneInfo> living_scenes() {
    static const auto infos = [] {
        std::array<LivingSceneInfo, entries.size()> list{};
        for (std::size_t i = 0; i < entries.size(); ++i) list[i] = entries[i].info;
        return list;
    }();
    return infos;
}

std::unique_ptr<LivingScene> make_living_scene(std::string_view name, const SimulationOptions& options,
                                               const LivingSize& size) {
    for (const Entry& entry : entries) {
        if (entry.info.name == name) return entry.make(options, size);
    }
    return nullptr;
}

}  // namespace pliant::simulate
