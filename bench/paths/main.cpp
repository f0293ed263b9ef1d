// pliant_bench_paths: every way to ask the same scene, so that none is slower than it has to be.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cast.hpp"
#include "peers/statistics.hpp"

namespace {

using namespace pliant;
using namespace pliant::bench;
using Json = nlohmann::ordered_json;

enum class Part : std::uint8_t { both, self, between };
enum class State : std::uint8_t { warm, after_build, body_came, came_back };

constexpr std::array<std::string_view, 3> part_names{"both", "self", "between"};
constexpr std::array<std::string_view, 4> state_names{"warm", "frame after a build", "a body came",
                                                      "positions came back"};

struct Choice {
    std::vector<std::string> scenes{"waving_cloth:10000", "draped_cloth:10000", "two_knots:10000", "swarm:10000",
                                    "setup_e:10000"};
    std::size_t frames = 3, repetitions = 5;
    std::string json;
};

Choice read(CLI::App& app, int argc, char** argv) {
    Choice choice;
    app.add_option("--scene", choice.scenes, "NAME or NAME:TRIANGLES; several");
    app.add_option("--frames", choice.frames, "frames, spread over the whole motion")->check(CLI::Range(2, 100));
    app.add_option("--repetitions", choice.repetitions, "times each frame is played")->check(CLI::PositiveNumber);
    app.add_option("--json", choice.json, "write the results to this file");
    app.parse(argc, argv);
    return choice;
}

/// What is asked, and by which detector.
struct Asked {
    Detector detector = Detector::box_tree;
    Part part = Part::both;
    bool neighbours = false, budget = false;

    void ask(Scene& scene) const {
        if (detector == Detector::spatial_hash) {
            PenetrationOptions options;
            options.self = part != Part::between;
            options.between = part != Part::self;
            if (budget) options.budget = {std::chrono::hours(1), never, std::nullopt};
            (void)scene.penetrations(options);
            return;
        }
        IntersectionOptions options;
        options.method =
            detector == Detector::regularity ? IntersectionMethod::regularity : IntersectionMethod::box_tree;
        options.self = part != Part::between;
        options.between = part != Part::self;
        options.neighbours = neighbours ? Neighbours::beyond_shared : Neighbours::ignored;
        if (budget) options.budget = {std::chrono::hours(1), never, std::nullopt, std::nullopt};
        (void)scene.intersections(options);
    }

    static constexpr std::uint64_t never = std::uint64_t{1} << 60;
};

std::vector<Asked> questions(Detector detector) {
    std::vector<Asked> all;
    for (const Part part : {Part::both, Part::self, Part::between}) {
        for (const bool neighbours : {false, true}) {
            if (neighbours && (part == Part::between || detector == Detector::spatial_hash)) continue;
            for (const bool budget : {false, true}) all.push_back({detector, part, neighbours, budget});
        }
    }
    return all;
}

/// A scene that plays a cast.
class Stage {
public:
    explicit Stage(const Cast& cast) : cast_(cast), scene_({.threads = 1}) {
        for (std::size_t b = 0; b < cast.bodies(); ++b) ids_.push_back(cast.add(scene_, b, 0));
    }

