// A symmetric sparse matrix of 3 x 3 blocks, row by row, in floats: what conjugate gradients multiply by.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <pliant/views.hpp>

namespace pliant::deform {

/// x, y, z and a place that stays zero.
using Lane = std::array<float, 4>;

/// The arrays of a matrix.
struct BlockRows {
    const std::uint32_t* first;    // of each row, and the end
    const std::uint32_t* columns;  // of each block
    const float* values;           // nine of each block, column by column, and one behind the last
};

/// Rows [begin, end) of the product.
void multiply_rows(const BlockRows& matrix, const Lane* x, Lane* y, std::size_t begin, std::size_t end);

class BlockMatrix {
public:
    /// A block for each two vertices of a tetrahedron, and one on each diagonal; columns ascend.
    void build(std::size_t vertices, std::span<const Tetrahedron> tetrahedra);

    [[nodiscard]] std::size_t rows() const { return first_.empty() ? 0 : first_.size() - 1; }
    /// Where the blocks of a tetrahedron's 4 x 4 corners are.
    [[nodiscard]] std::array<std::uint32_t, 16> places(const Tetrahedron& t) const;
    [[nodiscard]] std::uint32_t diagonal(std::size_t row) const { return diagonal_[row]; }
    /// Nine numbers, column by column.
    [[nodiscard]] float* block(std::uint32_t place) { return &values_[std::size_t{9} * place]; }
    [[nodiscard]] const float* block(std::uint32_t place) const { return &values_[std::size_t{9} * place]; }
    /// Blocks of rows [begin, end) become zero.
    void clear(std::size_t begin, std::size_t end);
    /// Rows [begin, end) of the product.
    void multiply(std::span<const Lane> x, std::span<Lane> y, std::size_t begin, std::size_t end) const;

private:
    [[nodiscard]] std::uint32_t place(std::uint32_t row, std::uint32_t column) const;

    std::vector<std::uint32_t> first_;  // of each row, and the end
    std::vector<std::uint32_t> columns_;
    std::vector<std::uint32_t> diagonal_;  // place of each row's diagonal block
    std::vector<float> values_;
};

}  // namespace pliant::deform
