// Triangles in hashed cells: exact intersections within and between bodies. The method adapts to other primitives "by
// simply replacing the intersection test" [Teschner2003, 7].
#pragma once

#include <cstdint>
#include <vector>

#include <pliant/scene.hpp>

#include "broad_phase/blocks.hpp"
#include "detect/spatial_hash/triangle_grid.hpp"
#include "frame/bodies.hpp"
#include "frame/query.hpp"
#include "narrow_phase/pair_tests.hpp"
#include "parallel/parallel.hpp"

namespace pliant::spatial_hash {

class TriangleCells {
public:
    /// Hashes the triangles at the positions of the frame.
    void update(const frame::Bodies& bodies, parallel::Workers& workers, Report& report);

    void find(const frame::Query<IntersectionOptions>& query, Answer<TrianglePair>& answer);

private:
    struct Piece {
        TriangleGrid::Search search;
        std::vector<broad_phase::Pair> unconnected, neighbours;
        narrow_phase::Findings findings;
    };

    void find_piece(const frame::Query<IntersectionOptions>& query, std::size_t first, std::size_t last,
                    Piece& out) const;
    void run(const frame::Query<IntersectionOptions>& query);

    std::uint64_t topology_version_ = 0;
    std::vector<std::uint32_t> unsound_;
    TriangleGrid grid_;
    std::vector<Piece> pieces_;
    narrow_phase::FoundPairs found_;
};

}  // namespace pliant::spatial_hash
