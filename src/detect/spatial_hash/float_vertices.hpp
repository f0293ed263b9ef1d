// The vertices of a frame as floats that keep the order of their coordinates.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "detect/spatial_hash/local_origins.hpp"
#include "frame/penetration_query.hpp"
#include "simd/vertices.hpp"

namespace pliant::spatial_hash {

/// Where a vertex is in the closed box of a tetrahedron, its float is in the box of the corners' floats.
class FloatVertices {
public:
    /// Reads the positions of the frame.
    void update(const frame::PenetrationQuery& query);

    /// By vertex of the common numbering.
    [[nodiscard]] const simd::FloatVertex* data() const { return floats_; }
    /// Bound on the difference of a float and the coordinate that it stands for, relative to an origin that it shares
    /// with all that are near it; 0 where floats are the coordinates themselves.
    [[nodiscard]] float error() const { return error_; }
    /// Whether no coordinate is NaN or infinite.
    [[nodiscard]] bool all_finite() const { return all_finite_; }
    /// One unit of the scene in floats, a power of two.
    [[nodiscard]] double scale() const { return scale_; }
    /// Vertices of some element, of bodies that are not set aside; ascending.
    [[nodiscard]] std::span<const std::uint32_t> present() const { return present_; }

private:
    void find_present(const frame::PenetrationQuery& query);
    void localise_doubles(const frame::PenetrationQuery& query);

    const simd::FloatVertex* floats_ = nullptr;
    std::vector<simd::FloatVertex> local_;  // of doubles
    LocalOrigins origins_;                  // of these
    double scale_ = 1;
    float error_ = 0;
    std::span<const std::uint32_t> present_;
    std::vector<std::uint32_t> kept_;  // memory of `present_` where some bodies are set aside
    bool all_finite_ = true;
};

}  // namespace pliant::spatial_hash
