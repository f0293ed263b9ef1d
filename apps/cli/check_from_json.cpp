// The JSON of `check`, read back.
#include <algorithm>

#include "merge.hpp"

namespace pliant::cli {
namespace {

/// The value of an enum from `first` to `last` that has this name.
template <class Enum>
Enum named(const Json& text, Enum last) {
    for (std::size_t i = 0; i <= std::size_t(last); ++i) {
        if (text == name(Enum(i))) return Enum(i);
    }
    return last;
}

double real(const Json& json) { return json.is_number() ? json.get<double>() : 0; }

Position position(const Json& json) { return {real(json.at(0)), real(json.at(1)), real(json.at(2))}; }

Tally tally_of(const Json& json) {
    Tally tally;
    tally.pairs = json.at("pairs");
    tally.self = json.value("self", std::size_t{0});
    tally.between = json.value("between", std::size_t{0});
    for (const PairKind kind : pair_kinds)
        tally.kinds[std::size_t(kind)] = json.at("kinds").at(std::string(name(kind)));
    return tally;
}

Stages milliseconds_of(const Json& json) {
    Stages stages;
    stages.update = real(json.at("update"));
    stages.find = real(json.at("find"));
    return stages;
}

std::vector<Flaw> flaws_of(const Json& list, BodyId body) {
    std::vector<Flaw> flaws;
    for (const Json& flaw : list) {
        flaws.push_back({body, named(flaw.at("kind"), FlawKind::inverted_tetrahedron), flaw.at("element")});
    }
    return flaws;
}

CheckedBody body_of(const Json& json, BodyId number) {
    CheckedBody body;
    body.name = json.at("name");
    body.vertices = json.at("vertices");
    body.triangles = json.at("triangles");
    body.tetrahedra = json.value("tetrahedra", std::size_t{0});
    body.polygons = json.value("polygons", std::size_t{0});
    body.closed = json.at("closed");
    body.manifold = json.at("manifold");
    body.oriented = json.value("consistently_oriented", false);
    body.set_aside = flaws_of(json.at("set_aside"), number);
    if (json.contains("noted")) body.noted = flaws_of(json.at("noted"), number);
    return body;
}

CheckedRegion region_of(const Json& json) {
    CheckedRegion region;
    region.a = BodyId(json.at("a").get<std::uint32_t>());
    region.b = BodyId(json.at("b").get<std::uint32_t>());
    region.tally = tally_of(json);
    region.low = position(json.at("box").at(0));
    region.high = position(json.at("box").at(1));
    region.centroid = position(json.at("centroid"));
    region.first.a = {region.a, json.at("first").at(0)};
    region.first.b = {region.b, json.at("first").at(1)};
    region.known = json.at("known");
    return region;
}

void add_relation(CheckedFrame& frame, const Json& json) {
    CheckedRelation checked;
    checked.relation.kind = named(json.at("kind"), RelationKind::undecided);
    checked.relation.a = BodyId(json.at("a").get<std::uint32_t>());
    checked.relation.b = BodyId(json.at("b").get<std::uint32_t>());
    checked.relation.pieces = json.at("pieces");
    checked.relation.pieces_of_a = json.at("pieces_of_a");
    if (json.at("volume").is_number()) checked.volume = json.at("volume");
    checked.error = real(json.at("error"));
    checked.known = json.at("known");
    if (checked.relation.kind == RelationKind::undecided)
        frame.undecided.push_back(checked.relation);
    else
        frame.relations.push_back(checked);
}

CheckedPenetrations penetrations_of(const Json& json) {
    CheckedPenetrations found;
    found.inside = json.at("inside");
    found.on_boundary = json.at("on_boundary");
    found.known = json.at("known");
    if (json.contains("edges")) found.edges = json.at("edges");
    found.known_edges = json.value("known_edges", std::size_t{0});
    found.milliseconds = milliseconds_of(json.at("milliseconds"));
    return found;
}

template <class Found>
Found features_of(const Json& json) {
    Found found;
    found.vertex_triangle = json.at("vertex_triangle");
    found.edge_edge = json.at("edge_edge");
    found.known = json.at("known");
    found.milliseconds = milliseconds_of(json.at("milliseconds"));
    return found;
}

void add_features(CheckedFrame& frame, const Json& json) {
    frame.motion_unknown = json.contains("impacts") && json.at("impacts").is_null();
    if (json.contains("impacts") && !frame.motion_unknown)
        frame.impacts = features_of<CheckedImpacts>(json.at("impacts"));
    if (json.contains("proximities")) frame.proximities = features_of<CheckedProximities>(json.at("proximities"));
}

CheckedFrame frame_of(const Json& json) {
    CheckedFrame frame;
    frame.frame = json.at("frame");
    if (json.at("name").is_string()) frame.name = json.at("name");
    frame.tally = tally_of(json);
    frame.counted = json.at("counted");
    frame.known_pairs = json.at("known");
    frame.complete = json.at("complete");
    frame.all_examined = json.at("all_examined");
    frame.stopped_by = named(json.at("stopped_by"), Limit::resolution);
    frame.milliseconds = milliseconds_of(json.at("milliseconds"));
    frame.nesting_milliseconds = real(json.at("milliseconds").at("nesting"));
    frame.depth_milliseconds = real(json.at("milliseconds").at("depth"));
    for (const Json& region : json.at("regions")) frame.regions.push_back(region_of(region));
    for (const Json& relation : json.at("relations")) add_relation(frame, relation);
    if (json.contains("penetrations")) frame.penetrations = penetrations_of(json.at("penetrations"));
    add_features(frame, json);
    frame.any_left_out = frame.complete && !frame.all_examined && frame.undecided.empty() && !frame.motion_unknown;
    return frame;
}

}  // namespace

CheckResult check_from_json(const Json& document) {
    CheckResult result;
    for (const Json& body : document.at("bodies")) result.bodies.push_back(body_of(body, BodyId(result.bodies.size())));
    for (const Json& json : document.at("frames")) {
        CheckedFrame frame = frame_of(json);
        result.asked.impacts = frame.impacts || frame.motion_unknown ? ImpactOptions() : result.asked.impacts;
        const bool worst = result.frames.empty() || severity(frame.tally) > severity(result.frames[result.worst].tally);
        if (worst) result.worst = result.frames.size();
        result.frames.push_back(std::move(frame));
    }
    return result;
}

}  // namespace pliant::cli
