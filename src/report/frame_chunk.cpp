#include "report/frame_chunk.hpp"

#include <algorithm>

#include "report/encode.hpp"

namespace pliant::report {
namespace {

Json grid_as_json(const Grid& grid) {
    Json json = point(grid.origin);
    json.push_back(number(grid.step));
    return json;
}

std::string joined(const Json& head, std::string_view arrays) {
    const std::string text = dump(head);
    std::string chunk;
    for (unsigned shift = 0; shift < 32; shift += 8) chunk.push_back(char(text.size() >> shift & 0xff));
    return chunk.append(text).append(arrays);
}

Json body_as_json(const TrackedBody& body) {
    Json json{{"mesh", body.mesh},
              {"vertices", body.vertices},
              {"grid", grid_as_json(body.track.grid())},
              {"by", name(body.track.prediction())}};
    if (body.track.any_missing()) json["missing"] = true;
    return json;
}

void append_cells(std::string& bytes, std::span<const Cell> cells) {
    std::vector<std::uint16_t> residuals;
    residuals.reserve(3 * cells.size());
    for (std::size_t axis = 0; axis < 3; ++axis) {
        std::uint16_t before = 0;
        for (const Cell& cell : cells) {
            const auto now = std::uint16_t(cell[axis]);
            residuals.push_back(folded(std::uint16_t(now - before)));
            before = now;
        }
    }
    append_residuals(bytes, residuals);
}

Json append_layer(std::string& bytes, const Layer& layer) {
    Bounds bounds;
    bounds.add(layer.points);
    const Grid grid(bounds, 1.001);
    append_cells(bytes, cells(grid, layer.points));
    append_numbers(bytes, layer.ends);
    append_floats(bytes, layer.sizes);
    append_numbers(bytes, layer.findings);
    return {{"name", layer.name},          {"role", name(layer.role)},         {"shape", name(layer.shape)},
            {"grid", grid_as_json(grid)},  {"points", layer.points.size()},    {"ends", layer.ends.size()},
            {"sizes", layer.sizes.size()}, {"findings", layer.findings.size()}};
}

/// A column of the pairs' table after the other.
Json append_pairs(std::string& bytes, const Frame& frame) {
    const std::size_t shown = std::min(frame.pairs.size(), most_pairs_shown);
    const auto column = [&](auto of_pair) {
        std::vector<std::uint32_t> numbers;
        for (std::size_t i = 0; i < shown; ++i) numbers.push_back(of_pair(i));
        append_numbers(bytes, numbers);
    };
    column([&](std::size_t i) { return std::uint32_t(frame.pairs[i].a.body); });
    column([&](std::size_t i) { return frame.pairs[i].a.triangle; });
    column([&](std::size_t i) { return std::uint32_t(frame.pairs[i].b.body); });
    column([&](std::size_t i) { return frame.pairs[i].b.triangle; });
    column([&](std::size_t i) { return std::uint32_t(frame.pairs[i].kind); });
    const bool found = !frame.pair_finding.empty();
    if (found) column([&](std::size_t i) { return frame.pair_finding[i]; });
    return {{"count", frame.pairs.size()}, {"shown", shown}, {"findings", found}};
}

}  // namespace

Json finding_as_json(const Finding& finding) {
    Json json{{"a", finding.a},
              {"b", finding.b},
              {"role", name(finding.role)},
              {"what", finding.what},
              {"count", finding.count},
              {"low", point(finding.low)},
              {"high", point(finding.high)}};
    Json measures = Json::array();
    for (const Measure& m : finding.measures) {
        Json measure{{"name", m.name}, {"value", number(m.value)}};
        if (m.error) measure["error"] = number(*m.error);
        measures.push_back(std::move(measure));
    }
    if (!measures.empty()) json["measures"] = std::move(measures);
    if (!finding.detail.empty()) json["detail"] = finding.detail;
    if (finding.known) json["known"] = true;
    return json;
}

std::string frame_chunk(const Frame& frame, std::span<const TrackedBody> bodies) {
    std::string bytes;
    Json head{{"bodies", Json::array()}, {"findings", Json::array()}, {"layers", Json::array()}};
    for (const TrackedBody& body : bodies) {
        head["bodies"].push_back(body_as_json(body));
        body.track.append_positions(bytes);
    }
    head["pairs"] = append_pairs(bytes, frame);
    for (const Layer& layer : frame.layers) head["layers"].push_back(append_layer(bytes, layer));
    for (const Finding& finding : frame.findings) head["findings"].push_back(finding_as_json(finding));
    return joined(head, bytes);
}

std::string mesh_chunk(std::size_t body, const BodyTrack& track) {
    const std::vector<std::uint32_t> corners = track.corners();
    std::string bytes;
    append_numbers(bytes, corners);
    return joined({{"body", body}, {"triangles", corners.size() / 3}}, bytes);
}

}  // namespace pliant::report
