// The local frames of a cage: how each has turned since rest. A frame belongs to the three vertices that a link of the
// skin hangs from; many links share one.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <pliant/skin.hpp>

#include "numeric/vec.hpp"

namespace pliant::sphere_tree {

using Rotation = std::array<Vec3, 3>;  // rows

/// How easily the frame of three vertices turns. While they stay within d of where a rigid motion has them, it differs
/// from that motion by 2.1 d (along + across) at most (spectral norm), if 2 d is up to `reach`.
struct Turning {
    double along, across;
    [[nodiscard]] double reach() const { return 0.5 / std::max(along, across); }
};
Turning turning(const Vec3& q0, const Vec3& q1, const Vec3& q2);

class CageFrames {
public:
    /// Numbers the frames of a skin.
    void start(const Skin& skin);
    /// The cage has moved: all rotations are out of date.
    void update() { ++updates_; }

    [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(frames_.size()); }
    [[nodiscard]] std::uint32_t of_link(std::uint32_t link) const { return of_link_[link]; }
    [[nodiscard]] const Turning& turning_of(std::uint32_t frame) const { return turnings_[frame]; }
    /// Of the frames that a vertex of the cage is part of, the one that turns least easily.
    [[nodiscard]] std::uint32_t best_at(std::uint32_t vertex) const { return best_at_[vertex]; }

    /// From rest to where the cage is now. Lazy: most are never asked for.
    const Rotation& rotation(std::uint32_t frame, std::span<const Vec3> cage) {
        if (frames_[frame].update != updates_) turn(frames_[frame], cage);
        return frames_[frame].rotation;
    }

private:
    struct Frame {
        std::array<std::uint32_t, 3> cage;  // vertices
        std::uint64_t update = 0;           // that the rotation is of
        std::array<Vec3, 3> at_rest;
        Rotation rotation{};
    };

    void turn(Frame& frame, std::span<const Vec3> cage) const;

    std::vector<Frame> frames_;
    std::vector<Turning> turnings_;
    std::vector<std::uint32_t> of_link_, best_at_;
    std::uint64_t updates_ = 1;
};

}  // namespace pliant::sphere_tree
