// glTF animations: keyframe tracks, and the pose that they give at a time.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "io/gltf_scene.hpp"

namespace pliant::io {

enum class TrackTarget { translation, rotation, scale, morph_weights };
enum class Interpolation { step, linear, cubic_spline };

/// One animation channel: keyframes of one property of a node.
struct GltfTrack {
    std::size_t node = 0;
    TrackTarget target = TrackTarget::translation;
    Interpolation interpolation = Interpolation::linear;
    std::vector<double> times;   // seconds, finite, non-decreasing, at least one
    std::vector<double> values;  // width() per key; cubic_spline: three times as many (in-tangent, value, out-tangent)
    [[nodiscard]] std::size_t width() const;
    /// Interpolated value at a time; constant before the first key and after the last.
    void sample(double time, std::vector<double>& out) const;
};

struct GltfAnimation {
    std::vector<GltfTrack> tracks;
    double first = 0, last = 0;  // seconds, over all tracks
    std::size_t unread = 0;      // channels that move what is not known here

    void apply(double time, GltfPose& pose) const;
};

/// `which` is a name or a number; empty: the first animation. No tracks where the file has no animation.
GltfAnimation read_gltf_animation(GltfDocument& document, const GltfScene& scene, std::string_view which);

}  // namespace pliant::io
