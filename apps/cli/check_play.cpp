#include "check_play.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <numeric>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "geometry/meeting_point.hpp"
#include "not_read.hpp"
#include "surfaces/surface_borders.hpp"
#include "terminal.hpp"

namespace pliant::cli {
namespace {

void note_flaws(std::vector<CheckedBody>& bodies, std::span<const Flaw> flaws,
                std::vector<Flaw> CheckedBody::*into = &CheckedBody::set_aside) {
    for (const Flaw& flaw : flaws) {
        auto& known = bodies[std::size_t(flaw.body)].*into;
        const auto place = std::lower_bound(known.begin(), known.end(), flaw);
        if (place == known.end() || *place != flaw) known.insert(place, flaw);
    }
}

template <class Work>
double milliseconds_of(Work work) {
    const auto before = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - before).count();
}

/// One frame, question by question.
class FrameCheck {
public:
    FrameCheck(Stage& stage, const CheckQuestions& questions, const Known& known, FoundSoFar* found,
               CheckResult& result)
        : stage_(stage), questions_(questions), known_(known), found_(found), result_(result) {}

    void intersect(CheckedFrame& frame, Progress& progress) {
        IntersectionOptions asked = questions_.intersections;
        if (progress.told()) {
            asked.watch = [&](const pliant::Progress& so_far) {
                progress.say(
                    fmt::format("{:.0f} %, {} so far", 100 * so_far.done, counted(so_far.pairs, "pair", "pairs")));
                return true;
            };
        }
        const auto& answer = stage_.scene().intersections(asked);
        pairs_ = answer.items;
        gather(std::span<const TrianglePair>(pairs_));
        frame.tally = tally(pairs_);
        const auto& by_kind = answer.report.counters.pairs;
        frame.counted =
            std::max<std::uint64_t>(frame.tally.pairs, std::accumulate(by_kind.begin(), by_kind.end(), 0ULL));
        frame.detector = answer.report.detector;
        frame.milliseconds = answer.report.milliseconds;
        frame.counters = answer.report.counters;
        take(answer.report, frame);
        const std::vector<char> flags = known_.flags(pairs_);
        frame.known_pairs = std::size_t(std::count(flags.begin(), flags.end(), 1));
        frame.regions = regions_of(pairs_, shown_bodies(stage_), flags);
        if (questions_.keep_pairs) frame.pairs = pairs_;
        if (questions_.keep_pairs) frame.polygons = polygons();
        if (questions_.positions) {
            for (const TrianglePair& pair : pairs_) frame.positions.push_back(position(pair));
        }
    }

    /// Along which the pairs of the frame lie.
    void chain(CheckedFrame& frame) {
        if (!questions_.curves) return;
        CurveOptions options;
        options.pairs = pairs_;
        curves_ = stage_.scene().curves(options);
        frame.curves = CheckedCurves{curves_.items};
        features_.take(curves_);
    }

    /// Which bodies are inside others, or coincide.
    void relate(CheckedFrame& frame) {
        if (!questions_.relations || !questions_.intersections.between || result_.bodies.size() < 2) return;
        RelationOptions options;
        const std::optional<std::vector<TrianglePair>> between = all_between(frame);
        frame.nesting_unknown = !between;
        if (!between) return;
        options.pairs = *between;
        const std::vector<BodyRelation> relations = stage_.scene().relations(options).items;
        gather(std::span<const BodyRelation>(relations));
        for (const BodyRelation& relation : relations) {
            if (relation.kind == RelationKind::undecided) {
                frame.undecided.push_back(relation);
                frame.all_examined = false;
                continue;
            }
            CheckedRelation& checked = frame.relations.emplace_back();
            checked.relation = relation;
            checked.known = known_.has(relation);
            if (!has_volume(relation.a) || !has_volume(relation.b)) continue;
            const Overlap& shared = stage_.scene().overlap(relation.a, relation.b);
            checked.volume = shared.volume;
            checked.error = shared.error;
        }
    }

