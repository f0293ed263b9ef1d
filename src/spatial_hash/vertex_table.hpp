// Vertices sorted by the bucket of their cell: the first pass [Teschner2003, 3].
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "parallel/parallel.hpp"
#include "simd/tetrahedron_kernels.hpp"

namespace pliant::spatial_hash {

class VertexTable {
public:
    /// `buckets` is a power of two. Vertices with a coordinate that is not finite are left out.
    void build(const simd::FloatVertex* vertices, std::span<const std::uint32_t> ids, float inverse_cell,
               std::uint32_t buckets, parallel::Workers& workers);

    /// Valid until the next build.
    [[nodiscard]] const simd::CellTable& view() const { return view_; }

private:
    void count_buckets(std::span<const std::uint32_t> ids);
    void scatter(const simd::FloatVertex* vertices, std::span<const std::uint32_t> ids);

    std::vector<std::uint32_t> bucket_, starts_, vertex_;
    std::vector<float> x_, y_, z_;
    simd::CellTable view_;
};

}  // namespace pliant::spatial_hash