    void show(std::size_t frame) {
        for (std::size_t b = 0; b < ids_.size(); ++b) scene_.move(ids_[b], cast_.positions(frame, b));
    }
    void lose_first_body() { scene_.move(ids_[0], cast_.lost(0)); }
    Scene& scene() { return scene_; }
    [[nodiscard]] const Cast& cast() const { return cast_; }

private:
    const Cast& cast_;
    Scene scene_;
    std::vector<BodyId> ids_;
};

/// Milliseconds of what is done.
template <class Work>
double milliseconds(const Work& work) {
    Stopwatch watch;
    work();
    return watch.lap().processor;
}

double warm(Stage& stage, const Asked& asked, const Choice& choice) {
    Timings times(choice.frames);
    for (std::size_t repetition = 0; repetition <= choice.repetitions; ++repetition) {
        for (std::size_t frame = 0; frame < choice.frames; ++frame) {
            const double time = milliseconds([&] { stage.show(frame), asked.ask(stage.scene()); });
            if (repetition > 0) times.add(frame, time);
        }
    }
    return times.undisturbed();
}

double after_build(const Cast& cast, const Asked& asked) {
    double least = std::numeric_limits<double>::infinity();
    for (int repetition = 0; repetition < 2; ++repetition) {
        Stage stage(cast);
        asked.ask(stage.scene());
        least = std::min(least, milliseconds([&] { stage.show(1), asked.ask(stage.scene()); }));
    }
    return least;
}

double body_came(Stage& stage, const Asked& asked) {
    double least = std::numeric_limits<double>::infinity();
    for (int repetition = 0; repetition < 3; ++repetition) {
        BodyId visitor{};
        stage.show(0), asked.ask(stage.scene());
        least = std::min(least, milliseconds([&] {
                             visitor = stage.cast().add_visitor(stage.scene());
                             stage.show(1), asked.ask(stage.scene());
                         }));
        stage.scene().remove(visitor);
        asked.ask(stage.scene());
    }
    return least;
}

double came_back(Stage& stage, const Asked& asked) {
    double least = std::numeric_limits<double>::infinity();
    for (int repetition = 0; repetition < 3; ++repetition) {
        stage.show(0), stage.lose_first_body(), asked.ask(stage.scene());
        least = std::min(least, milliseconds([&] { stage.show(1), asked.ask(stage.scene()); }));
    }
    return least;
}

void measure(const Cast& cast, Layout layout, Health health, Detector detector, const Choice& choice, Json& cells) {
    Stage stage(cast);
    for (const Asked& asked : questions(detector)) {
        if (cast.bodies() < 2 && asked.part != Part::both) continue;  // the same question, or none
        const double times[] = {warm(stage, asked, choice), after_build(cast, asked), body_came(stage, asked),
                                came_back(stage, asked)};
        for (std::size_t state = 0; state < std::size(times); ++state) {
            const std::string path = fmt::format(
                "{} / {} / {} / {} / {} / {}", layout_names[std::size_t(layout)], part_names[std::size_t(asked.part)],
                asked.neighbours ? "default" : "ignored", asked.budget ? "never reached" : "none",
                health_names[std::size_t(health)], state_names[state]);
            cells[path] = times[state];
        }
    }
}

int run(const Choice& choice) {
    Json rows = Json::array();
    for (const std::string& name : choice.scenes) {
        for (const Detector detector : {Detector::box_tree, Detector::regularity, Detector::spatial_hash}) {
            Json cells = Json::object();
            std::size_t triangles = 0;
            for (const Layout layout : {Layout::floats, Layout::doubles, Layout::strided}) {
                for (const Health health : {Health::clean, Health::one_flaw, Health::mixed_orientation}) {
                    const Cast cast(name, choice.frames, layout, health);
                    if (cast.has_volumes() != (detector == Detector::spatial_hash)) continue;
                    triangles = cast.triangles();
                    measure(cast, layout, health, detector, choice, cells);
                }
            }
            if (cells.empty()) continue;
            fmt::print("{} by {}: {} cells\n", name, pliant::name(detector), cells.size());
            std::fflush(stdout);
            rows.push_back({{"scene", name.substr(0, name.find(':'))},
                            {"detector", pliant::name(detector)},
                            {"triangles", triangles},
                            {"cells", cells}});
        }
    }
    if (!choice.json.empty()) std::ofstream(choice.json) << rows.dump(1) << '\n';
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App app("Every way to ask, beside the fastest");
    try {
        return run(read(app, argc, argv));
    } catch (const CLI::ParseError& error) {
        return app.exit(error);
    } catch (const std::exception& error) {
        fmt::print(stderr, "pliant_bench_paths: {}\n", error.what());
        return 2;
    }
}
