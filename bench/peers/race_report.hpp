// A race as a table for people and as JSON for scripts.
#pragma once

#include <nlohmann/json.hpp>

#include "race.hpp"

namespace pliant::bench {

/// For each number of threads: everyone's time, and its ratio to the best peer, to floor and to ideal.
void print_table(const Film& film, const std::vector<Result>& results, std::size_t repetitions);

nlohmann::ordered_json to_json(const Film& film, const std::vector<Result>& results, std::size_t repetitions);

}  // namespace pliant::bench
