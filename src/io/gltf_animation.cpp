#include "io/gltf_animation.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace pliant::io {
namespace {

std::optional<TrackTarget> target_of(const std::string& path) {
    if (path == "translation") return TrackTarget::translation;
    if (path == "rotation") return TrackTarget::rotation;
    if (path == "scale") return TrackTarget::scale;
    if (path == "weights") return TrackTarget::morph_weights;
    return std::nullopt;  // an extension's: lights, materials
}

Interpolation interpolation_of(const JsonPlace& sampler) {
    const auto name = sampler.find("interpolation");
    if (!name || name->text() == "LINEAR") return Interpolation::linear;
    if (name->text() == "STEP") return Interpolation::step;
    if (name->text() == "CUBICSPLINE") return Interpolation::cubic_spline;
    name->fail("not an interpolation of glTF 2");
}

void check_times(const std::vector<double>& times, const JsonPlace& sampler) {
    if (times.empty()) sampler.fail("has no keys");
    for (std::size_t key = 0; key < times.size(); ++key) {
        if (!std::isfinite(times[key])) sampler.fail("the time of key " + std::to_string(key) + " is not finite");
        if (key > 0 && times[key] < times[key - 1]) {
            sampler.fail("the time of key " + std::to_string(key) + " is before that of the key in front of it");
        }
    }
}

void read_keys(GltfDocument& document, const GltfScene& scene, const JsonPlace& sampler, GltfTrack& track) {
    track.interpolation = interpolation_of(sampler);
    track.times = document.values(sampler.at("input").whole(), 1, sampler);
    check_times(track.times, sampler);
    const bool weights = track.target == TrackTarget::morph_weights;
    const std::size_t output = sampler.at("output").whole();
    track.values = document.values(output, weights ? 1 : track.width(), sampler);
    const std::size_t width = weights ? scene.nodes()[track.node].morph_weights.size() : track.width();
    const std::size_t per_key = width * (track.interpolation == Interpolation::cubic_spline ? 3 : 1);
    if (track.values.size() != track.times.size() * per_key) {
        sampler.fail(std::to_string(track.times.size()) + " keys need " + std::to_string(track.times.size() * per_key) +
                     " numbers, and " + std::to_string(track.values.size()) + " are there");
    }
}

std::optional<GltfTrack> read_track(GltfDocument& document, const GltfScene& scene, const JsonPlace& animation,
                                    const JsonPlace& channel) {
    const JsonPlace target = channel.at("target");
    const auto node = target.index("node");
    const auto path = target_of(target.at("path").text());
    if (!node || !path) return std::nullopt;
    if (*node >= scene.nodes().size()) target.fail("there is no node " + std::to_string(*node));
    GltfTrack track;
    track.node = *node;
    track.target = *path;
    if (*path != TrackTarget::morph_weights && scene.nodes()[*node].matrix) {
        target.fail("node " + std::to_string(*node) + " is placed by a matrix and cannot be animated");
    }
    read_keys(document, scene, animation.element("samplers", channel.at("sampler").whole(), channel), track);
    return track;
}

std::optional<std::size_t> animation_index(const std::vector<JsonPlace>& animations, std::string_view which) {
    for (std::size_t i = 0; i < animations.size(); ++i) {
        const auto name = animations[i].find("name");
        if (which.empty() || (name && name->text() == which)) return i;
    }
    for (std::size_t i = 0; i < animations.size(); ++i) {
        if (which == std::to_string(i)) return i;
    }
    return std::nullopt;
}

Quaternion unit(const double* q) {
    const double length = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    if (!(length > 0)) return {0, 0, 0, 1};
    return {q[0] / length, q[1] / length, q[2] / length, q[3] / length};
}

double length_of_sum(const Quaternion& a, const Quaternion& b, double sign) {
    double sum = 0;
    for (std::size_t i = 0; i < 4; ++i) sum += (a[i] + sign * b[i]) * (a[i] + sign * b[i]);
    return std::sqrt(sum);
}

void slerp(const double* from, const double* to, double s, std::vector<double>& out) {
    const Quaternion a = unit(from), b = unit(to);
    const double sum = length_of_sum(a, b, 1), difference = length_of_sum(a, b, -1);
    const double sign = difference > sum ? -1 : 1;  // q and -q are the same rotation: take the shorter arc
    const double angle = 2 * std::atan2(std::min(sum, difference), std::max(sum, difference));
    const bool nearly_equal = angle < 1e-6;
    const double weight_a = nearly_equal ? 1 - s : std::sin((1 - s) * angle) / std::sin(angle);
    const double weight_b = nearly_equal ? s : std::sin(s * angle) / std::sin(angle);
    for (std::size_t i = 0; i < 4; ++i) out[i] = weight_a * a[i] + sign * weight_b * b[i];
}

void assign(Placement& placement, TrackTarget target, const std::vector<double>& value) {
    if (target == TrackTarget::rotation) {
        std::copy(value.begin(), value.end(), placement.rotation.begin());
    } else {
        Point& point = target == TrackTarget::translation ? placement.translation : placement.scale;
        std::copy(value.begin(), value.end(), point.begin());
    }
}

}  // namespace

