// Curves, clearance and impacts as marks of a picture and layers of a report.
#pragma once

#include <cstddef>
#include <vector>

#include <pliant/curves.hpp>
#include <pliant/impacts.hpp>
#include <pliant/proximities.hpp>

#include "paint.hpp"
#include "report/report.hpp"

namespace pliant::cli {

/// Features of two bodies, or of one with itself, that are near or meet.
template <class Found>
struct FoundOfBodies {
    BodyId a{}, b{};
    std::size_t vertex_triangle = 0, edge_edge = 0;
    Found first;  // the nearest, or the earliest
};

/// What is drawn of one frame.
struct DrawnFeatures {
    static constexpr std::size_t most = 4000;  // of each kind

    std::vector<Proximity> near;           // nearest first
    double clearance = 0;                  // that was asked for
    std::size_t all_near = 0;              // those that are not drawn, too
    std::vector<FeatureImpact> impacts;    // earliest first
    std::size_t all_impacts = 0;           // likewise
    std::vector<picture::Polyline> lines;  // along which surfaces meet

    // Of all, and not only of those that are drawn: the nearest, and the earliest, first.
    std::vector<FoundOfBodies<Proximity>> near_bodies;
    std::vector<FoundOfBodies<FeatureImpact>> met_bodies;

    void take(const Proximities& answer, double distance);
    void take(const Impacts& answer);
    void take(const Curves& answer);
};

/// Closest points with the segment between them, darker the nearer; impacts where they happen, darker the earlier;
/// closed curves and open ones in two colours. The ramp is that of the first that has colours.
void add_marks(Marks& marks, const DrawnFeatures& drawn);

void append_layers(std::vector<report::Layer>& layers, const DrawnFeatures& drawn);

}  // namespace pliant::cli