    /// How deep closed surfaces that meet are in each other.
    void measure_depths(CheckedFrame& frame) {
        ways_out_.clear();
        if (!questions_.depth) return;
        std::set<std::pair<BodyId, BodyId>> meeting;
        for (const CheckedRegion& region : frame.regions) meeting.emplace(region.a, region.b);
        for (const CheckedRelation& r : frame.relations)
            meeting.emplace(std::min(r.relation.a, r.relation.b), std::max(r.relation.a, r.relation.b));
        OverlapOptions options;
        options.depths = true;
        for (const auto& [a, b] : meeting) {
            if (a == b) continue;
            CheckedDepth& depth =
                frame.depths.emplace_back(CheckedDepth{a, b, has_volume(a) && has_volume(b), 0, 0, {}});
            if (!depth.measured) continue;
            const Overlap& shared = stage_.scene().overlap(a, b, options);
            depth.volume = shared.volume;
            depth.error = shared.error;
            for (const VertexPenetration& p : shared.penetrations) {
                ways_out_.push_back({p.body == a ? b : a, p});
                if (!depth.deepest || p.depth > depth.deepest->depth) depth.deepest = p;
            }
        }
    }

    /// Vertices inside tetrahedra, where there are any.
    void penetrate(CheckedFrame& frame) {
        const auto& bodies = result_.bodies;
        if (std::none_of(bodies.begin(), bodies.end(), [](const CheckedBody& b) { return b.tetrahedra > 0; })) return;
        const Penetrations& answer = stage_.scene().penetrations(questions_.penetrations);
        frame.penetrations = describe(answer);
        penetrations_ = answer.items;
        gather(std::span(answer.items));
        gather(std::span(answer.edges));
        take(answer.report, frame);
        note_flaws(result_.bodies, answer.report.noted, &CheckedBody::noted);
    }

    /// The stage shows the frame before the first one.
    void start_motion() {
        stage_.scene().start_step();
        moving_ = true;
    }

    /// What meets on the way from the frame before; none where that has another connectivity.
    void move(CheckedFrame& frame, bool same_connectivity) {
        if (!questions_.impacts) return;
        const bool first = !moving_;
        moving_ = true;
        features_.take(Impacts());
        frame.motion_unknown = !first && !same_connectivity;
        if (frame.motion_unknown) frame.all_examined = false;
        if (!first && same_connectivity) {
            const Impacts& answer = stage_.scene().impacts(*questions_.impacts);
            frame.impacts = cli::describe(answer, questions_.keep_pairs);
            features_.take(answer);
            for (const FeatureImpact& found : answer) frame.impacts->known += known_.impacts().has(found);
            gather(std::span(answer.items));
            take(answer.report, frame);
        }
        stage_.scene().start_step();
    }

    /// What is as near as the clearance.
    void measure_clearance(CheckedFrame& frame) {
        if (!questions_.proximities) return;
        const Proximities& answer = stage_.scene().proximities(*questions_.proximities);
        frame.proximities = cli::describe(answer, questions_.clearance, questions_.keep_pairs);
        features_.take(answer, questions_.clearance.distance);
        for (const Proximity& found : answer) frame.proximities->known += known_.proximities().has(found);
        gather(std::span(answer.items));
        take(answer.report, frame);
    }

    [[nodiscard]] const std::vector<TrianglePair>& pairs() const { return pairs_; }
    [[nodiscard]] ShownFrame shown(std::size_t place) const {
        ShownFrame result{place, pairs_, penetrations_, {}, features_};
        for (const WatchedWayOut& way : ways_out_) result.ways_out.push_back(way.penetration);
        return result;
    }
    [[nodiscard]] WatchedFrame watched(const CheckedFrame& frame) const {
        return {frame, pairs_, penetrations_, ways_out_, features_};
    }
    [[nodiscard]] const Curves& curves() const { return curves_; }

private:
    [[nodiscard]] bool has_volume(BodyId body) const {
        const CheckedBody& checked = result_.bodies[std::size_t(body)];
        return checked.oriented;
    }

