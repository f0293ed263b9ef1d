#include "check_report.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "command_line.hpp"
#include "feature_findings.hpp"
#include "median.hpp"

namespace pliant::cli {
namespace {

bool has_volumes(const Stage& stage) {
    const auto sources = stage.sources();
    return std::any_of(sources.begin(), sources.end(),
                       [](const Source& source) { return !source.mesh().tetrahedra.empty(); });
}

bool asks_for_features(const CheckQuestions& asked) { return asked.proximities || asked.impacts; }

/// The first chart, which is the strip of hits as well.
report::Chart chart_of_hits(const CheckQuestions& asked) {
    report::Chart chart{asks_for_features(asked) ? "Hits" : "Intersecting pairs", "", true, {}};
    for (const PairKind kind : pair_kinds) chart.series.push_back({std::string(name(kind)), report::role_of(kind)});
    if (asked.proximities) chart.series.push_back({"within the clearance", report::Role::near});
    if (asked.impacts) chart.series.push_back({"impacts", report::Role::impact});
    return chart;
}

report::Opening opening(const Stage& stage, std::size_t frames, bool volumes, const CheckQuestions& asked) {
    report::Opening result;
    result.command = "check";
    result.command_line = command_line();
    result.bodies = reported_bodies(stage);
    result.frames = frames;
    result.charts.push_back(chart_of_hits(asked));
    if (volumes) {
        result.charts.push_back(
            {"Vertices in tetrahedra", "", true, {{"inside", report::Role::inside}, {"on the boundary"}}});
    }
    result.charts.insert(result.charts.end(), {chart_of_stages(), chart_of_counters()});
    return result;
}

std::vector<double> values_of(const CheckedFrame& frame, bool volumes, const CheckQuestions& asked) {
    std::vector<double> values(frame.tally.kinds.begin(), frame.tally.kinds.end());
    if (asked.proximities) values.push_back(frame.proximities ? double(frame.proximities->number()) : 0);
    if (asked.impacts) values.push_back(frame.impacts ? double(frame.impacts->number()) : 0);
    Stages ms = frame.milliseconds;
    if (volumes) {
        const CheckedPenetrations found = frame.penetrations.value_or(CheckedPenetrations());
        values.insert(values.end(), {double(found.inside), double(found.on_boundary)});
        ms.build += found.milliseconds.build;
        ms.update += found.milliseconds.update;
        ms.find += found.milliseconds.find;
    }
    append_stages(values, ms);
    append_counters(values, frame.counters);
    return values;
}

std::string note_of(const CheckedFrame& frame) {
    if (frame.stopped_by != Limit::none) return "the limit of pairs was reached";
    return frame.any_left_out ? "elements were set aside" : "";
}

/// Distance to a box, squared; 0 inside.
double distance_to(const CheckedRegion& region, const Position& p) {
    double sum = 0;
    for (std::size_t k = 0; k < 3; ++k) {
        const double off = std::max({region.low[k] - p[k], p[k] - region.high[k], 0.0});
        sum += off * off;
    }
    return sum;
}

bool same_bodies(const CheckedRegion& region, BodyId a, BodyId b) {
    return (region.a == a && region.b == b) || (region.a == b && region.b == a);
}

struct Deep {
    BodyId vertex_body{}, other{};
    Position at{};
    double depth = 0;
};

/// Each vertex counts for the region of its two bodies that it is nearest to.
void add_depths(std::vector<report::Finding>& findings, std::span<const CheckedRegion> regions,
                std::span<const Deep> vertices) {
    std::vector<double> deepest(regions.size(), -1);
    for (const Deep& deep : vertices) {
        std::size_t nearest = regions.size();
        double least = std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i < regions.size(); ++i) {
            if (!same_bodies(regions[i], deep.vertex_body, deep.other)) continue;
            const double distance = distance_to(regions[i], deep.at);
            if (distance < least) {
                least = distance;
                nearest = i;
            }
        }
        if (nearest < regions.size()) deepest[nearest] = std::max(deepest[nearest], deep.depth);
    }
    for (std::size_t i = 0; i < regions.size(); ++i) {
        if (deepest[i] >= 0) findings[i].measures.push_back({"depth", deepest[i], {}});
    }
}

std::vector<Deep> deep_vertices(const WatchedFrame& watched, const Stage& stage) {
    std::vector<Deep> result;
    const auto position = [&](BodyId body, std::uint32_t vertex) {
        return stage.sources()[std::size_t(body)].positions[vertex];
    };
    for (const Penetration& p : watched.penetrations) {
        if (p.depth_source == DepthSource::none) continue;
        result.push_back({p.vertex.body, p.tetrahedron.body, position(p.vertex.body, p.vertex.vertex), p.depth});
    }
    for (const WatchedWayOut& out : watched.ways_out) {
        const VertexPenetration& p = out.penetration;
        result.push_back({p.body, out.other, position(p.body, p.vertex), p.depth});
    }
    return result;
}

report::Finding finding_of(const CheckedRelation& checked, const Stage& stage) {
    const BodyRelation& r = checked.relation;
    report::Finding finding;
    finding.a = std::uint32_t(r.a);
    finding.b = std::uint32_t(r.b);
    finding.role = report::Role::inside;
    const std::string& a = stage.sources()[std::size_t(r.a)].name;
    finding.what = r.kind == RelationKind::coincident ? "coincide"
                   : r.pieces == r.pieces_of_a
                       ? a + " is inside"
                       : fmt::format("{} of {} pieces of {} are inside", r.pieces, r.pieces_of_a, a);
    if (checked.volume) finding.measures.push_back({"shared volume", *checked.volume, checked.error});
    finding.low.fill(std::numeric_limits<double>::infinity());
    finding.high.fill(-std::numeric_limits<double>::infinity());
    for (const Position& p : stage.sources()[std::size_t(r.a)].positions) {
        for (std::size_t k = 0; k < 3; ++k) {
            finding.low[k] = std::min(finding.low[k], p[k]);
            finding.high[k] = std::max(finding.high[k], p[k]);
        }
    }
    finding.known = checked.known;
    finding.weight = 1e12;
    return finding;
}

std::string number_and_name(const CheckedFrame& frame) {
    return frame.name.empty() ? fmt::format("{}", frame.frame) : fmt::format("{} ({})", frame.frame, frame.name);
}

std::size_t frames_hit(const CheckResult& result) {
    return std::size_t(std::count_if(result.frames.begin(), result.frames.end(),
                                     [](const CheckedFrame& frame) { return frame.found_anything(); }));
}

/// ", least distance 0.05, impacts on the way to 2 frames", or as much of it as there is.
std::string nearest_and_impacts(const CheckResult& result) {
    double least = std::numeric_limits<double>::infinity();
    std::size_t met = 0;
    for (const CheckedFrame& frame : result.frames) {
        if (frame.proximities && frame.proximities->nearest)
            least = std::min(least, frame.proximities->nearest->near.distance);
        met += frame.impacts && frame.impacts->number() > 0;
    }
    std::string text;
    if (std::isfinite(least)) text += fmt::format(", least distance {:.6g}", least);
    if (met > 0) text += ", impacts on the way to " + counted(met, "frame", "frames");
    return text;
}

std::string found_in_words(const CheckResult& result) {
    const CheckedFrame& worst = result.frames[result.worst];
    const std::string pairs = counted(worst.tally.pairs, "intersecting pair", "intersecting pairs");
    if (result.frames.size() > 1) {
        return fmt::format("{} of {} have hits{}{}", frames_hit(result),
                           counted(result.frames.size(), "frame", "frames"),
                           worst.tally.pairs > 0 ? ", at most " + pairs : "", nearest_and_impacts(result));
    }
    std::vector<std::string> parts;
    if (worst.tally.pairs > 0) parts.push_back(pairs);
    if (worst.proximities && worst.proximities->number() > 0) {
        parts.push_back(fmt::format("{} within {:.6g}", counts_in_words(*worst.proximities),
                                    worst.proximities->clearance.distance));
    }
    if (!worst.relations.empty()) {
        parts.push_back(
            counted(worst.relations.size(), "body inside or equal to another", "bodies inside or equal to others"));
    }
    if (worst.penetrations && worst.penetrations->inside + worst.penetrations->on_boundary > 0) {
        parts.push_back(counted(worst.penetrations->inside + worst.penetrations->on_boundary, "vertex in a tetrahedron",
                                "vertices in tetrahedra"));
    }
    return fmt::format("{}", fmt::join(parts, ", "));
}

std::string verdict(const CheckResult& result) {
    if (!result.clean()) return found_in_words(result) + (result.found_news() ? "" : "; all are known");
    return result.all_examined() ? "Nothing intersects" : "Nothing found, but not everything was examined";
}

/// What the text says of a question, without the word that begins it; nothing where the text is silent.
void add_sentence(std::vector<report::Fact>& list, const char* name, std::string_view beginning, std::string text) {
    if (text.empty()) return;
    if (text.starts_with(beginning)) text.erase(0, beginning.size());
    if (text.ends_with('\n')) text.pop_back();
    list.push_back({name, std::move(text)});
}

std::vector<report::Fact> facts(const CheckResult& result, const Stage& stage) {
    const CheckedFrame& worst = result.frames[result.worst];
    std::vector<report::Fact> list;
    const bool several = result.frames.size() > 1;
    const auto add = [&](std::string name, std::string value) { list.push_back({std::move(name), std::move(value)}); };
    if (several) {
        add("Frames", fmt::format("{}, {} with hits", result.frames.size(), frames_hit(result)));
        if (worst.tally.pairs > 0) add("Worst frame", number_and_name(worst));
    }
    add(several ? "Pairs in the worst frame" : "Pairs",
        fmt::format("{} ({} self, {} between)", worst.tally.pairs, worst.tally.self, worst.tally.between));
    if (worst.tally.pairs > 0) add("Kinds", kinds_in_words(worst.tally));
    if (worst.penetrations) {
        add("Vertices in tetrahedra",
            fmt::format("{} inside, {} on the boundary", worst.penetrations->inside, worst.penetrations->on_boundary));
    }
    add("Regions", fmt::format("{}", worst.regions.size()));
    if (worst.curves) add(several ? "Curves in the worst frame" : "Curves", curves_in_words(*worst.curves));
    add_sentence(list, "Clearance", "clearance: ", proximities_in_words(result));
    add_sentence(list, "Impacts", "impacts ", impacts_in_words(result));
    add("Detector", std::string(name(worst.detector)));
    std::vector<double> update, find;
    for (const CheckedFrame& frame : result.frames) {
        update.push_back(frame.milliseconds.update);
        find.push_back(frame.milliseconds.find);
    }
    add(several ? "Time per frame, median" : "Time",
        fmt::format("update {:.2f} ms, find {:.2f} ms", median(update), median(find)));
    add("Everything examined", result.all_examined() ? "yes" : "no: see what was set aside, or the limit");
    if (stage.changes_of_connectivity() > 0)
        add("Connectivity changes", fmt::format("{}", stage.changes_of_connectivity()));
    return list;
}

}  // namespace

