// What `contains` tells a person.
#include <algorithm>

#include <fmt/format.h>

#include "contains.hpp"
#include "table.hpp"
#include "tally.hpp"

namespace pliant::cli {
namespace {

std::string opening_in_words(std::size_t openings) {
    return fmt::format(
        "not closed, or not facing one way ({}): inside and outside are what all three axes agree on, the rest is "
        "uncertain\n",
        counted(openings, "border", "borders"));
}

/// Only of a closed surface is every point settled.
std::string_view why_uncertain(const ContainsResult& result, const Containment& found) {
    if (!result.sampled_by.empty()) return "on lines that leave the body more or less often than they enter it";
    if (found.openings == 0 && !result.exact) return "near the surface; without --fast they are settled";
    return result.exact ? "the surface is not closed" : "near the surface, or since that is not closed";
}

std::string one_body(const ContainsResult& result) {
    const ContainedPoints& of = result.frames[0].bodies[0];
    const Containment& found = of.lists;
    std::string text =
        fmt::format("{}: {} inside, {} outside", counted(of.points, "point", "points"), of.inside, of.outside());
    if (result.exact) text += fmt::format(", {} exactly on the surface", of.on_surface);
    if (of.uncertain > 0) {
        text += fmt::format(", {} uncertain ({})", of.uncertain, why_uncertain(result, found));
    }
    if (of.invalid > 0) text += fmt::format(", {} not finite", of.invalid);
    if (!result.sampled_by.empty()) text += fmt::format("; sampled by {}: nothing is certain", result.sampled_by);
    text += not_looked_at(found.report.set_aside);
    text += fmt::format("\n{} x {} columns, {:.1f} ms\n", found.resolution, found.resolution,
                        found.report.milliseconds.update + found.report.milliseconds.find);
    if (found.inconsistent_pixels > 0) {
        text += fmt::format("{} through a surface that is not closed\n",
                            counted(found.inconsistent_pixels, "column", "columns"));
    }
    if (found.openings > 0) text += result.bodies[0].file + ": " + opening_in_words(found.openings);
    return text + set_aside_in_words(result.bodies, found.report.set_aside);
}

struct PlacedPoints {
    std::string frame;
    const ContainedPoints* of;
};

std::string most_points_first(const ContainsResult& result) {
    std::vector<PlacedPoints> order;
    for (const ContainedFrame& frame : result.frames) {
        for (const ContainedPoints& of : frame.bodies) {
            if (of.found()) order.push_back({frame_in_words(frame.frame, frame.name), &of});
        }
    }
    if (order.empty()) return "";
    const auto weight = [](const PlacedPoints& p) { return p.of->inside + p.of->on_surface; };
    std::stable_sort(order.begin(), order.end(),
                     [&](const PlacedPoints& p, const PlacedPoints& q) { return weight(p) > weight(q); });
    std::vector<Row> rows{{"worst frames", "body", "inside", "on surface", "uncertain", "outside"}};
    for (std::size_t i = 0; i < std::min(order.size(), worst_shown); ++i) {
        const ContainedPoints& of = *order[i].of;
        Row& row = rows.emplace_back(Row{order[i].frame, result.bodies[of.body].file});
        for (const std::size_t n : {of.inside, of.on_surface, of.uncertain, of.outside()}) {
            row.push_back(std::to_string(n));
        }
    }
    std::vector<Align> columns(rows[0].size(), Align::right);
    columns[1] = Align::left;
    return table(rows, columns) + fmt::format("peak: {} in frame {}, {}\n",
                                              counted(weight(order[0]), "point", "points"), order[0].frame,
                                              result.bodies[order[0].of->body].file);
}

std::string several_bodies(const ContainsResult& result) {
    std::vector<std::vector<bool>> found;
    std::vector<std::size_t> openings(result.bodies.size());
    std::size_t unknown = 0;
    for (const ContainedFrame& frame : result.frames) {
        std::vector<bool>& row = found.emplace_back();
        for (const ContainedPoints& of : frame.bodies) {
            row.push_back(of.found());
            unknown += of.uncertain + of.invalid;
            openings[of.body] = std::max<std::size_t>(openings[of.body], of.lists.openings);
        }
    }
    std::string text = fmt::format("points inside: {}", found_in(found, "bodies"));
    if (unknown > 0) text += fmt::format("; {} uncertain or not finite", counted(unknown, "answer", "answers"));
    text += not_looked_at(result.set_aside) + "\n" + most_points_first(result);
    for (std::size_t i = 0; i < openings.size(); ++i) {
        if (openings[i] > 0) text += result.bodies[i].file + ": " + opening_in_words(openings[i]);
    }
    return text + set_aside_in_words(result.bodies, result.set_aside);
}

}  // namespace

std::string contains_as_text(const ContainsResult& result) {
    return result.frames.size() == 1 && result.bodies.size() == 1 ? one_body(result) : several_bodies(result);
}

}  // namespace pliant::cli
