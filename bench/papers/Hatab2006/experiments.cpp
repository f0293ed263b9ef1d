// The experiments of [Hatab2006, 6] on two balls with waves running over them: the threshold of the cut (figure 2),
// triangles removed at random until none is left (figure 4), and waves against a refitted tree of boxes (figures 5, 6).
#include <time.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <nlohmann/json.hpp>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include <pliant/scene.hpp>

#include "detect/gjk_cut/gjk_cut.hpp"
#include "frame/bodies.hpp"
#include "parallel/parallel.hpp"
#include "shapes/meshes.hpp"

namespace {

using namespace pliant;
using Json = nlohmann::ordered_json;
using Positions = std::vector<std::array<float, 3>>;

double processor_milliseconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

/// The fastest of some tries, in milliseconds of processor time.
template <class Work>
double fastest(int tries, const Work& work) {
    double best = std::numeric_limits<double>::infinity();
    for (int i = 0; i < tries; ++i) {
        const double before = processor_milliseconds();
        work();
        best = std::min(best, processor_milliseconds() - before);
    }
    return best;
}

/// Two balls of radius one.
struct Pair {
    shapes::Mesh ball;
    Positions a, b;

    explicit Pair(std::size_t triangles_each) {
        const double frequency = std::sqrt(static_cast<double>(triangles_each) / 20);
        ball = shapes::icosphere(static_cast<std::uint32_t>(std::lround(frequency)));
    }

    void show(double time, double apart) {
        a = waving(time, {0, 0, 0});
        b = waving(time + 1, {0.48 * apart, 0.64 * apart, 0.6 * apart});
    }

    [[nodiscard]] Positions waving(double time, const std::array<double, 3>& place) const {
        Positions out;
        for (const auto& p : ball.positions) {
            const double height =
                1 + 0.02 * std::sin(9 * p[0] + 4 * p[1] + time) + 0.02 * std::sin(7 * p[2] - 5 * p[0] + 2 * time);
            out.push_back({static_cast<float>(height * p[0] + place[0]), static_cast<float>(height * p[1] + place[1]),
                           static_cast<float>(height * p[2] + place[2])});
        }
        return out;
    }
};

/// Nearer and farther, as a hand would move them.
double apart_at(int step, int steps) { return 1.25 + 0.85 * std::cos(6.283 * step / steps); }

/// The cut is left out where the common range is more than some share of a list's own [Hatab2006, figure 2]. As in the
/// paper, lists are cut until a cut removes nothing, and are not sieved.
class CutThreshold : public gjk_cut::Probe {
public:
    explicit CutThreshold(double largest_share) : largest_share_(largest_share) {}

