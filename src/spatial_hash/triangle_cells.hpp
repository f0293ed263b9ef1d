// Triangles in hashed cells: exact intersections within and between bodies. [Teschner2003, 7] says that the method
// adapts to other primitives "by simply replacing the intersection test"; this is that.
#pragma once

#include <cstdint>
#include <vector>

#include <pliant/scene.hpp>

#include "bodies/bodies.hpp"
#include "bodies/found.hpp"
#include "parallel/parallel.hpp"
#include "spatial_hash/triangle_grid.hpp"

namespace pliant::spatial_hash {

class TriangleCells {
public:
    /// Hashes the triangles at the positions of the frame.
    void update(const bodies::Bodies& bodies, parallel::Workers& workers, Report& report);

    void find(const bodies::Bodies& bodies, const IntersectionOptions& options, parallel::Workers& workers,
              Answer<TrianglePair>& answer);

private:
    struct Piece {
        TriangleGrid::Search search;
        std::vector<simd::Pair> strangers, neighbours;
        bodies::Findings findings;
    };

    void find_piece(const bodies::Bodies& bodies, const IntersectionOptions& options, std::size_t first,
                    std::size_t last, Piece& out) const;
    void run(const bodies::Bodies& bodies, const IntersectionOptions& options, parallel::Workers& workers,
             Report& report);

    std::uint64_t topology_version_ = 0;
    std::vector<std::uint32_t> unsound_;
    TriangleGrid grid_;
    std::vector<Piece> pieces_;
    bodies::FoundPairs found_;
};

}  // namespace pliant::spatial_hash
