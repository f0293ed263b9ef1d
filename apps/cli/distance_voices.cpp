// Text, JSON and CSV of `distance`: the names and their order are a promise.
#include <cmath>

#include <fmt/format.h>

#include "distance.hpp"
#include "table.hpp"
#include "tally.hpp"

namespace pliant::cli {
namespace {

constexpr std::size_t pairs_shown = 20;

BodyPair bodies_of(const BodyDistance& d) { return {std::size_t(d.a), std::size_t(d.b)}; }

bool has_points(const BodyDistance& d) { return std::isfinite(d.distance[1]); }

Json pair_as_json(const BodyDistance& d) {
    const bool known = has_points(d);
    Json json;
    json["a"] = std::uint32_t(d.a);
    json["b"] = std::uint32_t(d.b);
    json["distance"] = {number(d.distance[0]), number(d.distance[1])};
    json["triangles"] = known ? Json{d.triangle_a.triangle, d.triangle_b.triangle} : Json(nullptr);
    json["points"] = known ? Json{point(d.point_a), point(d.point_b)} : Json(nullptr);
    return json;
}

std::string in_words(const BodyDistance& d, const DistanceResult& result) {
    const std::string both = names_of(bodies_of(d), result.bodies);
    if (!has_points(d)) return fmt::format("{}: a body has no triangle to measure\n", both);
    if (d.distance[1] == 0) {
        return fmt::format("{} meet at {}: triangles {} and {}\n", both, triple(d.point_a), d.triangle_a.triangle,
                           d.triangle_b.triangle);
    }
    return fmt::format("{} are {:.9g} apart: {} of triangle {} and {} of triangle {}\n", both, d.distance[1],
                       triple(d.point_a), d.triangle_a.triangle, triple(d.point_b), d.triangle_b.triangle);
}

struct PlacedDistance {
    std::size_t frame;
    const BodyDistance* distance;
};

/// The nearest first.
std::vector<PlacedDistance> in_order(const DistanceResult& result) {
    std::vector<PlacedDistance> order;
    for (const DistanceFrame& frame : result.frames) {
        for (const BodyDistance& d : frame.pairs) order.push_back({frame.frame, &d});
    }
    std::stable_sort(order.begin(), order.end(), [](const PlacedDistance& p, const PlacedDistance& q) {
        return p.distance->distance[1] < q.distance->distance[1];
    });
    return order;
}

}  // namespace

std::string distance_as_text(const DistanceResult& result) {
    const std::vector<PlacedDistance> order = in_order(result);
    std::string text;
    for (std::size_t i = 0; i < std::min(order.size(), pairs_shown); ++i) {
        if (result.frames.size() > 1) text += fmt::format("frame {}: ", order[i].frame);
        text += in_words(*order[i].distance, result);
    }
    if (order.empty()) text += "no two bodies are so near\n";
    if (order.size() > pairs_shown) {
        text += fmt::format("and {} that are farther apart (--json lists all)\n", order.size() - pairs_shown);
    }
    return text + set_aside_in_words(result.bodies, result.set_aside);
}

std::string distance_as_json(const DistanceResult& result, const Json& bodies) {
    std::vector<Json> frames;
    for (const DistanceFrame& frame : result.frames) {
        Json pairs = Json::array();
        for (const BodyDistance& d : frame.pairs) pairs.push_back(pair_as_json(d));
        frames.push_back({{"frame", frame.frame}, {"pairs", std::move(pairs)}});
    }
    return document_by_lines("distance", {{"bodies", dump(bodies)},
                                          {"set_aside", dump(flaws_of_bodies_as_json(result.set_aside))},
                                          {"frames", list_by_lines(frames)}});
}

std::string distance_as_csv(const DistanceResult& result) {
    std::vector<CsvRow> rows{
        {"frame", "a", "b", "name_a", "name_b", "least", "most", "x_a", "y_a", "z_a", "x_b", "y_b", "z_b"}};
    for (const DistanceFrame& frame : result.frames) {
        for (const BodyDistance& d : frame.pairs) {
            CsvRow& row = rows.emplace_back(csv_pair(frame.frame, bodies_of(d), result.bodies));
            for (const double x : d.distance) row.push_back(csv_number(x));
            for (const Point& p : {d.point_a, d.point_b}) {
                for (const double x : p) row.push_back(has_points(d) ? csv_number(x) : "");
            }
        }
    }
    return csv(rows);
}

}  // namespace pliant::cli
