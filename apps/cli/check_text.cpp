// What `check` tells a person.
#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "check.hpp"
#include "frame_range.hpp"
#include "median.hpp"
#include "not_read.hpp"
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
    if (body.polygons > 0 && body.polygons != body.triangles)
        text += " from " + counted(body.polygons, "polygon", "polygons");
    if (!body.manifold) return text + ", not manifold\n";
    if (body.closed && !body.oriented) return text + ", closed, not facing one way\n";
    return text + (body.closed ? ", closed\n" : ", open\n");
}

std::string in_frames(const CheckResult& result, std::size_t count) {
    return result.frames.size() == 1 ? "" : " in " + counted(count, "frame", "frames");
}

/// "; not complete: ..." for the line that sums up, so that nobody takes "no intersecting triangles" for clean.
std::string why_incomplete(const CheckResult& result) {
    std::uint64_t by_memory = 0, counted_pairs = 0, kept = 0;
    std::size_t limited = 0, with_set_aside = 0, without_motion = 0, undecided = 0;
    for (const CheckedFrame& frame : result.frames) {
        const bool memory_ran_out = frame.stopped_by == Limit::bytes;
        limited += frame.stopped_by != Limit::none && !memory_ran_out;
        if (memory_ran_out) {
            ++by_memory;
            counted_pairs += frame.counted;
            kept += frame.tally.pairs;
        }
        with_set_aside += frame.any_left_out;
        without_motion += frame.motion_unknown;
        undecided += frame.nesting_unknown || !frame.undecided.empty();
    }
    const bool not_all_read = surfaces_not_read();
    if (limited + by_memory + with_set_aside + without_motion + undecided == 0 && !not_all_read) return "";
    std::vector<std::string> reasons;
    if (not_all_read) reasons.push_back("not all of the files was read");
    if (by_memory > 0) {
        reasons.push_back(fmt::format("stopped by memory{}, {} pairs counted, {} that matter most kept",
                                      in_frames(result, by_memory), counted_pairs, kept));
    }
    if (limited > 0) reasons.push_back("the limit of pairs was reached" + in_frames(result, limited));
    if (with_set_aside > 0) {
        reasons.push_back("elements were set aside and not looked at" + in_frames(result, with_set_aside));
    }
    if (without_motion > 0) {
        reasons.push_back(fmt::format("connectivity changes, so that nothing is known of the motion into {}",
                                      counted(without_motion, "frame", "frames")));
    }
    if (undecided > 0)
        reasons.push_back("whether bodies are inside others is not decided" + in_frames(result, undecided));
    return fmt::format("; not complete: {}", fmt::join(reasons, ", "));
}

std::string found(const CheckedFrame& frame) {
    const Tally& tally = frame.tally;
    if (frame.counted > tally.pairs) {
        return fmt::format("{} pairs of intersecting triangles are counted, {} listed ({} self, {} between): {}",
                           frame.counted, tally.pairs, tally.self, tally.between, kinds_in_words(tally));
    }
    if (tally.pairs == 0) return "no intersecting triangles";
    return fmt::format("{} of intersecting triangles ({} self, {} between): {}", counted(tally.pairs, "pair", "pairs"),
                       tally.self, tally.between, kinds_in_words(tally));
}

/// "24 (f0024.obj)"
std::string name_of(const CheckedFrame& frame) { return frame_in_words(frame.frame, frame.name); }

std::string worst_frames(const CheckResult& result) {
    std::vector<const CheckedFrame*> order;
    std::vector<std::size_t> numbers;
    for (const CheckedFrame& frame : result.frames) {
        if (frame.tally.pairs == 0) continue;
        order.push_back(&frame);
        numbers.push_back(frame.frame);
    }
    std::stable_sort(order.begin(), order.end(), [](const CheckedFrame* a, const CheckedFrame* b) {
        return severity(a->tally) > severity(b->tally);
    });
    std::string text = fmt::format("{} of {} have intersecting triangles{}\n", order.size(),
                                   counted(result.frames.size(), "frame", "frames"), why_incomplete(result));
    if (order.empty()) return text;
    text += fmt::format("{}, worst {}\n", frames_in_words(numbers), name_of(*order.front()));
    std::vector<Row> rows{{"worst frames", "pairs", "self", "between", "crossing", "touching", "coplanar", "fold"}};
    for (std::size_t i = 0; i < std::min(order.size(), frames_shown); ++i) {
        const Tally& t = order[i]->tally;
        Row& row = rows.emplace_back();
        row.push_back(name_of(*order[i]));
        for (const std::size_t n : {t.pairs, t.self, t.between}) row.push_back(std::to_string(n));
        for (const std::size_t n : t.kinds) row.push_back(std::to_string(n));
    }
    return text + table(rows, std::vector<Align>(rows[0].size(), Align::right));
}

