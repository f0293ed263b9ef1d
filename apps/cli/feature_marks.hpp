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

/// What is drawn of one frame.
struct DrawnFeatures {
    static constexpr std::size_t most = 4000;  // of each kind

    std::vector<Proximity> near;           // nearest first
    double clearance = 0;                  // that was asked for
    std::size_t all_near = 0;              // those that are not drawn, too
    std::vector<FeatureImpact> impacts;    // earliest first
    std::size_t all_impacts = 0;           // likewise
    std::vector<picture::Polyline> lines;  // along which surfaces meet

    void take(const Proximities& answer, double distance);
    void take(const Impacts& answer);
    void take(const Curves& answer);
};

/// Closest points with the segment between them, darker the nearer; impacts where they happen, darker the earlier;
/// closed curves and open ones in two colours. The ramp is that of the first that has colours.
void add_marks(Marks& marks, const DrawnFeatures& drawn);

void append_layers(std::vector<report::Layer>& layers, const DrawnFeatures& drawn);

}  // namespace pliant::cli
