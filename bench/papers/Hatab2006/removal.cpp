#include <numeric>
#include <random>

#include <pliant/scene.hpp>

#include "picture/palette.hpp"
#include "picture/picture.hpp"
#include "waving_pair.hpp"

namespace pliant::hatab2006 {

namespace {

/// Two bodies at rest that share much. Triangles go and come by number, those of both at once.
class RestingPair {
public:
    explicit RestingPair(const shapes::Mesh& body) : pair_(body) {
        pair_.show(0, 0.35);
        for (std::size_t i = 0; i < 2; ++i)
            ids_[i] = scene_.add(SurfaceView{i == 0 ? pair_.a : pair_.b, pair_.triangles()});
    }

    /// Bodies that did not move would not be searched again: what is measured is the question, and reading.
    double ask(std::size_t& pairs) {
        return fastest(3, [&] {
            scene_.move(ids_[0], pair_.a);
            scene_.move(ids_[1], pair_.b);
            pairs = scene_.intersections({.method = IntersectionMethod::gjk_cut, .self = false}).size();
        });
    }
    double remove(std::span<const std::uint32_t> numbers) {
        return fastest(1, [&] {
            for (const BodyId id : ids_) scene_.remove_triangles(id, numbers);
        });
    }
    double insert(std::span<const Triangle> triangles) {
        return fastest(1, [&] {
            for (const BodyId id : ids_) scene_.insert_triangles(id, triangles);
        });
    }
    [[nodiscard]] picture::Image draw() const;

private:
    WavingPair pair_;
    Scene scene_{SceneOptions{1}};
    std::array<BodyId, 2> ids_{};
};

/// What is left of both, with what intersects in red.
picture::Image RestingPair::draw() const {
    Scene own({.threads = 1});
    std::array<std::vector<std::array<double, 3>>, 2> positions;
    std::array<std::vector<Triangle>, 2> triangles;
    std::array<std::vector<picture::Colour>, 2> colours;
    std::array<std::vector<std::uint8_t>, 2> hits;
    for (std::size_t i = 0; i < 2; ++i) {
        for (const auto& p : i == 0 ? pair_.a : pair_.b) positions[i].push_back({p[0], p[1], p[2]});
        for (const Triangle& t : scene_.triangles(ids_[i])) {
            if (t[0] < positions[i].size()) triangles[i].push_back(t);
        }
        colours[i].assign(triangles[i].size(), picture::body_colour(i));
        hits[i].assign(triangles[i].size(), 0);
        own.add(SurfaceView{positions[i], triangles[i]});
    }
    for (const TrianglePair& p : own.intersections({.self = false})) {
        for (const TriangleRef& t : {p.a, p.b}) {
            const auto body = static_cast<std::size_t>(t.body);
            colours[body][t.triangle] = picture::colour_of(p.kind);
            hits[body][t.triangle] = 1;
        }
    }
    std::vector<picture::Drawable> drawables;
    for (std::size_t i = 0; i < 2; ++i)
        drawables.push_back({positions[i], triangles[i], colours[i], 1, false, hits[i]});
    picture::PictureOptions options;
    options.width = 480;
    options.height = 400;
    options.ground_shadow = false;
    options.camera.from = {0.9, -1.0, 0.4};
    options.camera.up = picture::Up::y;
    return picture::draw(drawables, options);
}

void write_step(Json& result, std::size_t left, double ask, std::size_t pairs, double change, std::size_t changed) {
    result["left"].push_back(left);
    result["pairs"].push_back(pairs);
    result["milliseconds"].push_back(ask);
    result["microseconds_per_change"].push_back(changed == 0 ? 0 : 1e3 * change / static_cast<double>(changed));
}

}  // namespace

/// Triangles leave at random until none is left, and come back in the same order: those that come are new to the scene,
/// which gives them the numbers that are free.
Json random_removal(Experiment& experiment) {
    const shapes::Mesh body = experiment.body("bull_12k.off", ball(13000));
    const std::size_t steps = experiment.quick ? 8 : 60;
    RestingPair pair(body);
    std::vector<std::uint32_t> order(body.triangles.size());
    std::iota(order.begin(), order.end(), 0u);
    std::minstd_rand random(1);
    std::shuffle(order.begin(), order.end(), random);
    Json removed, added;
    std::vector<picture::Image> instances;  // four, as in figure 3
    double change = 0;
    std::size_t changed = 0, pairs = 0;
    for (std::size_t step = 0; step <= steps; ++step) {
        const std::size_t gone = order.size() * step / steps, next = order.size() * (step + 1) / steps;
        const double time = pair.ask(pairs);
        write_step(removed, 2 * (order.size() - gone), time, pairs, change, changed);
        if (4 * step % steps == 0 && step < steps) instances.push_back(pair.draw());
        if (step == steps) break;
        change = pair.remove(std::span(order).subspan(gone, next - gone));
        changed = 2 * (next - gone);
    }
    bench::write_together(experiment.out / "hatab2006_instances.png", instances, 2);
    changed = 0;
    for (std::size_t step = 0; step <= steps; ++step) {
        const std::size_t there = order.size() * step / steps, next = order.size() * (step + 1) / steps;
        const double time = pair.ask(pairs);
        write_step(added, 2 * there, time, pairs, change, changed);
        if (step == steps) break;
        std::vector<Triangle> coming;
        for (std::size_t i = there; i < next; ++i) coming.push_back(body.triangles[order[i]]);
        change = pair.insert(coming);
        changed = 2 * coming.size();
    }
    return {{"removed", removed}, {"added", added}};
}

}  // namespace pliant::hatab2006
