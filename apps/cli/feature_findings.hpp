// Clearance and impacts of a frame as places to look at in a report.
#pragma once

#include <vector>

#include "check.hpp"
#include "report/report.hpp"

namespace pliant::cli {

/// One for each two bodies: how many of their features are near or meet, and where the nearest are, or the first that
/// met.
void append_feature_findings(std::vector<report::Finding>& findings, const CheckedFrame& frame,
                             const DrawnFeatures& drawn);

}  // namespace pliant::cli
