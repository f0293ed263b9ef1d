// What was meant by a name that is not known.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace pliant::scene_file {

/// ", did you mean X or Y?" with up to three of `known` that resemble `name`; empty where none does.
std::string did_you_mean(std::string_view name, std::span<const std::string_view> known);

}  // namespace pliant::scene_file
