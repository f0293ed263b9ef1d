// Surface cells whose windings have to be proven, and the runs of cells that help to prove them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "surfaces/cell_image.hpp"

namespace pliant::surfaces {

/// A run is a maximal sequence of adjacent surface cells along an axis.
class NeededCells {
public:
    /// Needed are the surface cells where the other body may be; all where there is no other. Both images have the same
    /// layout. Returns whether any is needed.
    bool find(const CellImage& image, const CellImage* other);

    [[nodiscard]] bool is_needed(CellIndex cell) const { return (needed_[cell / 64] >> cell % 64 & 1) != 0; }
    /// One bit per cell: in a run with a needed cell, so that proving it helps.
    [[nodiscard]] std::span<const std::uint64_t> wished() const { return wished_; }
    /// One bit per cell: in a run with a wished cell.
    [[nodiscard]] std::span<const std::uint64_t> in_runs() const { return in_runs_; }

private:
    using Bits = std::vector<std::uint64_t>;

    /// Adds all cells of runs, along any axis, that have a cell in `from`.
    void extend_runs(const Bits& from, Bits& to) const;
    void extend_along_columns(const Bits& from, Bits& to) const;
    void extend_across(const Bits& from, std::uint32_t stride, std::uint32_t first, Bits& to) const;

    const CellImage* image_ = nullptr;
    Bits needed_, wished_, in_runs_;
};

}  // namespace pliant::surfaces
