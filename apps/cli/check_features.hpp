// Features that came near each other or met, as `pliant check --clearance` and `--motion` tell them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <pliant/features.hpp>
#include <pliant/report.hpp>

#include "json.hpp"

namespace pliant::cli {

struct CheckResult;

/// Of a frame.
struct CheckedFeatures {
    std::size_t vertex_triangle = 0, edge_edge = 0;
    std::size_t known = 0;  // of both, on the list of accepted ones
    Stages milliseconds;

    [[nodiscard]] std::size_t number() const { return vertex_triangle + edge_edge; }
    [[nodiscard]] bool any_new() const { return number() > known; }
};

/// `Answer`: Proximities or Impacts.
template <class Answer>
CheckedFeatures counts_of(const Answer& answer) {
    return {answer.vertex_triangle, answer.edge_edge, 0, answer.report.milliseconds};
}

/// "3 vertices and triangles, 1 pair of edges"
std::string counts_in_words(const CheckedFeatures& features);

/// "vertex 3 of a.obj and triangle 7 of b.obj"
std::string features_in_words(const FeaturePair& found, const CheckResult& result);

/// {"kind", "a", "b", "vertices", "triangle"}; the last for a vertex and a triangle only.
Json feature_as_json(const FeaturePair& found);

/// {"vertex_triangle", "edge_edge", "known"}
void set_counts(Json& json, const CheckedFeatures& features);

/// `json` and its "list": that can be long, so it is written without a detour over Json. `one`: JSON of an entry.
template <class Found, class One>
std::string with_list(const Json& json, const std::vector<Found>& list, One one) {
    std::string text = dump(json);
    text.pop_back();
    text += ",\"list\":[";
    for (const Found& found : list) text.append(&found == list.data() ? "" : ",").append(dump(one(found)));
    return text + "]}";
}

}  // namespace pliant::cli
