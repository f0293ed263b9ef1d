// From pairs to curves: segments, the points they share, chains, places, and what they enclose.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <pliant/curves.hpp>

#include "curves/chains.hpp"
#include "curves/curve_points.hpp"
#include "curves/curve_sides.hpp"
#include "curves/pair_joins.hpp"
#include "curves/pair_segments.hpp"
#include "curves/surface_edges.hpp"
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
    void write_ends(parallel::Workers& workers, Curves& out);
    void write_touches(const frame::Bodies& bodies, std::span<const TrianglePair> pairs, parallel::Workers& workers,
                       Curves& out);
    [[nodiscard]] CurveEnd end_at(std::uint32_t end) const;

    PairSegments segments_;
    SurfaceEdges edges_;
    PairJoins joins_;
    Chains chains_;
    CurvePoints points_;
    CurveSides sides_;
    WayOut way_out_;
    std::vector<std::uint32_t> touching_;  // pairs
    std::vector<geometry::CommonSet> sets_;
};

}  // namespace pliant::curves
