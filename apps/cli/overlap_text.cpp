// What `overlap` tells a person.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "overlap.hpp"
#include "table.hpp"
#include "tally.hpp"

namespace pliant::cli {
namespace {

std::string deepest_in_words(const MeasuredPair& pair, std::span<const NamedBody> bodies) {
    const VertexPenetration* p = pair.deepest();
    if (p == nullptr) return "no vertex inside the other body\n";
    Position at;
    for (std::size_t k = 0; k < 3; ++k) at[k] = p->closest[k] - p->depth * p->direction[k];
    return fmt::format(
        "{} inside the other body, the deepest by {:.6g}\ndeepest: vertex {} of {} at {}, out along {}\n",
        counted(pair.overlap.penetrations.size(), "vertex", "vertices"), p->depth, p->vertex,
        bodies[std::size_t(p->body)].file, triple(at), triple(p->direction));
}

std::string doubts(const Overlap& o) {
    std::string text;
    if (o.inconsistent_pixels > 0) {
        text += fmt::format(
            "{} columns through surfaces that are not closed or face both ways: the error allows for them\n",
            o.inconsistent_pixels);
    }
    if (o.self_overlapping_a || o.self_overlapping_b) text += "a body overlaps itself: the error allows for it\n";
    return text;
}

std::string one_pair(const OverlapResult& result) {
    const MeasuredPair& pair = result.frames[0].pairs[0];
    const Overlap& o = pair.overlap;
    std::string text = fmt::format("{}: {:.6g} ± {:.2g}", pair.bodies.self() ? "overlaps itself by" : "shared volume",
                                   o.volume, o.error);
    if (o.volume > 0 && !o.sampled) text += fmt::format(" ({:.2g} %)", 100 * o.error / o.volume);
    if (o.sampled) text += fmt::format(", sampled by {}: nothing but the boxes bounds the error", result.sampled_by);
    text += not_looked_at(o.report.set_aside);
    if (std::isfinite(o.centroid_error)) {
        text += fmt::format("\ncentroid {:.6g}, {:.6g}, {:.6g} ± {:.2g}", o.centroid[0], o.centroid[1], o.centroid[2],
                            o.centroid_error);
    }
    text += fmt::format("\nby {}: {} columns along {}, {} x {} at the finest, {:.1f} ms\n", name(o.report.detector),
                        o.columns, name(o.axis), o.resolution, o.resolution, o.report.milliseconds.find);
    text += doubts(o) + set_aside_in_words(result.bodies, o.report.set_aside);
    if (o.report.stopped_by != Limit::none) text += "the tolerance was not reached\n";
    if (result.depths) text += deepest_in_words(pair, result.bodies);
    return text;
}

struct PlacedOverlap {
    std::string frame;
    const MeasuredPair* pair;
};

/// Those that share volume, the largest first.
std::vector<PlacedOverlap> largest_first(const OverlapResult& result) {
    std::vector<PlacedOverlap> order;
    for (const MeasuredFrame& frame : result.frames) {
        for (const MeasuredPair& pair : frame.pairs) {
            if (pair.shares_volume()) order.push_back({frame_in_words(frame.frame, frame.name), &pair});
        }
    }
    std::stable_sort(order.begin(), order.end(), [](const PlacedOverlap& a, const PlacedOverlap& b) {
        return a.pair->overlap.volume > b.pair->overlap.volume;
    });
    return order;
}

std::string worst(std::span<const PlacedOverlap> order, const OverlapResult& result) {
    std::vector<Row> rows{{"worst frames", "bodies", "volume", "error", "centroid"}};
    if (result.depths) rows[0].emplace_back("deepest");
    for (const auto& [frame, pair] : order.first(std::min(order.size(), worst_shown))) {
        const Overlap& o = pair->overlap;
        Row& row = rows.emplace_back(Row{frame, names_of(pair->bodies, result.bodies), fmt::format("{:.6g}", o.volume),
                                         fmt::format("{:.2g}", o.error), triple(o.centroid)});
        const VertexPenetration* deepest = pair->deepest();
        if (result.depths) row.push_back(deepest == nullptr ? "" : fmt::format("{:.6g}", deepest->depth));
    }
    const std::vector columns{Align::right, Align::left, Align::right, Align::right, Align::left, Align::right};
    return table(rows, std::span(columns).first(rows[0].size()));
}

std::string why_incomplete(const OverlapResult& result) {
    std::size_t unsettled = 0;
    for (const MeasuredFrame& frame : result.frames) {
        for (const MeasuredPair& pair : frame.pairs) unsettled += pair.overlap.report.stopped_by != Limit::none;
    }
    std::string text = not_looked_at(result.set_aside);
    if (unsettled > 0) {
        text += fmt::format("; the tolerance was not reached in {}", counted(unsettled, "measure", "measures"));
    }
    return text;
}

std::string several(const OverlapResult& result) {
    std::vector<std::vector<bool>> found;
    for (const MeasuredFrame& frame : result.frames) {
        std::vector<bool>& row = found.emplace_back();
        for (const MeasuredPair& pair : frame.pairs) row.push_back(pair.shares_volume());
    }
    const bool self = result.bodies.size() == 1;
    std::string text =
        fmt::format("{}: {}{}\n", self ? "overlaps itself" : "shared volume", found_in(found), why_incomplete(result));
    const std::vector<PlacedOverlap> order = largest_first(result);
    if (!order.empty()) {
        const auto& [frame, pair] = order.front();
        text += worst(order, result);
        text += fmt::format("peak: {:.6g} ± {:.2g} in frame {}, {}\n", pair->overlap.volume, pair->overlap.error, frame,
                            names_of(pair->bodies, result.bodies));
        if (result.depths) text += deepest_in_words(*pair, result.bodies);
    }
    return text + set_aside_in_words(result.bodies, result.set_aside);
}

}  // namespace

std::string overlap_as_text(const OverlapResult& result) {
    return result.frames.size() == 1 && result.frames[0].pairs.size() == 1 ? one_pair(result) : several(result);
}

}  // namespace pliant::cli
