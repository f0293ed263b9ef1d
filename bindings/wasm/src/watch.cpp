// Detectors at work, as the page draws them: what their probes are told of one search.
#include <algorithm>
#include <array>

#include "detect/gjk_cut/gjk_cut.hpp"
#include "detect/regularity/regularity.hpp"
#include "module.hpp"
#include "module_scene.hpp"

using namespace pliant;
using pliant::wasm::ModuleScene;
using pliant::wasm::Reply;

namespace {

/// All bodies of a scene, read for a detector that is used on its own.
struct Watched {
    parallel::Workers workers{1};
    frame::Bodies bodies;
    std::vector<BodyId> ids;  // in the scene, by place
    Answer<TrianglePair> answer;

    explicit Watched(ModuleScene& module) {
        for (const auto& [id, coordinates] : module.positions) {
            const auto triangles = module.scene.triangles(BodyId(id));
            bodies.add(coordinates.points(), {triangles.begin(), triangles.end()});
            ids.push_back(BodyId(id));
        }
        bodies.update(workers);
    }

    template <class Detector>
    void search(Detector& detector, const IntersectionOptions& options = {}) {
        detector.update(bodies, workers, answer.report);
        detector.find({bodies, options, workers, answer.report}, answer);
    }

    /// Body of the scene and triangle of it.
    [[nodiscard]] std::array<std::uint32_t, 2> reference(std::uint32_t triangle) const {
        const std::uint32_t body = bodies.body_index(triangle);
        return {std::uint32_t(ids[body]), triangle - bodies.all()[body].first_triangle};
    }
};

template <class Number>
void write(Reply& reply, std::string_view name, const std::vector<Number>& numbers) {
    std::copy(numbers.begin(), numbers.end(), reply.column<Number>(name, numbers.size()).begin());
}

struct ContourTests final : regularity::SearchProbe {
    struct Test {
        regularity::Visit visit;
        bool proven;
    };
    std::vector<Test> tests;
    std::vector<broad_phase::Pair> compared;

    void tested(regularity::Visit visit, bool proven) override { tests.push_back({visit, proven}); }
    void left(std::span<const broad_phase::Pair> pairs) override { compared.assign(pairs.begin(), pairs.end()); }
};

/// Contour tests as columns: of each whether it was a proof, and where its triangles, points and loops end.
struct ContourColumns {
    const Watched& watched;
    const regularity::Regularity& detector;
    std::vector<std::uint32_t> tests{}, triangles{}, loops{};
    std::vector<double> points{};

    void add_leaf(std::uint32_t leaf, std::vector<std::uint32_t>& to) const {
        for (const std::uint32_t triangle : detector.leaves().blocks.triangles(leaf)) {
            const auto reference = watched.reference(triangle);
            to.insert(to.end(), reference.begin(), reference.end());
        }
    }
    void add_region(std::uint32_t number) {
        const regularity::Region& region = detector.regions().hierarchy.regions[number];
        for (std::uint32_t leaf = region.first_leaf; leaf < region.last_leaf; ++leaf) add_leaf(leaf, triangles);
    }
    void add(const ContourTests::Test& test) {
        const regularity::Visit& visit = test.visit;
        const regularity::Contours& contours = detector.regions().contours;
        const bool one = visit.a() == visit.b();
        const regularity::ContourLoops contour =
            one ? contours.loops(visit.a()) : contours.loop_around(visit.neighbours());
        const auto first = std::uint32_t(points.size() / 3);
        for (const std::uint32_t vertex : contour.vertices) {
            const Vec3 p = watched.bodies.position(vertex);
            points.insert(points.end(), {p.x, p.y, p.z});
        }
        for (const std::uint32_t end : contour.ends) loops.push_back(first + end);
        if (test.proven) {
            add_region(visit.a());
            if (!one) add_region(visit.b());
        }
        tests.insert(tests.end(),
                     {test.proven ? 1u : 0u, std::uint32_t(triangles.size() / 2), std::uint32_t(loops.size())});
    }
};

/// Remembers one cut of a search and counts all.
class OneCut final : public gjk_cut::Probe {
public:
    OneCut(const Watched& watched, std::size_t wanted) : watched_(watched), wanted_(wanted) {}
    [[nodiscard]] gjk_cut::Rules rules() const override { return {}; }
    [[nodiscard]] bool cuts(float, float) const override { return true; }
    void was_cut(const gjk_cut::CutLists& cut) const override {
        if (count++ != wanted_) return;
        by = cut.by;
        direction = cut.direction;
        before = {cut.before_a, cut.before_b};
        read(cut.a, of_a);
        read(cut.b, of_b);
    }

