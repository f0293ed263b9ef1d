// JSON of `check`, schema 2: the names and their order are a promise.
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "check.hpp"
#include "json.hpp"

namespace pliant::cli {
namespace {

Json body_as_json(const CheckedBody& body) {
    Json json;
    json["name"] = body.name;
    json["vertices"] = body.vertices;
    json["triangles"] = body.triangles;
    if (body.tetrahedra > 0) json["tetrahedra"] = body.tetrahedra;
    if (body.polygons > 0) json["polygons"] = body.polygons;
    json["closed"] = body.closed;
    json["manifold"] = body.manifold;
    if (body.closed) json["consistently_oriented"] = body.oriented;
    json["set_aside"] = flaws_as_json(body.set_aside);
    if (body.tetrahedra > 0) json["noted"] = flaws_as_json(body.noted);
    return json;
}

Json kinds_as_json(const Tally& tally) {
    Json json;
    for (const PairKind kind : pair_kinds) json[std::string(name(kind))] = tally.kinds[std::size_t(kind)];
    return json;
}

Json regions_as_json(const CheckedFrame& frame) {
    Json list = Json::array();
    for (const CheckedRegion& region : frame.regions) {
        list.push_back({{"a", std::uint32_t(region.a)},
                        {"b", std::uint32_t(region.b)},
                        {"pairs", region.tally.pairs},
                        {"kinds", kinds_as_json(region.tally)},
                        {"box", {point(region.low), point(region.high)}},
                        {"centroid", point(region.centroid)},
                        {"first", {region.first.a.triangle, region.first.b.triangle}},
                        {"known", region.known}});
    }
    return list;
}

Json relations_as_json(const CheckedFrame& frame) {
    Json list = Json::array();
    std::vector<CheckedRelation> all = frame.relations;
    for (const BodyRelation& relation : frame.undecided) all.push_back({relation, {}, 0, false});
    for (const CheckedRelation& r : all) {
        list.push_back({{"kind", name(r.relation.kind)},
                        {"a", std::uint32_t(r.relation.a)},
                        {"b", std::uint32_t(r.relation.b)},
                        {"pieces", r.relation.pieces},
                        {"pieces_of_a", r.relation.pieces_of_a},
                        {"volume", r.volume ? number(*r.volume) : Json(nullptr)},
                        {"error", r.volume ? number(r.error) : Json(nullptr)},
                        {"known", r.known}});
    }
    return list;
}

Json depths_as_json(const CheckedFrame& frame) {
    Json list = Json::array();
    for (const CheckedDepth& d : frame.depths) {
        Json deepest;
        if (d.deepest) {
            deepest = {{"body", std::uint32_t(d.deepest->body)}, {"vertex", d.deepest->vertex},
                       {"depth", number(d.deepest->depth)},      {"direction", point(d.deepest->direction)},
                       {"closest", point(d.deepest->closest)},   {"triangle", d.deepest->triangle}};
        }
        list.push_back({{"a", std::uint32_t(d.a)},
                        {"b", std::uint32_t(d.b)},
                        {"measured", d.measured},
                        {"volume", d.measured ? number(d.volume) : Json(nullptr)},
                        {"error", d.measured ? number(d.error) : Json(nullptr)},
                        {"deepest", deepest}});
    }
    return list;
}

Json frame_as_json(const CheckedFrame& frame, bool depths) {
    Json json;
    json["frame"] = frame.frame;
    json["name"] = name_or_null(frame.name);
    json["pairs"] = frame.tally.pairs;
    json["counted"] = frame.counted;
    json["self"] = frame.tally.self;
    json["between"] = frame.tally.between;
    json["complete"] = frame.complete;
    json["all_examined"] = frame.all_examined;
    json["stopped_by"] = name(frame.stopped_by);
    json["kinds"] = kinds_as_json(frame.tally);
    json["known"] = frame.known_pairs;
    json["milliseconds"] = update_and_find(frame.milliseconds);
    json["milliseconds"]["nesting"] = number(frame.nesting_milliseconds);
    json["milliseconds"]["depth"] = number(frame.depth_milliseconds);
    json["regions"] = regions_as_json(frame);
    json["relations"] = relations_as_json(frame);
    if (depths) json["depths"] = depths_as_json(frame);
    if (frame.curves) json["curves"] = curves_as_json(*frame.curves);
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

std::string list_of_penetrations(std::span<const Penetration> list, bool with_depth) {
    std::string text = "[";
    for (const Penetration& p : list) {
        fmt::format_to(std::back_inserter(text), R"({}[{},{},{},{},"{}")", text.size() > 1 ? "," : "",
                       std::uint32_t(p.vertex.body), p.vertex.vertex, std::uint32_t(p.tetrahedron.body),
                       p.tetrahedron.tetrahedron, name(p.kind));
        const Json depth = Json::array({number(p.depth), p.direction, name(p.depth_source)});
        if (with_depth) text.append(",").append(dump(depth));
        text += "]";
    }
    return text + "]";
}

std::string list_of_edges(std::span<const EdgePenetration> list) {
    std::string text = "[";
    for (const EdgePenetration& e : list) {
        fmt::format_to(std::back_inserter(text), "{}[{},{},{},{},{}]", text.size() > 1 ? "," : "",
                       std::uint32_t(e.body), e.vertices[0], e.vertices[1], std::uint32_t(e.tetrahedron.body),
                       e.tetrahedron.tetrahedron);
    }
    return text + "]";
}

std::string penetrations_as_json(const CheckedPenetrations& found, bool list) {
    std::string text =
        fmt::format(R"({{"inside":{},"on_boundary":{},"known":{})", found.inside, found.on_boundary, found.known);
    if (found.edges) text += fmt::format(R"(,"edges":{},"known_edges":{})", *found.edges, found.known_edges);
    if (found.deepest) text.append(R"(,"deepest":)").append(dump(number(found.deepest->depth)));
    text.append(R"(,"milliseconds":)").append(dump(update_and_find(found.milliseconds)));
    if (list) text.append(R"(,"list":)").append(list_of_penetrations(found.list, found.deepest.has_value()));
    if (list && found.edges) text.append(R"(,"edges_list":)").append(list_of_edges(found.edges_list));
    return text + "}";
}

std::string list_of_positions(std::span<const Position> positions) {
    std::string text = "[";
    for (const Position& p : positions) text.append(text.size() > 1 ? "," : "").append(dump(point(p)));
    return text + "]";
}

std::string list_of_polygons(const CheckedFrame& frame) {
    std::string text = "[";
    for (std::size_t i = 0; i < frame.pairs.size(); ++i) {
        const auto& [a, b, kind] = frame.pairs[i];
        const auto [p, q] = frame.polygons.empty() ? std::array{a.triangle, b.triangle} : frame.polygons[i];
        fmt::format_to(std::back_inserter(text), "{}[{},{}]", i > 0 ? "," : "", p, q);
    }
    return text + "]";
}

}  // namespace

std::string check_as_json(const CheckResult& result, const Stage& stage, const CheckListing& listing,
                          const std::string& shard) {
    const bool list_pairs = listing.pairs;
    bool any_polygons = false;
    Json bodies = Json::array();
    for (std::size_t i = 0; i < result.bodies.size(); ++i) {
        const CheckedBody& body = result.bodies[i];
        bodies.push_back(body_as_json(body));
        const auto& in_file = stage.sources()[i].mesh().vertex_in_file;
        if (list_pairs && !in_file.empty()) bodies.back()["vertex_in_file"] = in_file;
        any_polygons = any_polygons || body.polygons > 0;
    }
    std::string frames = "[";
    for (const CheckedFrame& frame : result.frames) {
        frames += &frame == result.frames.data() ? "\n" : ",\n";
        frames += dump(frame_as_json(frame, listing.depths));
        frames.pop_back();  // the lists can be long, so they are written without a detour over Json
        if (frame.penetrations) frames += ",\"penetrations\":" + penetrations_as_json(*frame.penetrations, list_pairs);
        if (frame.motion_unknown) frames += ",\"impacts\":null";
        if (frame.impacts) frames += ",\"impacts\":" + impacts_as_json(*frame.impacts, list_pairs);
        if (frame.proximities) frames += ",\"proximities\":" + proximities_as_json(*frame.proximities, list_pairs);
        if (list_pairs) frames += ",\"list\":" + list_of_pairs(frame.pairs);
        if (listing.positions) frames += ",\"positions\":" + list_of_positions(frame.positions);
        if (list_pairs && (any_polygons || !frame.polygons.empty()))
            frames += ",\"polygons\":" + list_of_polygons(frame);
        frames += "}";
    }
    frames += "]";
    std::vector<Member> members;
    if (!shard.empty()) members.push_back({"shard", shard});
    members.push_back({"bodies", dump(bodies)});
    members.push_back({"frames", std::move(frames)});
    return document_by_lines("check", members);
}

}  // namespace pliant::cli
