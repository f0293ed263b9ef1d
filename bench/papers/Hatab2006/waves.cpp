#include <stdexcept>

#include <pliant/scene.hpp>

#include "as_printed.hpp"
#include "plain_tree.hpp"
#include "waving_pair.hpp"

namespace pliant::hatab2006 {

namespace {

/// Everyone who takes part in figures 5 and 6, on the same frames.
class Race {
public:
    explicit Race(const WavingPair& pair)
        : pair_(pair), printed_(&rules_), tree_a_(pair.a, pair.triangles()), tree_b_(pair.b, pair.triangles()) {
        for (std::size_t i = 0; i < 2; ++i) {
            const SurfaceView view{i == 0 ? pair.a : pair.b, pair.triangles()};
            ids_[i] = scene_.add(view);
            bodies_.add(view.positions, pair.triangles());
        }
        ours(IntersectionMethod::box_tree, true);
    }

    void frame(Json& result) {
        const double refit = ours(IntersectionMethod::box_tree, false);
        add(result, "box_tree_with_refit", ours(IntersectionMethod::box_tree, true));
        const double tree = result["box_tree_with_refit"].back();
        result["box_tree_without_refit"].push_back(std::max(0.0, tree - refit));
        add(result, "gjk_cut", ours(IntersectionMethod::gjk_cut, true));
        add(result, "as_printed", fastest(3, [&] { find_as_printed(); }));
        const double refitted = fastest(3, [&] { refit_plain(); });
        const double searched = fastest(3, [&] { pairs_ = PlainTree::count_pairs(tree_a_, tree_b_); });
        result["plain_tree_without_refit"].push_back(searched);
        add(result, "plain_tree_with_refit", searched + refitted);
        result["pairs"].push_back(pairs_);
    }

private:
    /// All found the same number of pairs, or the race is off.
    void add(Json& result, const char* name, double milliseconds) {
        const auto expected = scene_.intersections({.method = IntersectionMethod::box_tree, .self = false}).size();
        if (pairs_ != expected) throw std::runtime_error(std::string(name) + " found other pairs");
        result[name].push_back(milliseconds);
    }

    double ours(IntersectionMethod method, bool between) {
        return fastest(3, [&] {
            scene_.move(ids_[0], pair_.a);
            scene_.move(ids_[1], pair_.b);
            pairs_ = scene_.intersections({.method = method, .self = false, .between = between}).size();
        });
    }

    void find_as_printed() {
        bodies_.move(BodyId{0}, pair_.a);
        bodies_.move(BodyId{1}, pair_.b);
        bodies_.update(workers_);
        pairs_ = printed_.find(bodies_, workers_).size();
    }

    void refit_plain() {
        tree_a_.refit(pair_.a);
        tree_b_.refit(pair_.b);
    }

    const WavingPair& pair_;
    Scene scene_{SceneOptions{1}};
    std::array<BodyId, 2> ids_{};
    parallel::Workers workers_{1};
    frame::Bodies bodies_;
    AsPrinted rules_;
    Detection printed_;
    PlainTree tree_a_, tree_b_;
    std::size_t pairs_ = 0;
};

}  // namespace

/// All triangles of both bodies move in every frame.
Json waves(std::size_t triangles, Experiment& experiment) {
    const int frames = experiment.quick ? 6 : 40;
    WavingPair pair(triangles > 10000 ? experiment.body("bull_12k.off", ball(triangles)) : ball(triangles));
    pair.show(0, 1);
    Json result{{"triangles_each", pair.triangles().size()}};
    Race race(pair);
    for (int frame = 0; frame < frames; ++frame) {
        pair.show(0.15 * frame, apart_at(frame, frames));
        race.frame(result);
    }
    return result;
}

}  // namespace pliant::hatab2006
