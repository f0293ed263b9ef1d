// pliant_bench_stall: a thousand frames of `automatic` beside box_tree alone, frame by frame: does any of them stall?
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include <pliant/scene.hpp>

#include "peers/film.hpp"
#include "peers/statistics.hpp"

namespace {

using namespace pliant;
using namespace pliant::bench;
using Json = nlohmann::ordered_json;

struct Choice {
    std::vector<std::string> scenes{"waving_cloth:100000", "draped_cloth:100000", "two_knots:100000",
                                    "pulsating_sphere:327680"};
    std::size_t frames = 1000, poses = 20;
    std::string json;
};

Choice read(CLI::App& app, int argc, char** argv) {
    Choice choice;
    app.add_option("--scene", choice.scenes, "NAME or NAME:TRIANGLES; several");
    app.add_option("--frames", choice.frames, "frames that are played")->check(CLI::Range(8, 100000));
    app.add_option("--poses", choice.poses, "different ones of these")->check(CLI::PositiveNumber);
    app.add_option("--json", choice.json, "write the results to this file");
    app.parse(argc, argv);
    return choice;
}

/// A small body that comes after half of the frames and goes after three quarters.
struct Visitor {
    std::array<std::array<float, 3>, 4> corners;
    std::array<Triangle, 4> triangles{{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}}};
    std::size_t comes, goes;

    Visitor(const Film& film, std::size_t frames) : comes(frames / 2), goes(3 * frames / 4) {
        const float* at = film.frames[0].data();
        corners.fill({at[0], at[1], at[2]});
        for (std::size_t axis = 0; axis < 3; ++axis) corners[axis + 1][axis] += 0.01f;
    }
};

/// One way to ask, in a scene of its own.
class Lane {
public:
    Lane(const Film& film, const Visitor& visitor, IntersectionMethod method) : film_(film), visitor_(visitor) {
        options_.method = method;
        for (const Film::Body& body : film.bodies) {
            bodies_.push_back(scene_.add(SurfaceView{film.points(0, body), film.own_triangles(body)}));
        }
    }

    /// Milliseconds of a frame.
    double play(std::size_t frame) {
        Stopwatch watch;
        if (frame == visitor_.comes) id_ = scene_.add(SurfaceView{visitor_.corners, visitor_.triangles});
        if (frame == visitor_.goes) scene_.remove(id_);
        for (std::size_t b = 0; b < bodies_.size(); ++b) {
            scene_.move(bodies_[b], film_.points(frame % film_.frames.size(), film_.bodies[b]));
        }
        answer_ = &scene_.intersections(options_);
        return watch.lap().processor;
    }

    [[nodiscard]] const Answer<TrianglePair>& answer() const { return *answer_; }

private:
    const Film& film_;
    const Visitor& visitor_;
    Scene scene_{{.threads = 1}};
    IntersectionOptions options_;
    std::vector<BodyId> bodies_;
    BodyId id_{};
    const Answer<TrianglePair>* answer_ = nullptr;
};

Json measure(const std::string& scene, const Choice& choice) {
    const Film film = play(std::string_view(scene), choice.poses);
    const Visitor visitor(film, choice.frames);
    Lane automatic(film, visitor, IntersectionMethod::automatic), tree(film, visitor, IntersectionMethod::box_tree);
    automatic.play(0);
    tree.play(0);
    std::vector<double> ratios, times, tree_times;
    std::size_t by_regularity = 0, worst_frame = 0;
    for (std::size_t frame = 1; frame < choice.frames; ++frame) {
        times.push_back(automatic.play(frame));
        tree_times.push_back(tree.play(frame));
        if (automatic.answer().items != tree.answer().items) throw std::runtime_error("answers differ in " + scene);
        by_regularity += automatic.answer().report.detector == Detector::regularity ? 1 : 0;
        ratios.push_back(times.back() / tree_times.back());
        if (ratios.back() > ratios[worst_frame]) worst_frame = ratios.size() - 1;
    }
    const auto share = [&](double limit) {
        return static_cast<double>(std::count_if(ratios.begin(), ratios.end(), [&](double r) { return r <= limit; })) /
               static_cast<double>(ratios.size());
    };
    const Json row{{"scene", film.name},
                   {"triangles", film.triangles.size()},
                   {"frames", choice.frames},
                   {"automatic", median(times)},
                   {"box_tree", median(tree_times)},
                   {"of 99 %", quantile(ratios, 0.99)},
                   {"worst", ratios[worst_frame]},
                   {"worst_frame", worst_frame + 1},
                   {"longest", *std::max_element(times.begin(), times.end())},
                   {"within", share(1.5)},
                   {"by_regularity", by_regularity}};
    fmt::print("{}\n", row.dump());
    std::fflush(stdout);
    return row;
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App app("A thousand frames of automatic beside box_tree alone");
    try {
        const Choice choice = read(app, argc, argv);
        Json rows = Json::array();
        for (const std::string& scene : choice.scenes) rows.push_back(measure(scene, choice));
        if (!choice.json.empty()) std::ofstream(choice.json) << rows.dump(1) << '\n';
        return 0;
    } catch (const CLI::ParseError& error) {
        return app.exit(error);
    } catch (const std::exception& error) {
        fmt::print(stderr, "pliant_bench_stall: {}\n", error.what());
        return 2;
    }
}
