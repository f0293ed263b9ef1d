// What of a mesh is not looked at, as every command lists it.
#pragma once

#include <span>
#include <vector>

#include <pliant/pliant.hpp>

#include "json.hpp"

namespace pliant::cli {

/// The flaws of all bodies of a scene; nothing is searched for.
std::vector<Flaw> set_aside(Scene& scene);

/// A list of {"kind", "element"}.
Json flaws_as_json(std::span<const Flaw> flaws);

}  // namespace pliant::cli
