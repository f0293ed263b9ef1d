// From pairs to curves: segments, the points they share, chains, places, and what they enclose.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <pliant/curves.hpp>

#include "curves/chains.hpp"
#include "curves/curve_sides.hpp"
#include "curves/node_table.hpp"
#include "curves/pair_segments.hpp"
#include "curves/vertex_triangles.hpp"
#include "curves/way_out.hpp"
#include "frame/bodies.hpp"
#include "geometry/common_set.hpp"
#include "parallel/parallel.hpp"

namespace pliant::curves {

class CurveFinder {
public:
    /// `pairs` are sorted, and of the bodies as they were read last. Writes all but the report. Allocates nothing once
    /// warm.
    void find(const frame::Bodies& bodies, std::span<const TrianglePair> pairs, const CurveOptions& options,
              parallel::Workers& workers, Curves& out);

private:
    void write_segments(std::span<const TrianglePair> pairs, Curves& out);
    std::uint32_t number_point(std::uint32_t end);
    void write_points(const frame::Bodies& bodies, std::span<const TrianglePair> pairs, parallel::Workers& workers,
                      Curves& out);
    void write_points(const frame::Bodies& bodies, std::span<const TrianglePair> pairs, std::size_t begin,
                      std::size_t end, Curves& out);
    void write_ends(const frame::Bodies& bodies, Curves& out);
    void write_touches(const frame::Bodies& bodies, std::span<const TrianglePair> pairs, parallel::Workers& workers,
                       Curves& out);
    [[nodiscard]] CurveEnd end_at(const frame::Bodies& bodies, std::uint32_t end);

    PairSegments segments_;
    NodeTable nodes_;
    Chains chains_;
    VertexTriangles around_;
    CurveSides sides_;
    WayOut way_out_;
    std::vector<std::uint32_t> point_of_node_;
    std::uint32_t points_ = 0;             // numbered so far
    std::vector<std::uint8_t> fair_;       // by point: geometry::EdgeCrossing::fair
    std::vector<std::uint32_t> touching_;  // pairs
    std::vector<geometry::CommonSet> sets_;
};

}  // namespace pliant::curves
