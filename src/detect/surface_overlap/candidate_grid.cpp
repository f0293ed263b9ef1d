#include "detect/surface_overlap/candidate_grid.hpp"

#include <cmath>

namespace pliant::surface_overlap {

using surfaces::greatest;
using surfaces::least;

/// Many triangles to a square of the common box: those that may meet are few, and each reaches into several squares.
void CandidateGrid::start(const Box<double>& common, std::size_t triangles) {
    squares_.shift = 11;
    while (squares_.shift > 7 && (std::size_t{16} << 2 * (place_bits - squares_.shift)) < triangles) --squares_.shift;
    const Vec3 side = surfaces::side_of(common);
    order_ = {0, 1, 2};
    std::sort(order_.begin(), order_.end(),
              [&](std::size_t i, std::size_t j) { return side[i] != side[j] ? side[i] > side[j] : i < j; });
    for (std::size_t k = 0; k < 3; ++k) {
        const double along = side[order_[k]];
        squares_.lo[k] = common.lo[order_[k]];
        squares_.per_unit[k] = std::isfinite(0x1p15 / along) ? 0x1p15 / along : 0;
        squares_.last[k] = 0x1p15 - 1;
    }
}

PackedBox CandidateGrid::places_of(const Corners& t) const {
    PackedBox box;
    for (std::size_t k = 0; k < 3; ++k) {
        const std::size_t c = order_[k];
        box.first |= std::uint64_t{squares_.place(least(t[0][c], t[1][c], t[2][c]), k)} << 16 * k;
        box.last |= std::uint64_t{squares_.place(greatest(t[0][c], t[1][c], t[2][c]), k)} << 16 * k;
    }
    return box;
}

void CandidateGrid::sort(std::span<const Candidate> second) {
    const unsigned row = place_bits - squares_.shift;
    const std::size_t squares = std::size_t{1} << 2 * row;
    first_.assign(squares + 1, 0);
    for (const Candidate& b : second) {
        for_each_square(b.box, [&](std::uint32_t ix, std::uint32_t iy) { ++first_[(iy << row) + ix + 1]; });
    }
    for (std::size_t i = 0; i < squares; ++i) first_[i + 1] += first_[i];
    in_square_.resize(first_[squares]);
    depths_.assign(squares, 0);
    for (std::uint32_t i = 0; i < second.size(); ++i) {
        const PackedBox& box = second[i].box;
        for_each_square(box, [&](std::uint32_t ix, std::uint32_t iy) {
            const std::size_t square = (iy << row) + ix;
            in_square_[first_[square]++] = {box, i};
            depths_[square] |= box.depths();
        });
    }
    for (std::size_t i = squares; i > 0; --i) first_[i] = first_[i - 1];
    first_[0] = 0;
}

}  // namespace pliant::surface_overlap
