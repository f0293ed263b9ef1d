#include "detect/sphere_tree/cage_frames.hpp"

#include <cmath>
#include <limits>
#include <map>

#include "geometry/link_frame.hpp"

namespace pliant::sphere_tree {

using geometry::link_frame;

namespace {

/// Rows of the rotation that takes one frame to another.
Rotation from_to(const std::array<Vec3, 3>& from, const std::array<Vec3, 3>& to) {
    Rotation rows;
    for (std::size_t i = 0; i < 3; ++i) rows[i] = to[0][i] * from[0] + to[1][i] * from[1] + to[2][i] * from[2];
    return rows;
}

}  // namespace

/// The edge e turns by x = asin(2 d / |e|); then the height h over that edge by asin((2 d + x |w|) / |h|) more, with w
/// the edge from its end to the third vertex; and asin(s) <= 1.05 s up to 0.5.
Turning turning(const Vec3& q0, const Vec3& q1, const Vec3& q2) {
    const Vec3 e = q0 - q1, w = q2 - q0, n = cross(e, w);
    const double edge = std::sqrt(dot(e, e)), other = std::sqrt(dot(w, w)), height = std::sqrt(dot(n, n)) / edge;
    return {1 / edge, (1 + 1.05 * other / edge) / height};
}

void CageFrames::start(const Skin& skin) {
    std::map<std::array<std::uint32_t, 3>, std::uint32_t> numbers;
    frames_.clear();
    turnings_.clear();
    of_link_.clear();
    best_at_.assign(skin.cage.size(), 0);
    std::vector<double> least(skin.cage.size(), std::numeric_limits<double>::infinity());
    for (const RigidLink& link : skin.links) {
        const auto number = static_cast<std::uint32_t>(frames_.size());
        const auto [at, is_new] = numbers.try_emplace(link.cage, number);
        of_link_.push_back(at->second);
        if (!is_new) continue;
        const Vec3 p = skin.cage[link.cage[0]], q = skin.cage[link.cage[1]], r = skin.cage[link.cage[2]];
        frames_.push_back({link.cage, 0, link_frame(p, q, r), {}});
        turnings_.push_back(turning(p, q, r));
        for (const std::uint32_t k : link.cage) {
            if (!(turnings_.back().across < least[k])) continue;
            least[k] = turnings_.back().across;
            best_at_[k] = number;
        }
    }
    updates_ = 1;
}

void CageFrames::turn(Frame& frame, std::span<const Vec3> cage) const {
    const auto& [i, j, k] = frame.cage;
    frame.rotation = from_to(frame.at_rest, link_frame(cage[i], cage[j], cage[k]));
    frame.update = updates_;
}

}  // namespace pliant::sphere_tree