    mutable std::size_t count = 0;
    mutable gjk_cut::CutBy by = gjk_cut::CutBy::direction;
    mutable gjk_cut::Direction direction{};
    mutable std::array<std::size_t, 2> before{};
    mutable std::vector<std::uint32_t> of_a, of_b;  // body and triangle

private:
    void read(const gjk_cut::TriangleList& list, std::vector<std::uint32_t>& to) const {
        for (std::size_t i = 0; i < list.count; ++i) {
            const auto reference = watched_.reference(list.number[i]);
            to.insert(to.end(), reference.begin(), reference.end());
        }
    }

    const Watched& watched_;
    std::size_t wanted_;
};

template <class Call>
const char* answered(ModuleScene& module, const Call& call) {
    return wasm::guarded<const char*>(nullptr, [&] {
        module.reply.clear();
        call(module.reply);
        return module.reply.finish();
    });
}

}  // namespace

/// regularity: every contour test of a search, and the triangles that are compared one by one in the end.
PLIANT_MODULE_FUNCTION const char* pliant_watch_contours(ModuleScene* module) {
    return answered(*module, [&](Reply& reply) {
        Watched watched(*module);
        regularity::Regularity detector;
        ContourTests probe;
        detector.use(&probe);
        watched.search(detector);
        ContourColumns columns{watched, detector};
        for (const ContourTests::Test& test : probe.tests) columns.add(test);
        std::vector<std::uint32_t> leaves, compared;
        for (const broad_phase::Pair& pair : probe.compared) leaves.insert(leaves.end(), {pair.a, pair.b});
        std::sort(leaves.begin(), leaves.end());
        leaves.erase(std::unique(leaves.begin(), leaves.end()), leaves.end());
        for (const std::uint32_t leaf : leaves) columns.add_leaf(leaf, compared);
        write(reply, "tests", columns.tests);
        write(reply, "triangles", columns.triangles);
        write(reply, "points", columns.points);
        write(reply, "loops", columns.loops);
        write(reply, "compared", compared);
        reply.value("pairs", double(watched.answer.size()));
        reply.report(watched.answer.report);
    });
}

/// gjk_cut between bodies, within one where it is alone: one cut of a search, and how many there are. `share`: how far
/// on, 0 to 1.
PLIANT_MODULE_FUNCTION const char* pliant_watch_cuts(ModuleScene* module, double share) {
    return answered(*module, [&](Reply& reply) {
        Watched watched(*module);
        const auto search = [&](std::size_t wanted) {
            OneCut probe(watched, wanted);
            gjk_cut::GjkCut detector;
            detector.use(probe);
            watched.answer = {};
            watched.search(detector, {.self = watched.ids.size() == 1});
            return probe;
        };
        const std::size_t count = search(0).count;
        const std::size_t wanted = count == 0 ? 0 : std::size_t(share * double(count - 1) + 0.5);
        const OneCut cut = search(wanted);
        constexpr std::array<std::string_view, 3> kinds{"direction", "cells", "box"};
        reply.value("step", double(count == 0 ? 0 : wanted + 1));
        reply.value("count", double(count));
        reply.value("by", kinds[std::size_t(cut.by)]);
        reply.values("direction", std::array{double(cut.direction[0]), double(cut.direction[1]), double(cut.direction[2])});
        reply.values("before", std::array{double(cut.before[0]), double(cut.before[1])});
        write(reply, "ofA", cut.of_a);
        write(reply, "ofB", cut.of_b);
        reply.value("pairs", double(watched.answer.size()));
        reply.report(watched.answer.report);
    });
}