/// Diagonal of a box; infinite where that is beyond the range of double.
double diagonal(const Position& low, const Position& high) {
    Position half;  // the whole may be beyond the range of double
    for (std::size_t k = 0; k < 3; ++k) half[k] = 0.5 * high[k] - 0.5 * low[k];
    return 2 * std::hypot(std::hypot(half[0], half[1]), half[2]);
}

std::string size_in_words(double size) { return std::isfinite(size) ? fmt::format("{:.3g}", size) : "above 1.8e+308"; }

/// Without meshes nothing is known of polygons.
std::string name_of(const TriangleRef& side, const CheckResult& result, const Stage* stage) {
    const auto body = std::size_t(side.body);
    if (result.bodies[body].polygons == 0 || stage == nullptr) return fmt::format("{}", side.triangle);
    return fmt::format("{} (polygon {})", side.triangle, stage->sources()[body].polygon(side.triangle));
}

std::string line_of(const CheckedRegion& region, const CheckResult& result, const Stage* stage) {
    const std::string& a = result.bodies[std::size_t(region.a)].name;
    const std::string& b = result.bodies[std::size_t(region.b)].name;
    const Position &low = region.low, &high = region.high;
    return fmt::format("{}: {} ({}) around ({:.6g}, {:.6g}, {:.6g}), size {}; first: triangles {} and {}{}\n",
                       region.a == region.b ? a : a + " and " + b, counted(region.tally.pairs, "pair", "pairs"),
                       kinds_in_words(region.tally), 0.5 * low[0] + 0.5 * high[0], 0.5 * low[1] + 0.5 * high[1],
                       0.5 * low[2] + 0.5 * high[2], size_in_words(diagonal(low, high)),
                       name_of(region.first.a, result, stage), name_of(region.first.b, result, stage),
                       region.known ? "; known" : "");
}

std::string worst_regions(const CheckResult& result, const Stage* stage) {
    const CheckedFrame& worst = result.frames[result.worst];
    const std::string of_frame = result.frames.size() > 1 ? " of frame " + name_of(worst) : std::string();
    std::string text = fmt::format("worst regions{} ({} in all)\n", of_frame, worst.regions.size());
    for (std::size_t i = 0; i < std::min(worst.regions.size(), regions_shown); ++i) {
        text += fmt::format("  {}. {}", i + 1, line_of(worst.regions[i], result, stage));
    }
    return text;
}

std::string curves(const CheckResult& result) {
    const CheckedFrame& worst = result.frames[result.worst];
    if (!worst.curves) return "";
    const std::string of_frame = result.frames.size() > 1 ? fmt::format(" (frame {})", name_of(worst)) : std::string();
    return curves_in_words(*worst.curves) + of_frame + "\n";
}

std::string sentence_of(const CheckedRelation& checked, const CheckResult& result) {
    const BodyRelation& r = checked.relation;
    const std::string& a = result.bodies[std::size_t(r.a)].name;
    const std::string& b = result.bodies[std::size_t(r.b)].name;
    if (r.kind == RelationKind::coincident) return fmt::format("{} and {} coincide", a, b);
    std::string text = r.pieces == r.pieces_of_a
                           ? fmt::format("{} is inside {}", a, b)
                           : fmt::format("{} of {} pieces of {} are inside {}", r.pieces, r.pieces_of_a, a, b);
    if (checked.volume) text += fmt::format(", shared volume {:.6g} ± {:.2g}", *checked.volume, checked.error);
    return text;
}

/// Of the first frame with some.
std::string undecided_relations(const CheckResult& result) {
    const auto frame = std::find_if(result.frames.begin(), result.frames.end(),
                                    [](const CheckedFrame& f) { return !f.undecided.empty(); });
    std::string text;
    if (frame == result.frames.end()) return text;
    for (const BodyRelation& r : frame->undecided) {
        const std::string& b = result.bodies[std::size_t(r.b)].name;
        text += fmt::format("{} may be inside {}: {} has edges of three triangles, which leave its inside open\n",
                            result.bodies[std::size_t(r.a)].name, b, b);
    }
    return text;
}

