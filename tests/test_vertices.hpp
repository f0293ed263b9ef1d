// Vertices for kernels, in floats or doubles.
#pragma once

#include <cstddef>
#include <vector>

#include "geometry/triangle_pair.hpp"
#include "simd/vertices.hpp"

namespace pliant::simd {

/// The same points in both layouts. Points must be floats where the floats are used.
class TestVertices {
public:
    std::uint32_t add(const Vec3& p) {
        doubles_.push_back({p.x, p.y, p.z, 0});
        floats_.push_back({static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z), 0});
        return static_cast<std::uint32_t>(doubles_.size() - 1);
    }

    [[nodiscard]] Vec3 at(std::size_t i) const { return {doubles_[i].x, doubles_[i].y, doubles_[i].z}; }
    [[nodiscard]] std::size_t size() const { return doubles_.size(); }
    [[nodiscard]] Vertices doubles() const { return {nullptr, doubles_.data()}; }
    [[nodiscard]] Vertices floats() const { return {floats_.data(), nullptr}; }
    [[nodiscard]] Vertices as(bool in_floats) const { return in_floats ? floats() : doubles(); }

private:
    std::vector<DoubleVertex> doubles_;
    std::vector<FloatVertex> floats_;
};

}  // namespace pliant::simd