    template <class Item>
    void gather(std::span<const Item> items) {
        if (found_ != nullptr) found_->add(items);
    }

    /// The pairs of two bodies, whatever limit there was on those to be listed; none where they do not fit in memory.
    std::optional<std::vector<TrianglePair>> all_between(const CheckedFrame& frame) {
        if (frame.stopped_by == Limit::none) return pairs_;
        IntersectionOptions between = questions_.intersections;
        between.method = IntersectionMethod::box_tree;
        between.self = false;
        between.budget.pairs.reset();
        const auto& answer = stage_.scene().intersections(between);
        if (!answer.report.complete) return {};
        return answer.items;
    }

    /// How a search ended.
    void take(const Report& report, CheckedFrame& frame) {
        frame.complete = frame.complete && report.complete;
        frame.all_examined = frame.all_examined && report.all_examined() && !surfaces_not_read();
        if (frame.stopped_by == Limit::none) frame.stopped_by = report.stopped_by;
        frame.any_left_out = frame.any_left_out || report.anything_left_out();
        note_flaws(result_.bodies, report.set_aside);
    }

    [[nodiscard]] Position position(const TrianglePair& pair) const {
        const auto corners = [&](const TriangleRef& side) {
            const Triangle& t = stage_.triangles(std::size_t(side.body))[side.triangle];
            const auto& p = stage_.sources()[std::size_t(side.body)].positions;
            return std::array{p[t[0]], p[t[1]], p[t[2]]};
        };
        return geometry::meeting_point(corners(pair.a), corners(pair.b));
    }

    /// Now, since another frame may have other polygons. Empty where all are triangles.
    [[nodiscard]] std::vector<std::array<std::uint32_t, 2>> polygons() const {
        const auto sources = stage_.sources();
        std::vector<std::array<std::uint32_t, 2>> result;
        const auto cut = [](const Source& source) { return !source.mesh().polygon_of_triangle.empty(); };
        if (std::none_of(sources.begin(), sources.end(), cut)) return result;
        const auto polygon = [&](const TriangleRef& side) {
            return sources[std::size_t(side.body)].polygon(side.triangle);
        };
        for (const TrianglePair& pair : pairs_) result.push_back({polygon(pair.a), polygon(pair.b)});
        return result;
    }

    [[nodiscard]] CheckedPenetrations describe(const Penetrations& answer) const {
        CheckedPenetrations result;
        for (const Penetration& p : answer) {
            ++(p.kind == PenetrationKind::inside ? result.inside : result.on_boundary);
            result.known += known_.has(p);
            if (questions_.penetrations.depth && (!result.deepest || p.depth > result.deepest->depth))
                result.deepest = p;
        }
        if (questions_.penetrations.edges) result.edges = answer.edges.size();
        for (const EdgePenetration& e : answer.edges) result.known_edges += known_.has(e);
        result.milliseconds = answer.report.milliseconds;
        if (questions_.keep_pairs) result.list = answer.items;
        if (questions_.keep_pairs) result.edges_list = answer.edges;
        return result;
    }

    Stage& stage_;
    const CheckQuestions& questions_;
    const Known& known_;
    FoundSoFar* found_;  // where all is gathered
    CheckResult& result_;
    bool moving_ = false;  // a frame was shown before
    std::vector<TrianglePair> pairs_;
    std::vector<Penetration> penetrations_;
    std::vector<WatchedWayOut> ways_out_;
    Curves curves_;
    DrawnFeatures features_;
};

/// Triangles that meet matter most, then what meets on the way, then what is near.
std::array<std::size_t, 5> severity(const CheckedFrame& frame) {
    const auto [first, second, third] = severity(frame.tally);
    return {first, second, third, frame.impacts ? frame.impacts->number() : 0,
            frame.proximities ? frame.proximities->number() : 0};
}

}  // namespace

