// Elements set aside, as every command lists them.
#pragma once

#include <span>
#include <string>
#include <vector>

#include <pliant/pliant.hpp>

namespace pliant::cli {

/// The flaws of all bodies of a scene; nothing is searched for.
std::vector<Flaw> set_aside(Scene& scene);

/// For people: a line for each kind of flaw of a body. Empty where there is none.
std::string flaws_in_words(const std::string& body, bool volume, std::span<const Flaw> flaws);

/// A body by its place in the scene.
struct NamedBody {
    std::string file;
    bool volume = false;
};
/// The lines of all bodies under a heading.
std::string set_aside_in_words(std::span<const NamedBody> bodies, std::span<const Flaw> flaws);

/// Ends the line that sums up: nobody may read it as the whole answer where something was not looked at. Triangles
/// without area alone do not count.
std::string not_looked_at(std::span<const Flaw> flaws);

}  // namespace pliant::cli
