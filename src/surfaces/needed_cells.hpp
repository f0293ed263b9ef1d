// Cells with surface whose windings have to be proven, and the runs of cells that help to prove them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "surfaces/cell_image.hpp"

namespace pliant::surfaces {

/// A run: neighbouring cells with surface along an axis.
class NeededCells {
public:
    /// Those where the other body may be, whose image has the same cells; all without one. Returns whether there are
    /// any.
    bool find(const CellImage& image, const CellImage* other);

    [[nodiscard]] bool is_needed(CellIndex cell) const { return (needed_[cell / 64] >> cell % 64 & 1) != 0; }
    /// A bit a cell: in runs with a needed one, so that proving it helps.
    [[nodiscard]] std::span<const std::uint64_t> wished() const { return wished_; }
    /// A bit a cell: in runs with a wished one.
    [[nodiscard]] std::span<const std::uint64_t> in_runs() const { return in_runs_; }

private:
    using Bits = std::vector<std::uint64_t>;

    /// Adds all cells of runs, along any axis, with one of `from`.
    void extend_runs(const Bits& from, Bits& to) const;
    void extend_along_columns(const Bits& from, Bits& to) const;
    void extend_across(const Bits& from, std::uint32_t stride, std::uint32_t first, Bits& to) const;

    const CellImage* image_ = nullptr;
    Bits needed_, wished_, in_runs_;
};

}  // namespace pliant::surfaces
