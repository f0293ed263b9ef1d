#include "deform/block_matrix.hpp"

#include <algorithm>

namespace pliant::deform {

void BlockMatrix::build(std::size_t vertices, std::span<const Tetrahedron> tetrahedra) {
    std::vector<std::uint64_t> pairs;
    pairs.reserve(vertices + 16 * tetrahedra.size());
    for (std::size_t i = 0; i < vertices; ++i) pairs.push_back(std::uint64_t{i} << 32 | i);
    for (const Tetrahedron& t : tetrahedra) {
        for (const std::uint32_t row : t)
            for (const std::uint32_t column : t) pairs.push_back(std::uint64_t{row} << 32 | column);
    }
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    first_.assign(vertices + 1, 0);
    diagonal_.assign(vertices, 0);
    columns_.clear();
    for (const std::uint64_t pair : pairs) {
        const auto row = static_cast<std::uint32_t>(pair >> 32), column = static_cast<std::uint32_t>(pair);
        if (row == column) diagonal_[row] = static_cast<std::uint32_t>(columns_.size());
        columns_.push_back(column);
        first_[row + 1] = static_cast<std::uint32_t>(columns_.size());
    }
    values_.assign(9 * columns_.size(), 0);
}

std::uint32_t BlockMatrix::place(std::uint32_t row, std::uint32_t column) const {
    const auto begin = columns_.begin() + first_[row], end = columns_.begin() + first_[row + 1];
    return static_cast<std::uint32_t>(std::lower_bound(begin, end, column) - columns_.begin());
}

std::array<std::uint32_t, 16> BlockMatrix::places(const Tetrahedron& t) const {
    std::array<std::uint32_t, 16> result{};
    for (std::size_t i = 0; i < 4; ++i)
        for (std::size_t j = 0; j < 4; ++j) result[4 * i + j] = place(t[i], t[j]);
    return result;
}

void BlockMatrix::clear(std::size_t begin, std::size_t end) {
    std::fill(values_.begin() + std::ptrdiff_t(9 * std::size_t{first_[begin]}),
              values_.begin() + std::ptrdiff_t(9 * std::size_t{first_[end]}), 0.0F);
}

void BlockMatrix::multiply(std::span<const Lane> x, std::span<Lane> y, std::size_t begin, std::size_t end) const {
    for (std::size_t row = begin; row < end; ++row) {
        float y0 = 0, y1 = 0, y2 = 0;
        const float* a = &values_[std::size_t{9} * first_[row]];
        for (std::uint32_t k = first_[row]; k < first_[row + 1]; ++k, a += 9) {
            const Lane& p = x[columns_[k]];
            y0 += a[0] * p[0] + a[1] * p[1] + a[2] * p[2];
            y1 += a[3] * p[0] + a[4] * p[1] + a[5] * p[2];
            y2 += a[6] * p[0] + a[7] * p[1] + a[8] * p[2];
        }
        y[row] = {y0, y1, y2, 0};
    }
}

}  // namespace pliant::deform
