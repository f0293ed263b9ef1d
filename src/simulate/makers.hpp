// The makers behind the names of living scenes.
#pragma once

#include "simulate/living_scene.hpp"

namespace pliant::simulate {

using Maker = std::unique_ptr<LivingScene> (*)(const SimulationOptions& options, const LivingSize& size);

std::unique_ptr<LivingScene> make_pile(const SimulationOptions& options, const LivingSize& size);
std::unique_ptr<LivingScene> make_vessels(const SimulationOptions& options, const LivingSize& size);
std::unique_ptr<LivingScene> make_squeeze(const SimulationOptions& options, const LivingSize& size);
std::unique_ptr<LivingScene> make_scalpel(const SimulationOptions& options, const LivingSize& size);
std::unique_ptr<LivingScene> make_rain(const SimulationOptions& options, const LivingSize& size);
std::unique_ptr<LivingScene> make_drape(const SimulationOptions& options, const LivingSize& size);
std::unique_ptr<LivingScene> make_garment(const SimulationOptions& options, const LivingSize& size);
std::unique_ptr<LivingScene> make_tear(const SimulationOptions& options, const LivingSize& size);
std::unique_ptr<LivingScene> make_haptic(const SimulationOptions& options, const LivingSize& size);
std::unique_ptr<LivingScene> make_twist(const SimulationOptions& options, const LivingSize& size);
std::unique_ptr<LivingScene> make_untangle(const SimulationOptions& options, const LivingSize& size);

}  // namespace pliant::simulate
