// How a shared volume changes when vertices move.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "detect/depth_layers/column.hpp"
#include "detect/depth_layers/refinement.hpp"

namespace pliant::depth_layers {

/// Triangles in a plane of one coordinate that stand upright in the columns lie within the borders of some.
enum class FacesToAdd : std::uint8_t {
    not_upright_along_axes,  // all but these
    across_axis,             // in planes across the columns alone
};

/// A volume grows by the area of its surface times the way that moves outwards. So the gradient at a vertex of a body
/// is the sum, over its triangles, of normal times the integral of the vertex's barycentric coordinate over the part of
/// the triangle that lies in the other body.
struct Gradient {
    std::array<std::vector<Vec3>, 2> by_vertex;  // in local coordinates, by body
    double error = 0;  // area of the parts of which it is not certain that they lie in the other body

    /// Over the columns that a refinement ended with.
    void add_up(const Columns& columns, const Refinement& refined, FacesToAdd faces);

private:
    void add_column(std::span<const TriangleOfPair> triangles);
    void add_unknown();
    [[nodiscard]] bool is_added(const Corners& t) const;
    void add_layer(const Layer& layer);
    void add_fragment(const Layer& layer, const Fragment& fragment);
    void add_polygon(const Layer& layer, const Fragment& fragment, const Polygon& polygon);

    const PairOfSides* pair_ = nullptr;
    Rectangle column_{};
    FacesToAdd faces_ = FacesToAdd::not_upright_along_axes;
    ColumnScratch scratch_;
};

}  // namespace pliant::depth_layers
