// Origins and a scale relative to which floats tell vertices given in doubles apart.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "detect/spatial_hash/cell_sweep.hpp"
#include "frame/bodies.hpp"
#include "numeric/box.hpp"

namespace pliant::spatial_hash {

/// An origin for each body. Bodies that may meet share one. A gap between bodies that is much wider than all of them
/// together is left out: their floats move closer, but their boxes stay apart.
class LocalOrigins {
public:
    /// `vertices`: those that take part, ascending.
    void find(const frame::Bodies& bodies, std::span<const std::uint32_t> vertices);

    [[nodiscard]] const LocalOrigin& of(std::size_t body) const { return origins_[body]; }
    [[nodiscard]] double scale() const { return scale_; }  // of all of them
    /// Bound on a float minus what it stands for, of bodies that may meet; infinite where there is none.
    [[nodiscard]] float error() const { return error_; }

private:
    struct Extent {
        Box<double> box;
        std::uint32_t body;
    };
    /// Bodies whose extents along an axis leave no wide gap between them.
    struct Group {
        std::size_t first, last;  // of extents_
        double lo, hi;
    };

    void measure(const frame::Bodies& bodies, std::span<const std::uint32_t> vertices);
    void choose_scale(double largest);
    void group(std::size_t axis);
    void place_together(const frame::Bodies& bodies, std::span<const std::uint32_t> vertices);
    void place_groups(std::size_t axis);

    std::vector<LocalOrigin> origins_;  // by index of body
    std::vector<Extent> extents_;
    std::vector<Group> groups_;
    double together_ = 0;  // sum of the sides of all bodies
    double scale_ = 1;
    float error_ = 0;
};

}  // namespace pliant::spatial_hash
