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
    values_.assign(9 * columns_.size() + 1, 0);  // a vector load reads one behind the last
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
    multiply_rows({first_.data(), columns_.data(), values_.data()}, x.data(), y.data(), begin, end);
}

}  // namespace pliant::deform
