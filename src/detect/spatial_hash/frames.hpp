// Origins and scales in which floats tell vertices given in doubles apart.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "detect/spatial_hash/cell_sweep.hpp"
#include "frame/bodies.hpp"

namespace pliant::spatial_hash {

/// A frame for each body. Bodies that may meet have the same; where the space between others is much wider than all of
/// them together, it is left out: they are moved together, but not into one another.
class Frames {
public:
    /// `vertices` are those that take part, in ascending order.
    void find(const frame::Bodies& bodies, std::span<const std::uint32_t> vertices);

    [[nodiscard]] const LocalFrame& of(std::size_t body) const { return frames_[body]; }
    [[nodiscard]] double scale() const { return scale_; }  // of all of them

private:
    struct Extent {
        double lo[3], hi[3];
        std::uint32_t body;
    };
    /// Bodies whose extents along an axis leave no wide space between them.
    struct Group {
        std::size_t first, last;  // of extents_
        double lo, hi;
    };

    void measure(const frame::Bodies& bodies, std::span<const std::uint32_t> vertices);
    void group(std::size_t axis);
    void place_together(const frame::Bodies& bodies, std::span<const std::uint32_t> vertices);
    void place_groups(std::size_t axis);

    std::vector<LocalFrame> frames_;
    std::vector<Extent> extents_;
    std::vector<Group> groups_;
    double together_ = 0;  // sides of all bodies
    double scale_ = 1;
};

}  // namespace pliant::spatial_hash
