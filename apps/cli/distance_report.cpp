#include "distance_report.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "command_line.hpp"
#include "paint.hpp"
#include "picture/palette.hpp"
#include "tally.hpp"

namespace pliant::cli {
namespace {

constexpr std::size_t most_series = 6, most_drawn = 4000;
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr picture::Colour meet_colour = picture::colour_of(PairKind::crossing);
constexpr picture::Colour apart_colour{0, 150, 122};  // as --near of the page

bool known(const BodyDistance& d) { return std::isfinite(d.distance[1]); }
bool meet(const BodyDistance& d) { return d.distance[1] == 0; }

report::Opening opening(const Stage& stage, FrameRange range, std::span<const BodyPair> each_pair) {
    report::Opening result;
    result.command = "distance";
    result.command_line = command_line();
    result.bodies = reported_bodies(stage);
    result.frames = range.end - range.first;
    report::Chart nearest{"Nearest pair of bodies", "units", false, {{"distance", report::Role::near}}};
    nearest.least_is_worst = true;
    result.charts.push_back(std::move(nearest));
    if (each_pair.size() > 1) {
        report::Chart each{"Distance of each pair", "units", false, {}};
        const std::vector<NamedBody> names = named_bodies(stage);
        for (const BodyPair& pair : each_pair) each.series.push_back({names_of(pair, names), report::Role::near});
        result.charts.push_back(std::move(each));
    }
    result.charts.push_back({"Time", "ms", false, {{"update and search"}}});
    return result;
}

report::Finding finding_of(const BodyDistance& d) {
    report::Finding finding;
    finding.a = std::uint32_t(d.a);
    finding.b = std::uint32_t(d.b);
    finding.role = meet(d) ? report::Role::crossing : report::Role::near;
    finding.what = meet(d) ? "meet" : "apart";
    const double half = 0.5 * (d.distance[1] - d.distance[0]);
    finding.measures = {{"distance", d.distance[1], half > 0 ? std::optional(half) : std::nullopt}};
    for (std::size_t k = 0; k < 3; ++k) {
        finding.low[k] = std::min(d.point_a[k], d.point_b[k]);
        finding.high[k] = std::max(d.point_a[k], d.point_b[k]);
    }
    finding.detail = fmt::format("triangles {} and {}", d.triangle_a.triangle, d.triangle_b.triangle);
    finding.weight = -d.distance[1];
    return finding;
}

/// Those with a distance, the nearest first.
std::vector<const BodyDistance*> in_order(const DistanceFrame& measured) {
    std::vector<const BodyDistance*> order;
    for (const BodyDistance& d : measured.pairs) {
        if (known(d)) order.push_back(&d);
    }
    std::stable_sort(order.begin(), order.end(),
                     [](const auto* p, const auto* q) { return p->distance[1] < q->distance[1]; });
    return order;
}

report::Layer layer(const char* name, report::Role role, report::Shape shape) {
    report::Layer result;
    result.name = name;
    result.role = role;
    result.shape = shape;
    return result;
}

/// Segments between nearest points, their ends, and where bodies meet; each belongs to its finding.
std::vector<report::Layer> layers_of(std::span<const BodyDistance* const> order) {
    report::Layer lines = layer("Distances", report::Role::near, report::Shape::lines);
    report::Layer ends = layer("Nearest points", report::Role::near, report::Shape::points);
    report::Layer meeting = layer("Where bodies meet", report::Role::crossing, report::Shape::points);
    for (std::uint32_t i = 0; i < std::min(order.size(), most_drawn); ++i) {
        const BodyDistance& d = *order[i];
        if (meet(d)) {
            meeting.points.push_back(d.point_a);
            meeting.findings.push_back(i);
            continue;
        }
        lines.points.insert(lines.points.end(), {d.point_a, d.point_b});
        lines.ends.push_back(std::uint32_t(lines.points.size()));
        lines.findings.push_back(i);
        ends.points.insert(ends.points.end(), {d.point_a, d.point_b});
        ends.findings.insert(ends.findings.end(), {i, i});
    }
    std::vector<report::Layer> layers;
    for (report::Layer* one : {&lines, &ends, &meeting}) {
        if (!one->points.empty()) layers.push_back(std::move(*one));
    }
    return layers;
}

std::string verdict(const DistanceResult& result, const DistanceFrame& nearest) {
    const BodyDistance* least = nearest.nearest();
    const bool several = result.frames.size() > 1;
    if (least == nullptr) {
        return result.all_examined() ? "No two bodies are so near" : "Nothing measured: not everything was examined";
    }
    const std::string both = names_of({std::size_t(least->a), std::size_t(least->b)}, result.bodies);
    const std::string where = several ? fmt::format(", in frame {}", nearest.frame) : "";
    if (meet(*least)) return fmt::format("{} meet{}", both, where);
    return fmt::format("{} are {:.6g} apart{}", both, least->distance[1], several ? where + " at the nearest" : "");
}

}  // namespace

DistanceReport::DistanceReport(const std::string& file, const Stage& stage, FrameRange range,
                               std::span<const BodyPair> pairs)
    : stage_(stage),
      each_pair_(pairs.begin(), pairs.begin() + std::ptrdiff_t(pairs.size() > most_series ? 0 : pairs.size())),
      writer_(file, opening(stage, range, each_pair_)) {}

std::vector<double> DistanceReport::values_of(const DistanceFrame& measured) const {
    const auto distance_of = [&](const BodyPair& pair) {
        for (const BodyDistance& d : measured.pairs) {
            if (std::size_t(d.a) == pair.a && std::size_t(d.b) == pair.b) return d.distance[1];
        }
        return infinity;
    };
    const BodyDistance* least = measured.nearest();
    std::vector<double> values{least != nullptr ? least->distance[1] : infinity};
    if (each_pair_.size() > 1) {
        for (const BodyPair& pair : each_pair_) values.push_back(distance_of(pair));
    }
    values.push_back(measured.milliseconds);
    return values;
}

void DistanceReport::add(const DistanceFrame& measured, const std::string& name) {
    const std::vector<const BodyDistance*> order = in_order(measured);
    std::vector<report::Finding> found;
    for (const BodyDistance* d : order) found.push_back(finding_of(*d));
    const std::vector<report::Layer> layers = layers_of(order);
    const std::vector<double> values = values_of(measured);
    const std::vector<Shown> shown = shown_bodies(stage_);
    const std::vector<report::ShownBody> bodies = reported_shapes(shown);
    report::Frame frame;
    frame.number = measured.frame;
    frame.name = name;
    frame.bodies = bodies;
    frame.layers = layers;
    frame.findings = found;
    frame.values = values;
    writer_.add(frame);
}

void DistanceReport::finish(const DistanceResult& result, const std::string& text, std::string picture) {
    const DistanceFrame& nearest = result.frames[result.nearest()];
    report::Closing closing;
    closing.outcome = outcome_of(result.meet(), result.all_examined());
    closing.verdict = verdict(result, nearest);
    if (result.frames.size() > 1) closing.facts.push_back({"Frame of the nearest", std::to_string(nearest.frame)});
    if (const BodyDistance* least = nearest.nearest()) {
        closing.facts.push_back({"Least distance", meet(*least) ? "0: they meet, exactly"
                                                                : fmt::format("from {:.17g} to {:.17g}",
                                                                              least->distance[0], least->distance[1])});
        closing.facts.push_back({"Between", names_of({std::size_t(least->a), std::size_t(least->b)}, result.bodies)});
    }
    closing.facts.push_back({"Everything examined", result.all_examined() ? "yes" : "no"});
    set_aside_in_report(closing, result.set_aside, stage_);
    closing.opens_at = result.nearest();
    closing.text = text;
    closing.picture = std::move(picture);
    closing.picture_about = "The bodies, seen through, and segments between their nearest points";
    writer_.finish(closing);
}

void draw_distances(const ImageOptions& image, const Stage& stage, const DistanceFrame& measured,
                    std::span<const std::string> files) {
    const std::vector<Shown> bodies = shown_bodies(stage);
    Findings findings{picture_title(bodies, measured.frame, stage.frames(), stage.frame_name(measured.frame)), bodies};
    const std::vector<const BodyDistance*> order = in_order(measured);
    const std::size_t drawn = std::min(order.size(), most_drawn);
    for (std::size_t i = 0; i < drawn; ++i) {
        const picture::Colour colour = meet(*order[i]) ? meet_colour : apart_colour;
        findings.marks.markers.push_back({order[i]->point_a, order[i]->point_b, colour, false, 3});
    }
    if (!order.empty()) {
        const BodyDistance& least = *order.front();
        findings.marks.legend.push_back(
            {picture::Symbol::line, meet(least) ? meet_colour : apart_colour,
             (meet(least) ? "meet: " : fmt::format("{:.6g} units apart: ", least.distance[1])) +
                 fmt::format("{} and {}", bodies[std::size_t(least.a)].name, bodies[std::size_t(least.b)].name)});
    }
    draw_findings(image, findings, files);
}

}  // namespace pliant::cli
