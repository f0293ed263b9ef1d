#pragma once

#include <memory>
#include <string_view>

#include "io/formats.hpp"

namespace pliant::io {

/// An animation of a glTF file, sampled from its first key to its last. `animation`: a name or number, empty for the
/// first; a file without animation is a sequence of one frame. Keeps nothing of the source.
std::unique_ptr<Sequence> open_gltf(const Source& source, std::string_view animation, double frames_per_second);

}  // namespace pliant::io