    [[nodiscard]] gjk_cut::Rules rules() const override {
        gjk_cut::Rules rules;
        rules.worthwhile = std::nextafter(1.0, 0.0);
        rules.pairs_worth_sieving = std::numeric_limits<std::size_t>::max();
        return rules;
    }
    [[nodiscard]] bool cuts(float common, float own) const override { return !(common > largest_share_ * own); }

private:
    double largest_share_;
};

/// Figure 2.
Json threshold_of_the_cut() {
    constexpr int steps = 24;
    Pair pair(13000);
    Json curves = Json::array();
    for (const double threshold : {0.4, 0.55, 0.7, 0.85, 1.0}) {
        parallel::Workers workers(1);
        frame::Bodies bodies;
        pair.show(0, 1);
        const BodyId a = bodies.add(pair.a, pair.ball.triangles), b = bodies.add(pair.b, pair.ball.triangles);
        const CutThreshold probe(threshold);
        gjk_cut::GjkCut detector;
        detector.use(probe);
        Json curve{{"threshold", threshold}, {"apart", Json::array()}, {"milliseconds", Json::array()}};
        for (int step = 0; step < steps; ++step) {
            pair.show(0.2 * step, apart_at(step, steps));
            bodies.move(a, pair.a);
            bodies.move(b, pair.b);
            bodies.update(workers);
            Answer<TrianglePair> answer;
            IntersectionOptions between;
            between.self = false;
            const double time = fastest(3, [&] {
                detector.update(bodies, workers, answer.report);
                detector.find({bodies, between, workers, answer.report}, answer);
            });
            curve["apart"].push_back(apart_at(step, steps));
            curve["milliseconds"].push_back(time);
            if (threshold == 1.0) curve["pairs"].push_back(answer.size());
        }
        curves.push_back(curve);
    }
    return curves;
}

/// Bodies that did not move would not be searched again: what is measured is the question, and reading.
double ask(Scene& scene, const Pair& pair, std::span<const BodyId> ids, std::size_t& pairs) {
    return fastest(3, [&] {
        scene.move(ids[0], pair.a);
        scene.move(ids[1], pair.b);
        pairs = scene.intersections({.method = IntersectionMethod::gjk_cut, .self = false}).size();
    });
}

/// Figure 4: two bodies at rest that share much, and lose triangles at random until none is left.
Json random_removal() {
    constexpr std::size_t steps = 60;
    Pair pair(13000);
    pair.show(0, 0.9);
    Scene scene({.threads = 1});
    const BodyId ids[] = {scene.add(SurfaceView{pair.a, pair.ball.triangles}),
                          scene.add(SurfaceView{pair.b, pair.ball.triangles})};
    std::vector<std::uint32_t> order(pair.ball.triangles.size());
    std::iota(order.begin(), order.end(), 0u);
    std::minstd_rand random(1);
    std::shuffle(order.begin(), order.end(), random);
    Json result;
    for (std::size_t step = 0; step <= steps; ++step) {
        std::size_t pairs = 0;
        const double time = ask(scene, pair, ids, pairs);
        const std::size_t gone = order.size() * step / steps, next = order.size() * (step + 1) / steps;
        result["left"].push_back(2 * (order.size() - gone));
        result["pairs"].push_back(pairs);
        result["milliseconds"].push_back(time);
        if (step == steps) break;
        for (const BodyId id : ids) scene.remove_triangles(id, std::span(order).subspan(gone, next - gone));
    }
    return result;
}

/// Figures 5 and 6: all triangles of both bodies move in every frame.
Json waves(std::size_t triangles_each) {
    constexpr int frames = 40;
    Pair pair(triangles_each);
    Scene scene({.threads = 1});
    pair.show(0, 1);
    const BodyId a = scene.add(SurfaceView{pair.a, pair.ball.triangles}),
                 b = scene.add(SurfaceView{pair.b, pair.ball.triangles});
    Json result{{"triangles_each", pair.ball.triangles.size()}};
    std::size_t pairs = 0;
    (void)scene.intersections({.method = IntersectionMethod::box_tree, .self = false});
    for (int frame = 0; frame < frames; ++frame) {
        pair.show(0.15 * frame, apart_at(frame, frames));
        const auto asked_anew = [&](IntersectionMethod method, bool self, bool between) {
            return fastest(3, [&] {
                scene.move(a, pair.a);
                scene.move(b, pair.b);
                pairs = scene.intersections({.method = method, .self = self, .between = between}).size();
            });
        };
        const double refit = asked_anew(IntersectionMethod::box_tree, false, false);
        const double tree = asked_anew(IntersectionMethod::box_tree, false, true);
        const double cuts = asked_anew(IntersectionMethod::gjk_cut, false, true);
        result["pairs"].push_back(pairs);
        result["gjk_cut"].push_back(cuts);
        result["box_tree_with_refit"].push_back(tree);
        result["box_tree_without_refit"].push_back(std::max(0.0, tree - refit));
    }
    return result;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "usage: pliant_bench_hatab2006 FILE.json\n");
        return 2;
    }
    const Json all{{"threshold", threshold_of_the_cut()},
                   {"removal", random_removal()},
                   {"waves", Json::array({waves(1500), waves(13000)})}};
    std::FILE* file = std::fopen(argv[1], "w");
    if (file == nullptr) return 2;
    std::fprintf(file, "%s\n", all.dump(1).c_str());
    return std::fclose(file) == 0 ? 0 : 2;
}
