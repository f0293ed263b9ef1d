// A blade cuts a tetrahedral mesh: tetrahedra are split along it, and come apart where it has passed.
#pragma once

#include <cstdint>
#include <vector>

#include <pliant/export.hpp>
#include <pliant/points.hpp>
#include <pliant/views.hpp>

namespace pliant {

/// What a blade covers: a parallelogram, m.
struct Blade {
    Point corner{};  ///< one corner
    Point along{};   ///< from there to the next
    Point across{};  ///< from there to the one before
};

/// How close a cut keeps to the blade.
struct CutOptions {
    /// An edge that the blade crosses nearer to one of its ends than by this share of its length is not split: that end
    /// counts as lying on the blade. In [0, 0.5].
    double snap = 0.2;
    /// No tetrahedron comes out of a split with less, at rest: ends are taken instead. 1 for a regular tetrahedron, 0
    /// for a flat one: 12 (3 volume)^(2/3) over the sum of the squared edges.
    double quality = 0.1;
};

/// A vertex that a cut has made: (1 - share) of one and share of the other, both of smaller number. A copy of one where
/// both are the same.
struct CutVertex {
    std::uint32_t from = 0;  ///< one vertex
    std::uint32_t to = 0;    ///< the other
    double share = 0;        ///< of `to`
};

/// What a cut changes. The numbers of new vertices follow those that are there.
struct VolumeCut {
    std::vector<CutVertex> vertices;     ///< new ones
    std::vector<std::uint32_t> removed;  ///< tetrahedra that are no longer there, ascending
    std::vector<Tetrahedron> added;      ///< in their place
    std::vector<std::uint32_t> parents;  ///< the removed tetrahedron that each of them was a part of
    /// Whether nothing was cut.
    [[nodiscard]] bool empty() const { return removed.empty(); }
};

/// Cuts along a blade that lies in the mesh at `positions`. First every edge that it crosses is split there, in all
/// tetrahedra around it, so that neighbours still fit; then the faces that lie on it are opened: vertices get a copy
/// for each piece that hangs together around them, so that the tip of a cut stays closed. Splits are chosen at rest, so
/// that no sliver comes out of a body that is bent. Tetrahedra with vertices that are not there are passed over.
/// std::invalid_argument where there are not as many positions as vertices at rest, or the blade has no area.
PLIANT_EXPORT VolumeCut cut(const VolumeView& rest, Points positions, const Blade& blade,
                            const CutOptions& options = {});

}  // namespace pliant