bool CheckedFrame::found_anything() const {
    const bool inside =
        penetrations && penetrations->inside + penetrations->on_boundary + penetrations->edges.value_or(0) > 0;
    const bool near = proximities && proximities->number() > 0, met = impacts && impacts->number() > 0;
    return tally.pairs > 0 || !relations.empty() || inside || near || met;
}

bool CheckedFrame::found_news() const {
    if (counted > known_pairs || (impacts && impacts->any_new())) return true;
    if (std::any_of(relations.begin(), relations.end(), [](const CheckedRelation& r) { return !r.known; })) return true;
    if (proximities && proximities->any_new()) return true;
    if (!penetrations) return false;
    const CheckedPenetrations& p = *penetrations;
    return p.inside + p.on_boundary > p.known || p.edges.value_or(0) > p.known_edges;
}

bool CheckResult::clean() const {
    return std::none_of(frames.begin(), frames.end(), [](const CheckedFrame& f) { return f.found_anything(); });
}

bool CheckResult::found_news() const {
    return std::any_of(frames.begin(), frames.end(), [](const CheckedFrame& f) { return f.found_news(); });
}

bool CheckResult::all_examined() const {
    return std::all_of(frames.begin(), frames.end(), [](const CheckedFrame& f) { return f.all_examined; });
}

std::vector<CheckedBody> describe_bodies(const Stage& stage) {
    std::vector<CheckedBody> bodies;
    for (std::size_t i = 0; i < stage.sources().size(); ++i) {
        const io::Mesh& mesh = stage.sources()[i].mesh();
        CheckedBody& body = bodies.emplace_back();
        body.name = stage.sources()[i].name;
        body.vertices = mesh.positions.size();
        body.triangles = stage.triangles(i).size();
        body.tetrahedra = mesh.tetrahedra.size();
        body.polygons = mesh.polygon_of_triangle.empty() ? 0 : mesh.polygons;
        const mesh::EdgeUse use = mesh::edge_use(body.vertices, stage.triangles(i));
        body.closed = use.closed;
        body.manifold = use.manifold;
        body.oriented = use.closed && surfaces::closed_by_numbers(stage.triangles(i));
    }
    return bodies;
}

CheckResult play(Stage& stage, const FrameList& list, const CheckQuestions& questions, const Known& known,
                 FoundSoFar* found, const FrameWatcher& watch) {
    CheckResult result;
    result.asked = questions;
    result.bodies = describe_bodies(stage);
    FrameCheck check(stage, questions, known, found, result);
    if (list.start) {
        stage.show(*list.start);
        check.start_motion();
    }
    std::size_t changes = stage.changes_of_connectivity();
    const std::size_t frames = list.frames.size();
    Progress progress("checking", frames);
    for (std::size_t i = 0; i < frames; ++i) {
        const std::size_t number = list.frames[i];
        stage.show(number, i + 1 < frames ? std::optional(list.frames[i + 1]) : std::nullopt);
        CheckedFrame frame;
        frame.frame = number;
        frame.name = stage.frame_name(number);
        check.intersect(frame, progress);
        check.chain(frame);
        frame.nesting_milliseconds = milliseconds_of([&] { check.relate(frame); });
        frame.depth_milliseconds = milliseconds_of([&] { check.measure_depths(frame); });
        check.penetrate(frame);
        check.move(frame, stage.changes_of_connectivity() == changes);
        changes = stage.changes_of_connectivity();
        check.measure_clearance(frame);
        if (watch) watch(check.watched(frame));
        const bool worst = result.frames.empty() || severity(frame) > severity(result.frames[result.worst]);
        if (worst) {
            result.worst = result.frames.size();
            result.worst_pairs = check.pairs();
            result.worst_curves = check.curves();
        }
        if (questions.shown_frame ? number == *questions.shown_frame : worst)
            result.shown = check.shown(result.frames.size());
        result.frames.push_back(std::move(frame));
        progress.advance();
    }
    return result;
}

}  // namespace pliant::cli
