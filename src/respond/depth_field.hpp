// How deep points are in a deforming volume, from distances that were measured once, at rest.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <pliant/penetrations.hpp>
#include <pliant/views.hpp>

#include "respond/vertex_contacts.hpp"

namespace pliant::respond {

/// The distance of each vertex from the surface at rest, interpolated within tetrahedra: the field deforms with the
/// body [Hirota2000], and no surface is searched. Exact at rest next to the surface.
class DepthField {
public:
    explicit DepthField(const VolumeView& rest);

    /// Depth and way out of a point in a tetrahedron, by its weights: at most twice the distance at rest. False where
    /// there is no telling.
    bool measure(const Tetrahedron& t, std::span<const Point> positions, VertexContact& contact) const;

private:
    std::vector<double> distance_;
};

}  // namespace pliant::respond
