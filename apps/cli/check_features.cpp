#include "check_features.hpp"

#include <fmt/format.h>

#include "check.hpp"
#include "tally.hpp"

namespace pliant::cli {

std::string counts_in_words(const CheckedFeatures& features) {
    return counted(features.vertex_triangle, "vertex and triangle", "vertices and triangles") + ", " +
           counted(features.edge_edge, "pair of edges", "pairs of edges");
}

std::string features_in_words(const FeaturePair& found, const CheckResult& result) {
    const std::string& a = result.bodies[std::size_t(found.body_a)].name;
    const std::string& b = result.bodies[std::size_t(found.body_b)].name;
    const auto& v = found.vertices;
    if (found.kind == FeatureKind::vertex_triangle) {
        return fmt::format("vertex {} of {} and triangle {} of {}", v[0], a, found.triangle, b);
    }
    return fmt::format("edge {} {} of {} and edge {} {} of {}", v[0], v[1], a, v[2], v[3], b);
}

Json feature_as_json(const FeaturePair& found) {
    Json json;
    json["kind"] = name(found.kind);
    json["a"] = std::uint32_t(found.body_a);
    json["b"] = std::uint32_t(found.body_b);
    json["vertices"] = found.vertices;
    if (found.kind == FeatureKind::vertex_triangle) json["triangle"] = found.triangle;
    return json;
}

void set_counts(Json& json, const CheckedFeatures& features) {
    json["vertex_triangle"] = features.vertex_triangle;
    json["edge_edge"] = features.edge_edge;
    json["known"] = features.known;
}

}  // namespace pliant::cli
