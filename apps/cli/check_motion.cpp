#include "check_motion.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "check.hpp"
#include "json.hpp"
#include "table.hpp"

namespace pliant::cli {
namespace {

Json one_as_json(const FeatureImpact& found) {
    Json json;
    json["kind"] = name(found.kind);
    json["a"] = std::uint32_t(found.body_a);
    json["b"] = std::uint32_t(found.body_b);
    json["vertices"] = found.vertices;
    if (found.kind == FeatureKind::vertex_triangle) json["triangle"] = found.triangle;
    json["time"] = found.impact.time;
    json["weights"] = found.impact.weights;
    json["point"] = point(found.impact.point);
    json["normal"] = point(found.impact.normal);
    return json;
}

std::string features_in_words(const FeatureImpact& found, const CheckResult& result) {
    const std::string& a = result.bodies[std::size_t(found.body_a)].name;
    const std::string& b = result.bodies[std::size_t(found.body_b)].name;
    const auto& v = found.vertices;
    if (found.kind == FeatureKind::vertex_triangle) {
        return fmt::format("vertex {} of {} and triangle {} of {}", v[0], a, found.triangle, b);
    }
    return fmt::format("edge {} {} of {} and edge {} {} of {}", v[0], v[1], a, v[2], v[3], b);
}

}  // namespace

CheckedImpacts describe_impacts(const Impacts& answer, bool keep_list) {
    CheckedImpacts result;
    result.vertex_triangle = answer.vertex_triangle;
    result.edge_edge = answer.edge_edge;
    if (!answer.empty()) result.earliest = answer[0];
    result.milliseconds = answer.report.milliseconds;
    if (keep_list) result.list = answer.items;
    return result;
}

std::string impacts_as_json(const CheckedImpacts& impacts, bool list) {
    Json json;
    json["vertex_triangle"] = impacts.vertex_triangle;
    json["edge_edge"] = impacts.edge_edge;
    json["earliest"] = impacts.earliest ? Json(impacts.earliest->impact.time) : Json(nullptr);
    json["milliseconds"] = update_and_find(impacts.milliseconds);
    std::string text = dump(json);
    if (!list) return text;
    text.pop_back();  // the list can be long, so it is written without a detour over Json
    text += ",\"list\":[";
    for (const FeatureImpact& found : impacts.list) {
        if (&found != impacts.list.data()) text += ",";
        text += dump(one_as_json(found));
    }
    return text + "]}";
}

std::string impacts_in_words(const CheckResult& result) {
    const CheckedFrame* worst = nullptr;
    std::size_t frames = 0;
    for (const CheckedFrame& frame : result.frames) {
        if (!frame.impacts) continue;
        frames += frame.impacts->number() > 0;
        if (worst == nullptr || frame.impacts->number() > worst->impacts->number()) worst = &frame;
    }
    if (worst == nullptr) return "";
    if (frames == 0) return "nothing meets between frames\n";
    const CheckedImpacts& most = *worst->impacts;
    const FeatureImpact& first = *most.earliest;
    return fmt::format(
        "impacts on the way to {}; most on that to {}: {}, {}; the earliest after {:.6g} of the step: {}\n",
        counted(frames, "frame", "frames"), worst->frame,
        counted(most.vertex_triangle, "vertex and triangle", "vertices and triangles"),
        counted(most.edge_edge, "pair of edges", "pairs of edges"), first.impact.time[0],
        features_in_words(first, result));
}

}  // namespace pliant::cli
