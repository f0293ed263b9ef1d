// pliant_bench_volino1994: the experiments of [Volino1994, section 3] with our detector.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "experiments.hpp"
#include "moving_garments.hpp"
#include "visited_regions.hpp"

namespace {

using namespace pliant::bench;
using Json = nlohmann::ordered_json;

constexpr std::pair<std::size_t, std::size_t> garments[]{{3800, 17200}, {56400, 111000}};  // cloth, body: the paper's

struct Choice {
    std::vector<std::size_t> sizes{1280, 5120, 20480, 81920, 327680};
    std::vector<std::size_t> growth{10000, 30000, 100000, 300000, 1000000};
    std::size_t repetitions = 3;
    std::size_t film_frames = 60;  // of garments that move by themselves
    std::string json, images, data;
};

Choice read(CLI::App& app, int argc, char** argv) {
    Choice choice;
    app.add_option("--size", choice.sizes, "triangles of the sphere and of the loop");
    app.add_option("--growth", choice.growth, "triangles of the cloths whose growth is measured");
    app.add_option("--repetitions", choice.repetitions, "times each film is played")->check(CLI::PositiveNumber);
    app.add_option("--film-frames", choice.film_frames, "frames of the simulated garment and of the dress");
    app.add_option("--data", choice.data, "folder of real surfaces");
    app.add_option("--json", choice.json, "write the results to this file");
    app.add_option("--images", choice.images, "draw the regions visited into this folder");
    app.parse(argc, argv);
    return choice;
}

Json to_json(const Calls& calls) {
    return {{"calls", calls.hierarchical}, {"tests", calls.elementary}, {"contours", calls.contours}};
}

Json count_all(const Choice& choice) {
    fmt::print("{:<18} {:>9} {:>9} {:>9} | {:>9} {:>9} | {:>9} {:>9} {:>9}\n", "", "triangles", "pairs", "colliding",
               "A without", "B", "A with", "B", "contours");
    Json all = Json::array();
    for (const char* scene : {"pulsating_sphere", "crossing_loop"}) {
        for (const std::size_t size : choice.sizes) {
            const CallCounts c = count_calls(scene, size);
            fmt::print("{:<18} {:>9} {:>9} {:>9} | {:>9} {:>9} | {:>9} {:>9} {:>9}\n", scene, c.triangles, c.pairs,
                       c.colliding, c.without_rules.hierarchical, c.without_rules.elementary, c.with_rules.hierarchical,
                       c.with_rules.elementary, c.with_rules.contours);
            all.push_back({{"scene", c.scene},
                           {"triangles", c.triangles},
                           {"pairs", c.pairs},
                           {"colliding", c.colliding},
                           {"without_rules", to_json(c.without_rules)},
                           {"with_rules", to_json(c.with_rules)}});
        }
    }
    return all;
}

Json time_garments(const Choice& choice) {
    fmt::print("\n{:>9} {:>9} {:>10} {:>10} {:>10} {:>10} {:>9} {:>9}\n", "cloth", "body", "update ms", "between",
               "cloth (a)", "cloth (b)", "pairs b-c", "pairs c-c");
    Json all = Json::array();
    for (const auto& [cloth, body] : garments) {
        const GarmentTimes t = time_garment(cloth, body, choice.repetitions);
        fmt::print("{:>9} {:>9} {:>10.3f} {:>10.3f} {:>10.3f} {:>10.3f} {:>9.0f} {:>9.0f}\n", t.cloth, t.body, t.update,
                   t.between, t.cloth_without_rules, t.cloth_with_rules, t.pairs_between, t.pairs_of_cloth);
        all.push_back({{"cloth", t.cloth},
                       {"body", t.body},
                       {"pairs_between", t.pairs_between},
                       {"pairs_of_cloth", t.pairs_of_cloth},
                       {"update", t.update},
                       {"between", t.between},
                       {"cloth_without_rules", t.cloth_without_rules},
                       {"cloth_with_rules", t.cloth_with_rules},
                       {"cloth_contours_assumed", t.cloth_contours_assumed},
                       {"pairs_contours_assumed", t.pairs_contours_assumed}});
    }
    return all;
}

Json time_growths(const Choice& choice) {
    fmt::print("\n{:<18} {:>9} {:>9} {:>10} {:>12} {:>10}\n", "", "triangles", "pairs", "update ms", "find without",
               "find with");
    Json all = Json::array();
    for (const char* scene : {"draped_cloth", "folded_layers"}) {
        for (const std::size_t size : choice.growth) {
            const Growth g = time_growth(scene, size, choice.repetitions);
            fmt::print("{:<18} {:>9} {:>9.0f} {:>10.3f} {:>12.3f} {:>10.3f}\n", scene, g.triangles, g.pairs, g.update,
                       g.find_without_rules, g.find_with_rules);
            std::fflush(stdout);
            all.push_back({{"scene", g.scene},
                           {"triangles", g.triangles},
                           {"pairs", g.pairs},
                           {"update", g.update},
                           {"find_without_rules", g.find_without_rules},
                           {"find_with_rules", g.find_with_rules}});
        }
    }
    return all;
}

Json draw(Stage& stage, const View& view, const std::filesystem::path& folder, const std::string& name) {
    const std::filesystem::path file = folder / ("volino_" + name + ".png");
    const Visited v = draw_visited(stage, view, file);
    fmt::print("{}: {} triangles, {} calls, {} regions\n", file.string(), v.triangles, v.calls, v.regions);
    return {{"file", file.filename().string()}, {"triangles", v.triangles}, {"calls", v.calls}, {"regions", v.regions}};
}

/// The paper's figures 8, 9 and 10.
Json draw_all(const std::filesystem::path& folder) {
    std::filesystem::create_directories(folder);
    Json all = Json::array();
    View view;
    view.frame = counted_frame;
    for (const auto& [name, size] : {std::pair{"coarse", 5120u}, std::pair{"fine", 81920u}}) {
        Stage sphere({actor("pulsating_sphere", size)}), loop({actor("crossing_loop", size)});
        view.camera.from = {0.6, -1.0, 0.55};
        all.push_back(draw(sphere, view, folder, std::string("sphere_") + name));
        view.camera.from = {-0.15, -1.0, 0.75};
        all.push_back(draw(loop, view, folder, std::string("loop_") + name));
    }
    view.camera = {};
    view.width = 420;
    view.height = 560;
    view.camera.from = {0.35, -1.0, 0.12};
    Stage cloth({garment(56400)}), both({figure(111000), garment(56400)});
    all.push_back(draw(cloth, view, folder, "garment_itself"));
    view.options.self = false;
    all.push_back(draw(both, view, folder, "garment_and_body"));
    return all;
}

int run(const Choice& choice) {
    Json all;
    all["timing"] = {{"frames", timed_frames}, {"repetitions", choice.repetitions}};
    if (!choice.images.empty()) all["pictures"] = draw_all(choice.images);
    all["calls"] = count_all(choice);
    all["garments"] = time_garments(choice);
    all["moving_garments"] = time_moving_garments(choice.data, choice.film_frames);
    all["bodies"] = "generated, " + all["moving_garments"].back()["name"].get<std::string>();
    all["growth"] = time_growths(choice);
    if (!choice.json.empty()) std::ofstream(choice.json) << all.dump(1) << '\n';
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App app("The experiments of Volino1994 with our detector");
    try {
        return run(read(app, argc, argv));
    } catch (const CLI::ParseError& error) {
        return app.exit(error);
    } catch (const std::exception& error) {
        fmt::print(stderr, "pliant_bench_volino1994: {}\n", error.what());
        return 2;
    }
}
