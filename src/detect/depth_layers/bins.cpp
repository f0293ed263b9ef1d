#include "detect/depth_layers/bins.hpp"

#include <algorithm>
#include <cmath>

namespace pliant::depth_layers {

void Bins::clear(const Grid& grid) {
    columns_ = std::size_t{grid.columns()} * grid.columns();
    entries_.clear();
}

void Bins::add(const Grid& grid, const LocalSurface& surface, const Filter& filter) {
    const auto [z_lo, z_hi, open, mark] = filter;
    for (std::uint32_t t = 0; t < surface.triangles.size(); ++t) {
        const auto [p, q, r] = surface.corners(t);
        if (std::isnan(p.z + q.z + r.z)) continue;
        const double lo = std::min(std::min(p.z, q.z), r.z), hi = std::max(std::max(p.z, q.z), r.z);
        if (lo > z_hi || hi < z_lo) continue;
        const double x_lo = std::min(std::min(p.x, q.x), r.x), x_hi = std::max(std::max(p.x, q.x), r.x);
        const auto x = grid.along_x(x_lo, x_hi, open);
        if (x.first > x.last) continue;
        const double y_lo = std::min(std::min(p.y, q.y), r.y), y_hi = std::max(std::max(p.y, q.y), r.y);
        const auto y = grid.along_y(y_lo, y_hi, open);
        for (std::uint32_t iy = y.first; iy <= y.last; ++iy) {
            for (std::uint32_t ix = x.first; ix <= x.last; ++ix)
                entries_.push_back({iy * grid.columns() + ix, t | mark});
        }
    }
}

void Bins::finish() {
    first_.assign(columns_ + 1, 0);
    for (const Entry& entry : entries_) ++first_[entry.column + 1];
    for (std::size_t i = 0; i < columns_; ++i) first_[i + 1] += first_[i];
    sorted_.resize(entries_.size());
    for (const Entry& entry : entries_) sorted_[first_[entry.column]++] = entry.triangle;
    for (std::size_t i = columns_; i > 0; --i) first_[i] = first_[i - 1];
    first_[0] = 0;
}

}  // namespace pliant::depth_layers