std::size_t GltfTrack::width() const {
    if (target == TrackTarget::rotation) return 4;
    if (target != TrackTarget::morph_weights) return 3;
    return values.size() / times.size() / (interpolation == Interpolation::cubic_spline ? 3 : 1);
}

void GltfTrack::sample(double time, std::vector<double>& out) const {
    const std::size_t n = width();
    const bool cubic = interpolation == Interpolation::cubic_spline;
    const auto value = [&](std::size_t key) { return values.data() + (cubic ? 3 * key + 1 : key) * n; };
    const auto after = static_cast<std::size_t>(std::upper_bound(times.begin(), times.end(), time) - times.begin());
    const std::size_t key = after == 0 ? 0 : after - 1;
    out.assign(value(key), value(key) + n);
    if (after == 0 || after == times.size() || interpolation == Interpolation::step) return;
    const double step = times[after] - times[key];  // above 0: `after` is the first key later than `time`
    const double s = (time - times[key]) / step;
    if (!cubic && target == TrackTarget::rotation) return slerp(value(key), value(after), s, out);
    for (std::size_t i = 0; i < n; ++i) {
        const double p0 = value(key)[i], p1 = value(after)[i];
        if (!cubic) {
            out[i] = (1 - s) * p0 + s * p1;
            continue;
        }
        // Hermite form [glTF 2.0, appendix C.5]; the tangents are per second.
        const double out_tangent = step * value(key)[n + i], in_tangent = step * values[3 * after * n + i];
        const double s2 = s * s, s3 = s2 * s;
        out[i] = (2 * s3 - 3 * s2 + 1) * p0 + (s3 - 2 * s2 + s) * out_tangent + (3 * s2 - 2 * s3) * p1 +
                 (s3 - s2) * in_tangent;
    }
}

void GltfAnimation::apply(double time, GltfPose& pose) const {
    std::vector<double> value;
    for (const GltfTrack& track : tracks) {
        track.sample(time, value);
        if (track.target == TrackTarget::morph_weights) {
            pose.morph_weights[track.node] = value;
        } else {
            assign(pose.placements[track.node], track.target, value);
        }
    }
}

GltfAnimation read_gltf_animation(GltfDocument& document, const GltfScene& scene, std::string_view which) {
    GltfAnimation result;
    const std::vector<JsonPlace> animations = document.root().list("animations");
    const auto index = animation_index(animations, which);
    if (!index && !which.empty()) document.root().fail("has no animation called \"" + std::string(which) + "\"");
    if (!index) return result;
    for (const JsonPlace& channel : animations[*index].list("channels")) {
        auto track = read_track(document, scene, animations[*index], channel);
        if (!track) {
            ++result.unread;
            continue;
        }
        const bool is_first = result.tracks.empty();
        result.first = is_first ? track->times.front() : std::min(result.first, track->times.front());
        result.last = is_first ? track->times.back() : std::max(result.last, track->times.back());
        result.tracks.push_back(std::move(*track));
    }
    return result;
}

}  // namespace pliant::io
