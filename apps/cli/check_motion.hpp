// What meets between two frames of `pliant check --motion`.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <pliant/pliant.hpp>

namespace pliant::cli {

/// On the way from the frame before.
struct CheckedImpacts {
    std::size_t vertex_triangle = 0;
    std::size_t edge_edge = 0;
    std::optional<FeatureImpact> earliest;
    Stages milliseconds;
    std::vector<FeatureImpact> list;  // left empty unless they are to be listed

    [[nodiscard]] std::size_t number() const { return vertex_triangle + edge_edge; }
};

CheckedImpacts describe_impacts(const Impacts& answer, bool keep_list);

/// {"vertex_triangle", "edge_edge", "earliest", "milliseconds"} and, where asked for, "list".
std::string impacts_as_json(const CheckedImpacts& impacts, bool list);

struct CheckResult;

/// How many in all frames, and the earliest of the frame with most of them. Empty where motion was not asked about.
std::string impacts_in_words(const CheckResult& result);

}  // namespace pliant::cli
