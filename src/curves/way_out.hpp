// The deepest vertex that a curve encloses on each side, and its way out.
#pragma once

#include <cstdint>
#include <vector>

#include <pliant/curves.hpp>

#include "curves/curve_sides.hpp"
#include "curves/nearest_triangle.hpp"
#include "frame/bodies.hpp"
#include "parallel/parallel.hpp"

namespace pliant::curves {

/// What lies between the pieces that a curve encloses on both surfaces is to come out through the other piece: back
/// where it came from, even where another part of that surface is nearer.
class WayOut {
public:
    void find(const frame::Bodies& bodies, const CurveSides& sides, parallel::Workers& workers, Curves& out);

private:
    void find_one(const frame::Bodies& bodies, const CurveSides& sides, std::uint32_t curve, std::uint32_t side,
                  parallel::Workers& workers, Curves& out);
    void list_triangles(const frame::Bodies& bodies, const Curves& curves, const Curve& curve, std::uint32_t side);

    NearestTriangle nearest_;
    std::vector<std::uint32_t> triangles_;
    std::vector<NearestTriangle::Found> found_;  // by vertex of the piece
};

}  // namespace pliant::curves
