// Animations of a glTF file: keys over time, and the pose they give at a moment.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "io/gltf_scene.hpp"

namespace pliant::io {

enum class TrackTarget { translation, rotation, scale, morph_weights };
enum class Interpolation { step, linear, cubic_spline };

/// One channel: what a node's property is at each key.
struct GltfTrack {
    std::size_t node = 0;
    TrackTarget target = TrackTarget::translation;
    Interpolation interpolation = Interpolation::linear;
    std::vector<double> times;   // seconds, finite, never falling, at least one
    std::vector<double> values;  // width() a key; three times as many (in-tangent, value, out-tangent) for cubic_spline
    [[nodiscard]] std::size_t width() const;
    /// The value at a moment; held still before the first key and after the last.
    void sample(double time, std::vector<double>& out) const;
};

struct GltfAnimation {
    std::vector<GltfTrack> tracks;
    double first = 0, last = 0;  // seconds, over all tracks

    void apply(double time, GltfPose& pose) const;
};

/// `which` is a name or a number; empty: the first animation. No tracks where the file has no animation.
GltfAnimation read_gltf_animation(GltfDocument& document, const GltfScene& scene, std::string_view which);

}  // namespace pliant::io
