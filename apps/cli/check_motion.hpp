// What meets between two frames of `pliant check --motion`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <pliant/impacts.hpp>

#include "check_features.hpp"

namespace pliant::cli {

/// On the way from the frame before.
struct CheckedImpacts : CheckedFeatures {
    std::optional<FeatureImpact> earliest;
    std::vector<FeatureImpact> list;  // left empty unless they are to be listed
};

CheckedImpacts describe(const Impacts& answer, bool keep_list);

/// {"vertex_triangle", "edge_edge", "known", "earliest", "milliseconds"} and, where asked for, "list".
std::string impacts_as_json(const CheckedImpacts& impacts, bool list);

/// How many in all frames, and the earliest of the frame with most of them. Empty where motion was not asked about.
std::string impacts_in_words(const CheckResult& result);

}  // namespace pliant::cli
