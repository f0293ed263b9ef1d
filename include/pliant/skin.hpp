// A dense surface that follows a coarse cage by rigid links [Mendoza2005, 3.1].
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <pliant/export.hpp>
#include <pliant/points.hpp>
#include <pliant/views.hpp>

namespace pliant {

/// A vertex hangs by a link of constant length from a point between three vertices of the cage, and turns with them.
struct RigidLink {
    std::array<std::uint32_t, 3> cage{};  ///< vertex numbers
    std::array<double, 3> weights{};      ///< of the three; not negative, they add up to 1
    std::array<double, 3> along{};        ///< the link in the frame of the three: normal, edge, across
    bool operator==(const RigidLink&) const = default;
};

/// A dense surface and the cage that it follows, both at rest.
struct Skin {
    std::vector<RigidLink> links;                ///< one for every vertex of the dense surface
    std::vector<std::array<double, 3>> surface;  ///< its positions at rest
    std::vector<std::array<double, 3>> cage;     ///< positions of the cage at rest
};

/// Links each point of a surface to the three nearest vertices of the cage's boundary that span a plane. Throws
/// std::invalid_argument where the boundary has no three such vertices or a coordinate is not finite.
PLIANT_EXPORT Skin make_skin(Points surface, const VolumeView& cage);

/// The surface at other positions of the cage [Mendoza2005, 3.2]; `out` has room for every vertex. Throws
/// std::invalid_argument where the numbers of vertices differ.
PLIANT_EXPORT void steer(const Skin& skin, Points cage, std::span<std::array<double, 3>> out);

}  // namespace pliant
