// Triangles in hashed cells: exact intersections within and between bodies. [Teschner2003, 7] says that the method
// adapts to other primitives "by simply replacing the intersection test"; this is that.
#pragma once

#include <cstdint>
#include <vector>

#include <pliant/scene.hpp>

#include "broad_phase/blocks.hpp"
#include "detect/spatial_hash/triangle_grid.hpp"
#include "frame/bodies.hpp"
#include "narrow_phase/pair_tests.hpp"
#include "parallel/parallel.hpp"

namespace pliant::spatial_hash {

class TriangleCells {
public:
    /// Hashes the triangles at the positions of the frame.
    void update(const frame::Bodies& bodies, parallel::Workers& workers, Report& report);

    void find(const frame::Bodies& bodies, const IntersectionOptions& options, parallel::Workers& workers,
              Answer<TrianglePair>& answer);

private:
    struct Piece {
        TriangleGrid::Search search;
        std::vector<broad_phase::Pair> strangers, neighbours;
        narrow_phase::Findings findings;
    };

    void find_piece(const frame::Bodies& bodies, const IntersectionOptions& options, std::size_t first,
                    std::size_t last, Piece& out) const;
    void run(const frame::Bodies& bodies, const IntersectionOptions& options, parallel::Workers& workers,
             Report& report);

    std::uint64_t topology_version_ = 0;
    std::vector<std::uint32_t> unsound_;
    TriangleGrid grid_;
    std::vector<Piece> pieces_;
    narrow_phase::FoundPairs found_;
};

}  // namespace pliant::spatial_hash
