// Body-centred cubic (BCC) lattice [Labelle2007, 3]: corners and centres of cubic cells. Two adjacent centres and an
// edge of the face between their cells span a tetrahedron; all tetrahedra are congruent.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <pliant/views.hpp>

#include "numeric/vec.hpp"

namespace pliant::meshing {

class Lattice {
public:
    /// Throws std::length_error for more than 2^28 cells.
    Lattice(const Vec3& lo, const Vec3& hi, double cell);

    /// Number of points: corners first, then centres.
    [[nodiscard]] std::uint32_t points() const { return corners_ + cells_[0] * cells_[1] * cells_[2]; }
    [[nodiscard]] Vec3 place(std::uint32_t point) const;
    [[nodiscard]] double cell() const { return cell_; }

    /// Edges between two corners or two centres are long, the others short.
    [[nodiscard]] bool is_long(std::uint32_t a, std::uint32_t b) const { return (a < corners_) == (b < corners_); }

    /// Calls visit(tetrahedron) for each tetrahedron, in a fixed order.
    template <class Visit>
    void each_tetrahedron(const Visit& visit) const {
        for (std::size_t axis = 0; axis < 3; ++axis) each_face(axis, visit);
    }

private:
    using Place = std::array<std::uint32_t, 3>;

    [[nodiscard]] std::uint32_t corner(const Place& p) const {
        return (p[2] * (cells_[1] + 1) + p[1]) * (cells_[0] + 1) + p[0];
    }
    [[nodiscard]] std::uint32_t middle(const Place& p) const {
        return corners_ + (p[2] * cells_[1] + p[1]) * cells_[0] + p[0];
    }

    /// The four tetrahedra around each pair of neighbouring cells along an axis.
    template <class Visit>
    void each_face(std::size_t axis, const Visit& visit) const {
        const std::size_t right = (axis + 1) % 3, up = (axis + 2) % 3;
        Place p{};
        for (p[2] = axis == 2 ? 1 : 0; p[2] < cells_[2]; ++p[2]) {
            for (p[1] = axis == 1 ? 1 : 0; p[1] < cells_[1]; ++p[1]) {
                for (p[0] = axis == 0 ? 1 : 0; p[0] < cells_[0]; ++p[0]) {
                    Place below = p;
                    --below[axis];
                    Place ring[4] = {p, p, p, p};
                    ++ring[1][right], ++ring[2][right], ++ring[2][up], ++ring[3][up];
                    for (std::size_t i = 0; i < 4; ++i) {
                        visit(Tetrahedron{middle(below), middle(p), corner(ring[i]), corner(ring[(i + 1) % 4])});
                    }
                }
            }
        }
    }

    Vec3 lo_;
    double cell_;
    std::array<std::uint32_t, 3> cells_;
    std::uint32_t corners_;
};

}  // namespace pliant::meshing
