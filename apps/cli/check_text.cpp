// What `check` tells a person.
#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>

#include <fmt/format.h>

#include "check.hpp"
#include "median.hpp"
#include "mesh/regions.hpp"
#include "set_aside.hpp"
#include "table.hpp"

namespace pliant::cli {
namespace {

constexpr std::size_t regions_shown = 5;
constexpr std::size_t frames_shown = 5;

std::string describe(const CheckedBody& body) {
    std::string text = fmt::format("  {}: {}, {}", body.name, counted(body.vertices, "vertex", "vertices"),
                                   counted(body.triangles, "triangle", "triangles"));
    if (body.tetrahedra > 0) text += " around " + counted(body.tetrahedra, "tetrahedron", "tetrahedra");
    if (body.polygons > 0) text += " from " + counted(body.polygons, "polygon", "polygons");
    return text + (body.closed ? ", closed\n" : ", open\n");
}

std::string in_frames(const CheckResult& result, std::size_t count) {
    return result.frames.size() == 1 ? "" : " in " + counted(count, "frame", "frames");
}

/// "; not complete: ..." for the line that sums up, so that nobody takes "no intersecting triangles" for clean.
std::string why_incomplete(const CheckResult& result) {
    std::size_t limited = 0, with_set_aside = 0;
    for (const CheckedFrame& frame : result.frames) {
        limited += frame.stopped_by != Limit::none;
        with_set_aside += frame.any_left_out;
    }
    if (limited + with_set_aside == 0) return "";
    std::vector<std::string> reasons;
    if (limited > 0) reasons.push_back("the limit of pairs was reached" + in_frames(result, limited));
    if (with_set_aside > 0) {
        reasons.push_back("elements were set aside and not looked at" + in_frames(result, with_set_aside));
    }
    return fmt::format("; not complete: {}", fmt::join(reasons, ", "));
}

std::string found(const Tally& tally) {
    if (tally.pairs == 0) return "no intersecting triangles";
    return fmt::format("{} of intersecting triangles ({} self, {} between): {}", counted(tally.pairs, "pair", "pairs"),
                       tally.self, tally.between, kinds_in_words(tally));
}

std::string worst_frames(const CheckResult& result) {
    std::vector<const CheckedFrame*> order;
    for (const CheckedFrame& frame : result.frames) {
        if (frame.tally.pairs > 0) order.push_back(&frame);
    }
    std::stable_sort(order.begin(), order.end(),
                     [](const CheckedFrame* a, const CheckedFrame* b) { return a->tally.pairs > b->tally.pairs; });
    std::string text = fmt::format("{} of {} have intersecting triangles{}\n", order.size(),
                                   counted(result.frames.size(), "frame", "frames"), why_incomplete(result));
    if (order.empty()) return text;
    std::vector<Row> rows{{"worst frames", "pairs", "self", "between", "crossing", "touching", "coplanar", "fold"}};
    for (std::size_t i = 0; i < std::min(order.size(), frames_shown); ++i) {
        const Tally& t = order[i]->tally;
        Row& row = rows.emplace_back();
        for (const std::size_t n : {order[i]->frame, t.pairs, t.self, t.between}) row.push_back(std::to_string(n));
        for (const std::size_t n : t.kinds) row.push_back(std::to_string(n));
    }
    return text + table(rows, std::vector<Align>(rows[0].size(), Align::right));
}

struct Place {
    Position centre{};
    double size = 0;  // diagonal of the bounding box; infinite where that is beyond the range of double
};

Place place(const mesh::Region& region, std::span<const TrianglePair> pairs, const Stage& stage) {
    Position low, high;
    low.fill(std::numeric_limits<double>::infinity());
    high.fill(-std::numeric_limits<double>::infinity());
    for (const std::uint32_t i : region) {
        for (const TriangleRef& side : {pairs[i].a, pairs[i].b}) {
            const auto body = std::size_t(side.body);
            for (const std::uint32_t v : stage.triangles(body)[side.triangle]) {
                for (std::size_t k = 0; k < 3; ++k) {
                    low[k] = std::min(low[k], stage.sources()[body].positions[v][k]);
                    high[k] = std::max(high[k], stage.sources()[body].positions[v][k]);
                }
            }
        }
    }
    Place result;
    for (std::size_t k = 0; k < 3; ++k) result.centre[k] = 0.5 * low[k] + 0.5 * high[k];
    Position half;  // the whole may be beyond the range of double
    for (std::size_t k = 0; k < 3; ++k) half[k] = 0.5 * high[k] - 0.5 * low[k];
    result.size = 2 * std::hypot(std::hypot(half[0], half[1]), half[2]);
    return result;
}

std::string size_in_words(double size) { return std::isfinite(size) ? fmt::format("{:.3g}", size) : "above 1.8e+308"; }

std::string name_of(const TriangleRef& side, const CheckResult& result, const Stage& stage) {
    const auto body = std::size_t(side.body);
    if (result.bodies[body].polygons == 0) return fmt::format("{}", side.triangle);
    return fmt::format("{} (polygon {})", side.triangle, stage.sources()[body].polygon(side.triangle));
}

std::string worst_regions(const CheckResult& result, const Stage& stage) {
    std::vector<std::span<const Triangle>> triangles;
    for (std::size_t i = 0; i < result.bodies.size(); ++i) triangles.push_back(stage.triangles(i));
    const std::vector<mesh::Region> regions = mesh::regions(result.worst_pairs, triangles);

    const std::string of_frame =
        result.frames.size() > 1 ? fmt::format(" of frame {}", result.frames[result.worst].frame) : std::string();
    std::string text = fmt::format("worst regions{} ({} in all)\n", of_frame, regions.size());
    for (std::size_t i = 0; i < std::min(regions.size(), regions_shown); ++i) {
        const TrianglePair& first = result.worst_pairs[regions[i][0]];
        const auto [centre, size] = place(regions[i], result.worst_pairs, stage);
        const std::string& a = result.bodies[std::size_t(first.a.body)].name;
        const std::string& b = result.bodies[std::size_t(first.b.body)].name;
        fmt::format_to(std::back_inserter(text),
                       "  {}. {}: {} around ({:.6g}, {:.6g}, {:.6g}), size {}; first: triangles {} and {}\n", i + 1,
                       first.a.body == first.b.body ? a : a + " and " + b, counted(regions[i].size(), "pair", "pairs"),
                       centre[0], centre[1], centre[2], size_in_words(size), name_of(first.a, result, stage),
                       name_of(first.b, result, stage));
    }
    return text;
}

std::string all_set_aside(const CheckResult& result) {
    std::string text;
    for (const CheckedBody& body : result.bodies)
        text += flaws_in_words(body.name, body.tetrahedra > 0, body.set_aside);
    return text.empty() ? text : "set aside\n" + text;
}

std::string all_noted(const CheckResult& result) {
    std::string text;
    for (const CheckedBody& body : result.bodies) text += flaws_in_words(body.name, body.tetrahedra > 0, body.noted);
    return text.empty() ? text : "noted\n" + text;
}

/// The frame with most vertices inside, or on the boundary of, tetrahedra.
std::string penetrations(const CheckResult& result) {
    const CheckedFrame* worst = nullptr;
    const auto weight = [](const CheckedFrame& frame) {
        const CheckedPenetrations& p = *frame.penetrations;
        return std::array{p.inside, p.on_boundary, p.edges.value_or(0)};
    };
    for (const CheckedFrame& frame : result.frames) {
        if (frame.penetrations && (worst == nullptr || weight(frame) > weight(*worst))) worst = &frame;
    }
    if (worst == nullptr) return "";
    const CheckedPenetrations& p = *worst->penetrations;
    if (!result.any_penetration) return "no vertex inside a tetrahedron that is not its own\n";
    std::string text = fmt::format("vertices in tetrahedra: {} inside, {} on the boundary", p.inside, p.on_boundary);
    if (p.edges) text += fmt::format("; {}", counted(*p.edges, "edge through one", "edges through them"));
    if (p.deepest) text += fmt::format("; deepest {:.6g}", *p.deepest);
    return text + (result.frames.size() > 1 ? fmt::format(" (frame {}, the worst)\n", worst->frame) : "\n");
}

bool share_a_position(const Source& source, const Triangle& a, const Triangle& b) {
    for (const std::uint32_t i : a) {
        for (const std::uint32_t j : b) {
            if (i != j && source.positions[i] == source.positions[j]) return true;
        }
    }
    return false;
}

/// Triangles that merely meet at corners which the file stores once per triangle look as if they touched.
std::string weld_hint(const CheckResult& result, const Stage& stage) {
    std::size_t touching = 0, unwelded = 0;
    for (const auto& [a, b, kind] : result.worst_pairs) {
        if (kind != PairKind::touching || a.body != b.body) continue;
        const auto body = std::size_t(a.body);
        const auto triangles = stage.triangles(body);
        ++touching;
        unwelded += share_a_position(stage.sources()[body], triangles[a.triangle], triangles[b.triangle]);
    }
    if (2 * unwelded <= touching) return "";
    return fmt::format("hint: in {} touching pairs corners at one place have two numbers; --weld joins them\n",
                       unwelded);
}

std::string times(const CheckResult& result) {
    std::vector<double> build, update, find;
    for (const CheckedFrame& frame : result.frames) {
        build.push_back(frame.milliseconds.build);
        update.push_back(frame.milliseconds.update);
        find.push_back(frame.milliseconds.find);
    }
    const std::string_view method = name(result.frames.front().detector);
    if (result.frames.size() == 1) {
        return fmt::format("time: build {:.2f} ms, update {:.2f} ms, find {:.2f} ms ({})\n", build[0], update[0],
                           find[0], method);
    }
    return fmt::format("time: first build {:.2f} ms; median per frame: update {:.2f} ms, find {:.2f} ms ({})\n",
                       build[0], median(update), median(find), method);
}

}  // namespace

std::string check_as_text(const CheckResult& result, const Stage& stage, bool welded) {
    std::string text;
    for (const CheckedBody& body : result.bodies) text += describe(body);
    text += result.frames.size() == 1 ? found(result.frames[0].tally) + why_incomplete(result) + "\n"
                                      : worst_frames(result);
    const std::size_t changes = stage.changes_of_connectivity();
    if (changes > 0) text += fmt::format("connectivity changes in {}\n", counted(changes, "frame", "frames"));
    if (!result.worst_pairs.empty()) text += worst_regions(result, stage);
    text += penetrations(result);
    text += all_set_aside(result);
    text += all_noted(result);
    if (!welded) text += weld_hint(result, stage);
    return text + times(result);
}

}  // namespace pliant::cli
