#include "meshing/lattice.hpp"

#include <cmath>
#include <stdexcept>

namespace pliant::meshing {

Lattice::Lattice(const Vec3& lo, const Vec3& hi, double cell) : cell_(cell) {
    double all = 1, low[3];
    for (std::size_t axis = 0; axis < 3; ++axis) {
        // A margin of one and a half cells on each side: every inside point has all of its tetrahedra.
        const double count = std::ceil((hi[axis] - lo[axis]) / cell) + 3;
        all *= count + 1;
        if (!(all < 0x1p28)) throw std::length_error("a lattice of more than 2^28 cells");
        cells_[axis] = static_cast<std::uint32_t>(count);
        low[axis] = 0.5 * lo[axis] + 0.5 * hi[axis] - 0.5 * count * cell;
    }
    lo_ = {low[0], low[1], low[2]};
    corners_ = (cells_[0] + 1) * (cells_[1] + 1) * (cells_[2] + 1);
}

Vec3 Lattice::place(std::uint32_t point) const {
    const bool is_middle = point >= corners_;
    const std::uint32_t index = is_middle ? point - corners_ : point;
    const std::uint32_t nx = cells_[0] + (is_middle ? 0 : 1), ny = cells_[1] + (is_middle ? 0 : 1);
    const double shift = is_middle ? 0.5 : 0;
    const Vec3 p{index % nx + shift, index / nx % ny + shift, index / nx / ny + shift};
    return lo_ + cell_ * p;
}

}  // namespace pliant::meshing