CheckReport::CheckReport(const std::string& file, const Stage& stage, std::size_t frames,
                         const CheckQuestions& questions)
    : stage_(stage),
      asked_(questions),
      volumes_(has_volumes(stage)),
      writer_(file, opening(stage, frames, volumes_, questions)) {}

std::vector<report::Finding> CheckReport::findings(const WatchedFrame& watched) const {
    std::vector<report::Finding> result;
    for (const CheckedRegion& region : watched.frame.regions) result.push_back(cli::finding_of(region));
    add_depths(result, watched.frame.regions, deep_vertices(watched, stage_));
    for (const CheckedRelation& relation : watched.frame.relations) result.push_back(finding_of(relation, stage_));
    append_feature_findings(result, watched.frame, watched.features);
    return result;
}

std::vector<WayOut> CheckReport::ways_out_of_tetrahedra(const WatchedFrame& watched) const {
    std::vector<WayOut> ways;
    for (const Penetration& p : watched.penetrations) {
        WayOut way;
        way.from = way.to = stage_.sources()[std::size_t(p.vertex.body)].positions[p.vertex.vertex];
        for (std::size_t k = 0; k < 3; ++k) way.to[k] += p.depth * p.direction[k];
        ways.push_back(way);
    }
    return ways;
}

void CheckReport::add(const WatchedFrame& watched) {
    const CheckedFrame& checked = watched.frame;
    const std::vector<Shown> shown = shown_bodies(stage_);
    const std::vector<report::ShownBody> bodies = reported_shapes(shown);
    const std::vector<std::uint32_t> of_pair = regions_of_pairs(watched.pairs, shown, checked.regions);
    const std::vector<report::Finding> found = findings(watched);
    const std::vector<double> values = values_of(checked, volumes_, asked_);
    std::vector<report::Layer> layers;
    std::vector<WayOut> ways = ways_out_of_tetrahedra(watched);
    for (const WatchedWayOut& out : watched.ways_out) {
        ways.push_back(
            {shown[std::size_t(out.penetration.body)].positions[out.penetration.vertex], out.penetration.closest});
    }
    append_ways_out(layers, ways);
    append_layers(layers, watched.features);
    report::Frame frame;
    frame.number = checked.frame;
    frame.name = checked.name;
    frame.bodies = bodies;
    frame.pairs = watched.pairs;
    frame.pair_finding = of_pair;
    frame.layers = layers;
    frame.findings = found;
    frame.values = values;
    frame.note = note_of(checked);
    writer_.add(frame);
}

void CheckReport::finish(const CheckResult& result, const std::string& text, std::string picture) {
    report::Closing closing;
    closing.outcome = outcome_of(!result.clean(), result.all_examined());
    closing.verdict = verdict(result);
    closing.facts = facts(result, stage_);
    for (const CheckedBody& body : result.bodies) {
        set_aside_in_report(closing, body.set_aside, stage_);
        set_aside_in_report(closing, body.noted, stage_);
    }
    closing.opens_at = result.worst;
    closing.text = text;
    closing.picture = std::move(picture);
    closing.picture_about = "The bodies, with intersecting triangles coloured by kind";
    writer_.finish(closing);
}

}  // namespace pliant::cli
