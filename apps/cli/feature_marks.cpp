#include "feature_marks.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "picture/palette.hpp"

namespace pliant::cli {
namespace {

constexpr picture::Colour closed_colour = picture::colour_of(PairKind::crossing);
constexpr picture::Colour open_colour = picture::colour_of(PairKind::coplanar);

std::string of_all(std::size_t drawn, std::size_t all, const char* which) {
    return drawn < all ? fmt::format(", the {} {} drawn", drawn, which) : "";
}

void add_near(Marks& marks, const DrawnFeatures& drawn) {
    if (drawn.near.empty()) return;
    for (const Proximity& found : drawn.near) {
        const double share = drawn.clearance > 0 ? 1 - std::min(found.near.distance / drawn.clearance, 1.0) : 1;
        marks.markers.push_back({found.near.point_a, found.near.point_b, picture::ramp_colour(share), false, 2});
    }
    marks.legend.push_back(
        {picture::Symbol::dot, picture::ramp_colour(0.6),
         counted(drawn.all_near, "pair of features within the clearance", "pairs of features within the clearance") +
             of_all(drawn.near.size(), drawn.all_near, "nearest")});
    if (!marks.ramp) marks.ramp = picture::Ramp{"distance", fmt::format("{:.3g}", drawn.clearance), "0"};
}

void add_impacts(Marks& marks, const DrawnFeatures& drawn) {
    if (drawn.impacts.empty()) return;
    for (const FeatureImpact& found : drawn.impacts) {
        const double share = 1 - found.impact.time[0];
        marks.markers.push_back({found.impact.point, {}, picture::ramp_colour(share), false, 3});
    }
    marks.legend.push_back(
        {picture::Symbol::dot, picture::ramp_colour(1),
         counted(drawn.all_impacts, "impact since the frame before", "impacts since the frame before") +
             of_all(drawn.impacts.size(), drawn.all_impacts, "earliest") +
             fmt::format("; the first at {:.3g} of the step", drawn.impacts[0].impact.time[0])});
    if (!marks.ramp) marks.ramp = picture::Ramp{"time", "1", "0"};
}

void add_lines(Marks& marks, const DrawnFeatures& drawn) {
    if (drawn.lines.empty()) return;
    const auto closed = std::size_t(
        std::count_if(drawn.lines.begin(), drawn.lines.end(), [](const picture::Polyline& l) { return l.closed; }));
    const std::size_t open = drawn.lines.size() - closed;
    marks.lines.insert(marks.lines.end(), drawn.lines.begin(), drawn.lines.end());
    const auto entry = [&](std::size_t count, const picture::Colour& colour, const char* one, const char* several) {
        if (count > 0) marks.legend.push_back({picture::Symbol::line, colour, counted(count, one, several)});
    };
    entry(closed, closed_colour, "closed curve", "closed curves");
    entry(open, open_colour, "open curve", "open curves");
}

report::Layer layer(const char* name, report::Role role, report::Shape shape) {
    report::Layer result;
    result.name = name;
    result.role = role;
    result.shape = shape;
    return result;
}

/// `before(p, q)`: p is worse than q. The first of equals stands for its bodies.
template <class Found, class Before>
std::vector<FoundOfBodies<Found>> by_bodies(std::span<const Found> all, Before before) {
    std::map<std::pair<BodyId, BodyId>, FoundOfBodies<Found>> groups;
    for (const Found& found : all) {
        const std::pair<BodyId, BodyId> bodies = std::minmax(found.body_a, found.body_b);
        const auto [at, is_new] =
            groups.try_emplace(bodies, FoundOfBodies<Found>{bodies.first, bodies.second, 0, 0, found});
        FoundOfBodies<Found>& group = at->second;
        ++(found.kind == FeatureKind::vertex_triangle ? group.vertex_triangle : group.edge_edge);
        if (before(found, group.first)) group.first = found;
    }
    std::vector<FoundOfBodies<Found>> result;
    for (auto& [bodies, group] : groups) result.push_back(std::move(group));
    std::stable_sort(result.begin(), result.end(),
                     [&](const auto& p, const auto& q) { return before(p.first, q.first); });
    return result;
}

void end_line(report::Layer& lines) { lines.ends.push_back(std::uint32_t(lines.points.size())); }

}  // namespace

void DrawnFeatures::take(const Proximities& answer, double distance) {
    std::vector<std::size_t> order(answer.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const std::size_t count = std::min(most, order.size());
    std::partial_sort(order.begin(), order.begin() + std::ptrdiff_t(count), order.end(),
                      [&](std::size_t p, std::size_t q) {
                          const double a = answer[p].near.distance, b = answer[q].near.distance;
                          return a != b ? a < b : p < q;
                      });
    near.clear();
    for (std::size_t i = 0; i < count; ++i) near.push_back(answer[order[i]]);
    clearance = distance;
    all_near = answer.size();
    near_bodies = by_bodies(std::span<const Proximity>(answer.items),
                            [](const Proximity& p, const Proximity& q) { return p.near.distance < q.near.distance; });
}

void DrawnFeatures::take(const Impacts& answer) {
    const std::size_t count = std::min(most, answer.size());
    impacts.assign(answer.begin(), answer.begin() + std::ptrdiff_t(count));
    all_impacts = answer.size();
    met_bodies =
        by_bodies(std::span<const FeatureImpact>(answer.items),
                  [](const FeatureImpact& p, const FeatureImpact& q) { return p.impact.time < q.impact.time; });
}

void DrawnFeatures::take(const Curves& answer) {
    lines.clear();
    for (const Curve& curve : answer) {
        picture::Polyline& line = lines.emplace_back();
        line.colour = curve.closed ? closed_colour : open_colour;
        line.closed = curve.closed;
        line.points.push_back(answer.points[answer.segments[curve.first].points[0]].position);
        for (std::uint32_t s = curve.first; s + (curve.closed ? 1 : 0) < curve.first + curve.count; ++s) {
            line.points.push_back(answer.points[answer.segments[s].points[1]].position);
        }
    }
}

void add_marks(Marks& marks, const DrawnFeatures& drawn) {
    add_lines(marks, drawn);
    add_near(marks, drawn);
    add_impacts(marks, drawn);
}

void append_layers(std::vector<report::Layer>& layers, const DrawnFeatures& drawn) {
    report::Layer curves = layer("Curves", report::Role::curve, report::Shape::lines);
    for (const picture::Polyline& line : drawn.lines) {
        curves.points.insert(curves.points.end(), line.points.begin(), line.points.end());
        if (line.closed) curves.points.push_back(line.points.front());
        end_line(curves);
    }
    report::Layer near = layer("Nearest points", report::Role::near, report::Shape::lines);
    for (const Proximity& found : drawn.near) {
        near.points.insert(near.points.end(), {found.near.point_a, found.near.point_b});
        end_line(near);
    }
    report::Layer impacts = layer("Impacts", report::Role::impact, report::Shape::points);
    for (const FeatureImpact& found : drawn.impacts) impacts.points.push_back(found.impact.point);
    for (report::Layer* one : {&curves, &near, &impacts}) {
        if (!one->points.empty()) layers.push_back(std::move(*one));
    }
}

}  // namespace pliant::cli
