// JSON and CSV of `overlap`: the names and their order are a promise.
#include <span>

#include "csv.hpp"
#include "overlap.hpp"

namespace pliant::cli {
namespace {

Json list_of(std::span<const VertexPenetration> penetrations) {
    Json list = Json::array();
    for (const VertexPenetration& p : penetrations) {
        list.push_back({{"body", std::uint32_t(p.body)},
                        {"vertex", p.vertex},
                        {"depth", number(p.depth)},
                        {"direction", point(p.direction)},
                        {"closest", point(p.closest)},
                        {"triangle", p.triangle}});
    }
    return list;
}

Json pair_as_json(const MeasuredPair& pair, bool depths) {
    const Overlap& overlap = pair.overlap;
    Json json;
    json["a"] = pair.bodies.a;
    json["b"] = pair.bodies.b;
    json["self"] = pair.bodies.self();
    json["volume"] = number(overlap.volume);
    json["error"] = number(overlap.error);
    json["centroid"] = point(overlap.centroid);
    json["centroid_error"] = number(overlap.centroid_error);
    json["resolution"] = overlap.resolution;
    json["inconsistent_pixels"] = overlap.inconsistent_pixels;
    json["axis"] = name(overlap.axis);
    json["box"] = Json::array({point(overlap.box_lo), point(overlap.box_hi)});
    json["columns"] = overlap.columns;
    json["detector"] = name(overlap.report.detector);
    json["self_overlapping"] = Json::array({overlap.self_overlapping_a, overlap.self_overlapping_b});
    set_completeness(json, overlap.report);
    json["set_aside"] = flaws_of_bodies_as_json(overlap.report.set_aside);
    json["milliseconds"] = number(overlap.report.milliseconds.find);
    if (depths) json["penetrations"] = list_of(overlap.penetrations);
    return json;
}

}  // namespace

std::string overlap_as_json(const OverlapResult& result, const Json& bodies) {
    std::vector<Json> frames;
    for (const MeasuredFrame& frame : result.frames) {
        Json pairs = Json::array();
        for (const MeasuredPair& pair : frame.pairs) pairs.push_back(pair_as_json(pair, result.depths));
        frames.push_back({{"frame", frame.frame}, {"name", name_or_null(frame.name)}, {"pairs", std::move(pairs)}});
    }
    if (result.sampled_by.empty())
        return document_by_lines("overlap", {{"bodies", dump(bodies)}, {"frames", list_by_lines(frames)}});
    return document_by_lines(
        "overlap",
        {{"bodies", dump(bodies)}, {"sampled_by", dump(Json(result.sampled_by))}, {"frames", list_by_lines(frames)}});
}

std::string overlap_as_csv(const OverlapResult& result) {
    std::vector<CsvRow> rows{{"frame", "a", "b", "name_a", "name_b", "volume", "error", "centroid_x", "centroid_y",
                              "centroid_z", "deepest", "all_examined"}};
    for (const MeasuredFrame& frame : result.frames) {
        for (const MeasuredPair& pair : frame.pairs) {
            const Overlap& o = pair.overlap;
            CsvRow& row = rows.emplace_back(csv_pair(frame.frame, pair.bodies, result.bodies));
            for (const double x : {o.volume, o.error}) row.push_back(csv_number(x));
            for (const double x : o.centroid) row.push_back(o.volume > 0 ? csv_number(x) : "");
            const VertexPenetration* deepest = pair.deepest();
            row.push_back(!result.depths ? "" : csv_number(deepest == nullptr ? 0 : deepest->depth));
            row.emplace_back(o.report.all_examined() ? "true" : "false");
        }
    }
    return csv(rows);
}

}  // namespace pliant::cli
