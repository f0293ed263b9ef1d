// JSON of `check`, schema 1: the names and their order are a promise.
#include <iterator>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "check.hpp"
#include "json.hpp"

namespace pliant::cli {
namespace {

Json flaws_as_json(std::span<const Flaw> flaws) {
    Json list = Json::array();
    for (const Flaw& flaw : flaws) list.push_back({{"kind", name(flaw.kind)}, {"element", flaw.element}});
    return list;
}

Json body_as_json(const CheckedBody& body) {
    Json json;
    json["name"] = body.name;
    json["vertices"] = body.vertices;
    json["triangles"] = body.triangles;
    if (body.tetrahedra > 0) json["tetrahedra"] = body.tetrahedra;
    if (body.polygons > 0) json["polygons"] = body.polygons;
    json["closed"] = body.closed;
    json["set_aside"] = flaws_as_json(body.set_aside);
    return json;
}

Json frame_as_json(const CheckedFrame& frame) {
    Json json;
    json["frame"] = frame.frame;
    json["pairs"] = frame.tally.pairs;
    json["self"] = frame.tally.self;
    json["between"] = frame.tally.between;
    json["complete"] = frame.complete;
    for (const PairKind kind : pair_kinds)
        json["kinds"][std::string(name(kind))] = frame.tally.kinds[std::size_t(kind)];
    const Stages& ms = frame.milliseconds;
    json["milliseconds"] = {{"update", number(ms.build + ms.update)}, {"find", number(ms.find)}};
    return json;
}

std::string list_of_pairs(std::span<const TrianglePair> pairs) {
    std::string text = "[";
    for (const auto& [a, b, kind] : pairs) {
        fmt::format_to(std::back_inserter(text), R"({}[{},{},{},{},"{}"])", text.size() > 1 ? "," : "",
                       std::uint32_t(a.body), a.triangle, std::uint32_t(b.body), b.triangle, name(kind));
    }
    return text + "]";
}

std::string list_of_polygons(std::span<const TrianglePair> pairs, std::span<const Source> sources) {
    const auto polygon = [&](const TriangleRef& side) {
        return sources[std::size_t(side.body)].polygon(side.triangle);
    };
    std::string text = "[";
    for (const TrianglePair& pair : pairs) {
        fmt::format_to(std::back_inserter(text), "{}[{},{}]", text.size() > 1 ? "," : "", polygon(pair.a),
                       polygon(pair.b));
    }
    return text + "]";
}

}  // namespace

std::string check_as_json(const CheckResult& result, const Stage& stage, bool list_pairs) {
    bool any_polygons = false;
    Json bodies = Json::array();
    for (const CheckedBody& body : result.bodies) {
        bodies.push_back(body_as_json(body));
        any_polygons = any_polygons || body.polygons > 0;
    }
    std::string text = head("check");
    text += ",\n\"bodies\":" + dump(bodies) + ",\n\"frames\":[";
    for (const CheckedFrame& frame : result.frames) {
        text += &frame == result.frames.data() ? "\n" : ",\n";
        text += dump(frame_as_json(frame));
        if (!list_pairs) continue;
        text.pop_back();  // the lists can be long, so they are written without a detour over Json
        text += ",\"list\":" + list_of_pairs(frame.pairs);
        if (any_polygons) text += ",\"polygons\":" + list_of_polygons(frame.pairs, stage.sources());
        text += "}";
    }
    return text + "]}\n";
}

}  // namespace pliant::cli
