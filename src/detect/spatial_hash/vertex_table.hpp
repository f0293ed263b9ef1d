// Vertices sorted by the bucket of their cell: the first pass [Teschner2003, 3].
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "detect/spatial_hash/cell_sweep.hpp"
#include "parallel/parallel.hpp"

namespace pliant::spatial_hash {

/// Vertices and the cells to hash them into.
struct VerticesToHash {
    const simd::FloatVertex* vertices;
    std::span<const std::uint32_t> ids;
    float inverse_cell;
    std::uint32_t buckets;  // a power of two
};

/// A counting sort by bucket. Large tables are sorted in two steps, by ranges of buckets and then within each (a radix
/// sort), so that writes stay in L1 and L2. Neither step depends on the number of threads.
class VertexTable {
public:
    /// Vertices with an infinite or NaN coordinate are left out.
    void build(const VerticesToHash& input, parallel::Workers& workers);

    /// Valid until the next build.
    [[nodiscard]] const CellTable& view() const { return view_; }

private:
    struct Placed {
        std::uint32_t bucket, vertex;
    };

    void choose_parts(std::uint32_t buckets);
    void find_buckets(const VerticesToHash& input, parallel::Workers& workers);
    void find_part_starts(std::size_t chunks);
    void part(const VerticesToHash& input, parallel::Workers& workers);
    void sort_part(const VerticesToHash& input, std::size_t part);
    void sort_all(const VerticesToHash& input);

    std::vector<std::uint32_t> bucket_;       // of each vertex
    std::vector<std::uint32_t> places_;       // where a chunk's vertices of a part begin
    std::vector<std::uint32_t> part_starts_;  // one more than parts
    std::vector<Placed> placed_;              // by part, in the order of vertices
    std::size_t parts_ = 1;
    std::uint32_t buckets_per_part_ = 1;
    std::vector<std::uint32_t> starts_, vertex_;
    std::vector<float> x_, y_, z_;
    CellTable view_;
};

}  // namespace pliant::spatial_hash
