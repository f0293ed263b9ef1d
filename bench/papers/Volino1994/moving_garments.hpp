// Cloth that moves by itself, beside the scripted one: a simulated garment, and a scanned or draped dress under waves.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>

namespace pliant::bench {

/// One row each: what is built once, and what a frame costs by the rules and by our best tree. `data` has real
/// surfaces; a generated one stands for a dress that is not there. `frames`: of each film.
nlohmann::ordered_json time_moving_garments(const std::filesystem::path& data, std::size_t frames);

}  // namespace pliant::bench
