// Which triangles reach into which column.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "detect/depth_layers/column.hpp"
#include "detect/depth_layers/grid.hpp"

namespace pliant::depth_layers {

/// The triangles of each column, those of the first body first, in ascending order.
class Bins {
public:
    void clear(const Grid& grid);
    /// Which triangles are added, and how they are stored.
    struct Filter {
        double z_lo, z_hi;    // only those whose depths reach into this range
        bool open;            // columns without their border
        TriangleOfPair mark;  // set in what is stored
    };
    /// Triangles with a coordinate that is not finite are left out.
    void add(const Grid& grid, const LocalSurface& surface, const Filter& filter);
    void finish();

    [[nodiscard]] std::span<const TriangleOfPair> of(std::size_t column) const {
        return {sorted_.data() + first_[column], first_[column + 1] - first_[column]};
    }
    [[nodiscard]] std::size_t size() const { return entries_.size(); }

private:
    struct Entry {
        std::uint32_t column;
        TriangleOfPair triangle;
    };
    std::vector<Entry> entries_;
    std::vector<std::uint32_t> first_;
    std::vector<TriangleOfPair> sorted_;
    std::size_t columns_ = 0;
};

}  // namespace pliant::depth_layers