/// Every relation once, with the frames that have it.
std::string relations(const CheckResult& result) {
    struct Seen {
        const CheckedRelation* first;
        std::vector<std::size_t> frames;
    };
    std::map<std::tuple<BodyId, BodyId, RelationKind>, Seen> all;
    for (const CheckedFrame& frame : result.frames) {
        for (const CheckedRelation& r : frame.relations) {
            Seen& seen = all.try_emplace({r.relation.a, r.relation.b, r.relation.kind}, Seen{&r, {}}).first->second;
            seen.frames.push_back(frame.frame);
        }
    }
    std::string text;
    for (const auto& [key, seen] : all) {
        text += sentence_of(*seen.first, result);
        if (result.frames.size() > 1) text += " in " + frames_in_words(seen.frames);
        text += seen.first->known ? "; known\n" : "\n";
    }
    return text;
}

/// An open surface has no inside, hence no depth.
std::string why_not_measured(const CheckedBody& a, const CheckedBody& b) {
    if (!a.closed && !b.closed) return "not measured, since neither is closed";
    if (!a.closed || !b.closed) return fmt::format("not measured, since {} is not closed", (a.closed ? b : a).name);
    return fmt::format("not measured, since {} does not face one way", (a.oriented ? b : a).name);
}

/// Of each two surfaces the frame in which they are deepest in each other.
std::string depths(const CheckResult& result) {
    std::map<std::pair<BodyId, BodyId>, std::pair<const CheckedFrame*, const CheckedDepth*>> deepest;
    for (const CheckedFrame& frame : result.frames) {
        for (const CheckedDepth& depth : frame.depths) {
            auto& best = deepest[{depth.a, depth.b}];
            const double before = best.second && best.second->deepest ? best.second->deepest->depth : -1;
            if (depth.deepest && depth.deepest->depth > before) best = {&frame, &depth};
        }
    }
    std::string text;
    for (const auto& [bodies, place] : deepest) {
        const CheckedBody &a = result.bodies[std::size_t(bodies.first)], &b = result.bodies[std::size_t(bodies.second)];
        const std::string both = a.name + " and " + b.name;
        if (place.second == nullptr) {
            text +=
                fmt::format("depth of {}: {}\n", both,
                            a.oriented && b.oriented ? "no vertex of one is inside the other" : why_not_measured(a, b));
            continue;
        }
        const VertexPenetration& p = *place.second->deepest;
        text +=
            fmt::format("depth of {}: {:.6g} at vertex {} of {}, nearest point of the surface {}, way out {}{}\n", both,
                        p.depth, p.vertex, result.bodies[std::size_t(p.body)].name, triple(p.closest),
                        triple(p.direction), result.frames.size() > 1 ? " (frame " + name_of(*place.first) + ")" : "");
    }
    return text;
}

bool nothing_to_measure(const CheckResult& result) {
    return std::all_of(result.frames.begin(), result.frames.end(), [](const CheckedFrame& frame) {
        return frame.depths.empty() && (!frame.penetrations || !frame.penetrations->deepest);
    });
}

