#include "overlap_report.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "body_at_frame.hpp"
#include "command_line.hpp"
#include "tally.hpp"

namespace pliant::cli {
namespace {

constexpr std::size_t most_series = 6;

report::Layer layer_of_shared_volume() {
    report::Layer layer;
    layer.name = "Shared volume";
    layer.role = report::Role::shared;
    layer.shape = report::Shape::boxes;
    return layer;
}

report::Opening opening(const Stage& stage, FrameRange range, std::span<const BodyPair> pairs, bool depths) {
    report::Opening result;
    result.command = "overlap";
    result.command_line = command_line();
    result.bodies = reported_bodies(stage);
    result.frames = range.end - range.first;
    const std::vector<NamedBody> names = named_bodies(stage);
    report::Chart volumes{"Shared volume", "units³", true, {}};
    if (pairs.size() > most_series) volumes.series.push_back({"all pairs of bodies", report::Role::shared});
    for (const BodyPair& pair : pairs) {
        if (pairs.size() > most_series) break;
        volumes.series.push_back(
            {names_of(pair, names), pairs.size() == 1 ? report::Role::shared : report::Role::plain});
    }
    result.charts.push_back(std::move(volumes));
    if (depths) result.charts.push_back({"Deepest vertex", "units", false, {{"depth", report::Role::inside}}});
    result.charts.push_back(chart_of_stages());
    return result;
}

report::Finding finding_of(const MeasuredPair& pair) {
    report::Finding finding;
    finding.a = std::uint32_t(pair.bodies.a);
    finding.b = std::uint32_t(pair.bodies.b);
    finding.role = report::Role::shared;
    finding.what = pair.bodies.self() ? "overlaps itself" : "share volume";
    finding.measures.push_back({"volume", pair.overlap.volume, pair.overlap.error});
    const VertexPenetration* deepest = pair.deepest();
    if (deepest != nullptr) finding.measures.push_back({"depth", deepest->depth, {}});
    finding.low = pair.overlap.box_lo;
    finding.high = pair.overlap.box_hi;
    finding.weight = pair.overlap.volume;
    return finding;
}

double deepest_of(const MeasuredFrame& measured) {
    double depth = 0;
    for (const MeasuredPair& pair : measured.pairs) {
        const VertexPenetration* deepest = pair.deepest();
        if (deepest != nullptr) depth = std::max(depth, deepest->depth);
    }
    return depth;
}

bool shares_volume(const MeasuredFrame& frame) {
    return std::any_of(frame.pairs.begin(), frame.pairs.end(),
                       [](const MeasuredPair& pair) { return pair.shares_volume(); });
}

const MeasuredPair& largest(const MeasuredFrame& frame) {
    return *std::max_element(frame.pairs.begin(), frame.pairs.end(),
                             [](const auto& a, const auto& b) { return a.overlap.volume < b.overlap.volume; });
}

std::string volume_in_words(const Overlap& overlap) {
    return fmt::format("{:.6g} ± {:.2g}", overlap.volume, overlap.error);
}

std::string verdict(const OverlapResult& result) {
    if (!result.found()) {
        return result.all_examined() ? "No volume is shared" : "No volume found, but not everything was examined";
    }
    const auto hit = std::size_t(std::count_if(result.frames.begin(), result.frames.end(), shares_volume));
    const std::string volume = volume_in_words(largest(result.frames[result.peak()]).overlap);
    if (result.frames.size() == 1) return "Shared volume " + volume;
    return fmt::format("{} of {} share volume, at most {}", hit, counted(result.frames.size(), "frame", "frames"),
                       volume);
}

std::vector<report::Fact> facts(const OverlapResult& result) {
    const MeasuredFrame& peak = result.frames[result.peak()];
    const MeasuredPair& most = largest(peak);
    const Overlap& overlap = most.overlap;
    std::vector<report::Fact> list;
    if (result.frames.size() > 1) list.push_back({"Frame of the largest volume", std::to_string(peak.frame)});
    list.push_back({"Largest volume", volume_in_words(overlap)});
    list.push_back({"Between", names_of(most.bodies, result.bodies)});
    if (overlap.volume > 0) {
        const auto& c = overlap.centroid;
        list.push_back({"Its centroid",
                        fmt::format("({:.6g}, {:.6g}, {:.6g}) ± {:.2g}", c[0], c[1], c[2], overlap.centroid_error)});
    }
    if (const VertexPenetration* deepest = most.deepest()) {
        list.push_back({"Deepest vertex", fmt::format("{:.6g}: vertex {} of {}", deepest->depth, deepest->vertex,
                                                      result.bodies[std::size_t(deepest->body)].file)});
    }
    list.push_back({"Detector", std::string(name(overlap.report.detector))});
    if (overlap.inconsistent_pixels > 0) {
        list.push_back({"Columns in which a surface is not closed", std::to_string(overlap.inconsistent_pixels)});
    }
    list.push_back({"Everything examined", result.all_examined() ? "yes" : "no"});
    return list;
}

}  // namespace

OverlapReport::OverlapReport(const std::string& file, const Stage& stage, FrameRange range,
                             std::span<const BodyPair> pairs, bool depths)
    : stage_(stage),
      each_pair_(pairs.size() <= most_series),
      depths_(depths),
      shared_(layer_of_shared_volume()),
      writer_(file, opening(stage, range, pairs, depths)) {}

void OverlapReport::add_spans(const Overlap& overlap) {
    const SpanBoxes boxes = boxes_of(overlap);
    for (std::size_t first = 0; first < boxes.positions.size(); first += 8) {
        shared_.points.insert(shared_.points.end(), {boxes.positions[first], boxes.positions[first + 7]});
    }
}

std::vector<double> OverlapReport::values_of(const MeasuredFrame& measured) const {
    std::vector<double> values;
    double sum = 0;
    Stages ms;
    for (const MeasuredPair& pair : measured.pairs) {
        const Overlap& overlap = pair.overlap;
        sum += overlap.volume;
        if (each_pair_) values.push_back(overlap.volume);
        ms.build += overlap.report.milliseconds.build;
        ms.update += overlap.report.milliseconds.update;
        ms.find += overlap.report.milliseconds.find;
    }
    if (!each_pair_) values.push_back(sum);
    if (depths_) values.push_back(deepest_of(measured));
    append_stages(values, ms);
    return values;
}

void OverlapReport::add(const MeasuredFrame& measured, const std::string& name,
                        std::span<const report::ShownBody> bodies) {
    std::vector<report::Finding> found;
    std::vector<WayOut> ways;
    for (const MeasuredPair& pair : measured.pairs) {
        if (pair.shares_volume()) found.push_back(finding_of(pair));
        for (const VertexPenetration& p : pair.overlap.penetrations) {
            ways.push_back({bodies[std::size_t(p.body)].positions[p.vertex], p.closest});
        }
    }
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.weight > b.weight; });
    std::vector<report::Layer> layers;
    if (!shared_.points.empty()) layers.push_back(std::exchange(shared_, layer_of_shared_volume()));
    append_ways_out(layers, ways);
    const std::vector<double> values = values_of(measured);
    report::Frame frame;
    frame.number = measured.frame;
    frame.name = name;
    frame.bodies = bodies;
    frame.layers = layers;
    frame.findings = found;
    frame.values = values;
    writer_.add(frame);
}

void OverlapReport::finish(const OverlapResult& result, const std::string& text, std::string picture) {
    report::Closing closing;
    closing.outcome = outcome_of(result.found(), result.all_examined());
    closing.verdict = verdict(result);
    closing.facts = facts(result);
    set_aside_in_report(closing, result.set_aside, stage_);
    closing.opens_at = result.peak();
    closing.text = text;
    closing.picture = std::move(picture);
    closing.picture_about = "The bodies, seen through, and the volume that they share";
    writer_.finish(closing);
}

}  // namespace pliant::cli
