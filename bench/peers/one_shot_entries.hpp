// Contestants for bodies that are new in every frame: Pliant's entry points, and peers that rebuild.
#pragma once

#include <string_view>
#include <vector>

#include "contestant.hpp"

namespace pliant::bench {

/// touching:N or deep:N, two balls of N triangles each with waves running over them, the common part small or large; or
/// NAME:N of the catalogue. Only pairs between bodies are asked for.
Film one_shot_film(std::string_view name, std::size_t frames);

/// Pliant: by gjk_cut as a scene, as bare arrays, with a few triangles exchanged; and, for comparison, a box tree that
/// is built anew. The last one counts as a peer.
void add_one_shot(const Film& film, unsigned threads, std::vector<Entry>& out);

}  // namespace pliant::bench