/// What the list of accepted findings holds, of everything that it can hold.
std::string known_findings(const CheckResult& result) {
    struct Kind {
        std::string_view one, many;
        std::size_t found = 0, known = 0;
    };
    std::array kinds{Kind{"pair", "pairs"},
                     Kind{"vertex in tetrahedra", "vertices in tetrahedra"},
                     Kind{"edge through tetrahedra", "edges through tetrahedra"},
                     Kind{"feature that is near", "features that are near"},
                     Kind{"impact", "impacts"},
                     Kind{"body inside or equal to another", "bodies inside or equal to others"}};
    const auto add = [&](std::size_t kind, std::size_t found, std::size_t known) {
        kinds[kind].found += found;
        kinds[kind].known += known;
    };
    for (const CheckedFrame& frame : result.frames) {
        add(0, frame.tally.pairs, frame.known_pairs);
        if (const auto& p = frame.penetrations) {
            add(1, p->inside + p->on_boundary, p->known);
            add(2, p->edges.value_or(0), p->known_edges);
        }
        if (frame.proximities) add(3, frame.proximities->number(), frame.proximities->known);
        if (frame.impacts) add(4, frame.impacts->number(), frame.impacts->known);
        for (const CheckedRelation& r : frame.relations) add(5, 1, r.known ? 1 : 0);
    }
    std::string text;
    for (const Kind& kind : kinds) {
        if (kind.found == 0) continue;
        text += fmt::format("{} of {} are known, {} are new\n", kind.known, counted(kind.found, kind.one, kind.many),
                            kind.found - kind.known);
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
    if (weight(*worst) == std::array<std::size_t, 3>{}) return "no vertex inside a tetrahedron that is not its own\n";
    std::string text = fmt::format("vertices in tetrahedra: {} inside, {} on the boundary", p.inside, p.on_boundary);
    if (p.edges) text += fmt::format("; {}", counted(*p.edges, "edge through one", "edges through them"));
    if (p.deepest) {
        text += fmt::format("; deepest {:.6g}: vertex {} of {}, way out {}", p.deepest->depth, p.deepest->vertex.vertex,
                            result.bodies[std::size_t(p.deepest->vertex.body)].name, triple(p.deepest->direction));
    }
    return text + (result.frames.size() > 1 ? fmt::format(" (frame {}, the worst)\n", name_of(*worst)) : "\n");
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
    return fmt::format("hint: in {} corners at one place have two numbers; --weld joins them\n",
                       counted(unwelded, "touching pair", "touching pairs"));
}

/// How many features met, or came near, in all frames together.
std::string features_of_all_frames(const CheckResult& result) {
    CheckedFeatures met, near;
    bool any_impacts = false, any_proximities = false;
    const auto add = [](CheckedFeatures& sum, const CheckedFeatures& frame) {
        sum.vertex_triangle += frame.vertex_triangle;
        sum.edge_edge += frame.edge_edge;
    };
    for (const CheckedFrame& frame : result.frames) {
        if (frame.impacts) add(met, *frame.impacts);
        if (frame.proximities) add(near, *frame.proximities);
        any_impacts = any_impacts || frame.impacts;
        any_proximities = any_proximities || frame.proximities;
    }
    std::string text;
    if (any_impacts) text += fmt::format("impacts in all frames: {}\n", counts_in_words(met));
    if (any_proximities) text += fmt::format("clearance, in all frames: {}\n", counts_in_words(near));
    return text;
}

/// Of all questions that were asked.
std::string times(const CheckResult& result) {
    std::vector<double> build, update, find, nesting, depth;
    for (const CheckedFrame& frame : result.frames) {
        Stages all = frame.milliseconds;
        const auto add = [&](const Stages& more) {
            all.build += more.build;
            all.update += more.update;
            all.find += more.find;
        };
        if (frame.penetrations) add(frame.penetrations->milliseconds);
        if (frame.impacts) add(frame.impacts->milliseconds);
        if (frame.proximities) add(frame.proximities->milliseconds);
        build.push_back(all.build);
        update.push_back(all.update);
        find.push_back(all.find);
        nesting.push_back(frame.nesting_milliseconds);
        depth.push_back(frame.depth_milliseconds);
    }
    std::string method(name(result.frames.front().detector));
    if (result.frames.front().penetrations) method += ", and vertices in tetrahedra";
    if (result.frames.front().proximities) method += ", and clearance";
    if (result.frames.back().impacts) method += ", and impacts";
    const bool one = result.frames.size() == 1;
    std::string text =
        fmt::format("time: {}build {:.2f} ms{} update {:.2f} ms, find {:.2f} ms ({})", one ? "" : "first ", build[0],
                    one ? "," : "; median per frame:", median(update), median(find), method);
    if (result.asked.relations && result.bodies.size() > 1) text += fmt::format(", nesting {:.2f} ms", median(nesting));
    if (result.asked.depth) text += fmt::format(", depth {:.2f} ms", median(depth));
    return text + "\n";
}

}  // namespace

std::string check_as_text(const CheckResult& result, const Stage& stage, bool welded) {
    std::string text;
    for (const CheckedBody& body : result.bodies) text += describe(body);
    text += result.frames.size() == 1 ? found(result.frames[0]) + why_incomplete(result) + "\n" : worst_frames(result);
    const std::size_t changes = stage.changes_of_connectivity();
    if (changes > 0) text += fmt::format("connectivity changes in {}\n", counted(changes, "frame", "frames"));
    if (!result.worst_pairs.empty()) text += worst_regions(result, &stage);
    text += curves(result);
    text += relations(result) + undecided_relations(result);
    text += depths(result);
    if (result.asked.depth && nothing_to_measure(result)) text += "depth: none, since no two bodies meet\n";
    text += penetrations(result);
    text += impacts_in_words(result);
    text += proximities_in_words(result);
    if (result.asked.known) text += known_findings(result);
    text += all_set_aside(result);
    text += all_noted(result);
    if (!welded) text += weld_hint(result, stage);
    return text + times(result);
}

std::string merged_check_as_text(const CheckResult& result) {
    std::string text;
    for (const CheckedBody& body : result.bodies) text += describe(body);
    if (result.frames.empty()) return text + "no frames\n";
    text += worst_frames(result);
    if (!result.frames[result.worst].regions.empty()) text += worst_regions(result, nullptr);
    text += relations(result) + undecided_relations(result);
    text += penetrations(result);
    return text + features_of_all_frames(result) + all_set_aside(result) + all_noted(result);
}

}  // namespace pliant::cli
