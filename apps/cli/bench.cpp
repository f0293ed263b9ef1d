// pliant bench methods: how long each detector takes on the scenes of the catalogue, and which one `automatic` picks.
#include <time.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <pliant/scene.hpp>

#include "add_body.hpp"
#include "catalogue_scene.hpp"
#include "commands.hpp"
#include "json.hpp"
#include "median.hpp"
#include "number_checks.hpp"
#include "output.hpp"
#include "shared_options.hpp"
#include "table.hpp"
#include "terminal.hpp"

namespace pliant::cli {
namespace {

struct MethodsOptions {
    std::vector<std::string> scenes;
    std::optional<std::size_t> triangles;
    std::size_t frames = 5;
    std::size_t rounds = 5;
    unsigned threads = 1;
    bool between = false;
    std::string json;
};

constexpr std::array methods{IntersectionMethod::box_tree, IntersectionMethod::regularity, IntersectionMethod::gjk_cut,
                             IntersectionMethod::spatial_hash};

/// Milliseconds that this program has worked, or, with several threads, that have passed.
double milliseconds(bool of_processor) {
    timespec now{};
    clock_gettime(of_processor ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &now);
    return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

/// One method in a scene of its own.
struct Lane {
    IntersectionMethod method;
    Scene scene;
    std::vector<BodyId> bodies;
    std::vector<double> fastest;  // by frame, once warm
    double first = 0;             // the first question, building included
    Detector answered = Detector::none;
    std::size_t pairs = 0;
};

struct SceneRow {
    std::string name;
    std::size_t triangles = 0;
    double pairs = 0;
    std::array<double, methods.size()> warm{}, first{};
    double automatic = 0;
    Detector picked = Detector::none;

    [[nodiscard]] double best() const { return *std::min_element(warm.begin(), warm.end()); }
    [[nodiscard]] IntersectionMethod best_method() const {
        return methods[static_cast<std::size_t>(std::min_element(warm.begin(), warm.end()) - warm.begin())];
    }
    [[nodiscard]] double of_picked() const {
        const auto at = std::find_if(methods.begin(), methods.end(), [&](IntersectionMethod method) {
            return pliant::name(method) == pliant::name(picked);
        });
        return warm[static_cast<std::size_t>(at - methods.begin())];
    }
};

class Measurement {
public:
    Measurement(const std::string& name, const MethodsOptions& options)
        : options_(options), animation_(scene_named(name, {options.triangles, std::nullopt, 1})) {
        positions_.resize(animation_->bodies());
        for (std::size_t i = 0; i < options.frames; ++i) frames_.push_back(i * animation_->frames() / options.frames);
        for (const IntersectionMethod method : methods) add_lane(method);
        add_lane(IntersectionMethod::automatic);
    }

    SceneRow run() {
        // Long enough for `automatic` to settle.
        const std::size_t rounds = options_.rounds + 16 / options_.frames + 2;
        for (std::size_t round = 0; round < rounds; ++round) {
            for (Lane& lane : lanes_) play(lane, round == 0, round >= rounds - options_.rounds);
        }
        return row();
    }

private:
    void add_lane(IntersectionMethod method) {
        Lane lane{method, Scene(SceneOptions{options_.threads}), {}, {}, 0, Detector::none, 0};
        lane.fastest.assign(frames_.size(), std::numeric_limits<double>::infinity());
        show(frames_[0]);
        for (std::size_t b = 0; b < positions_.size(); ++b) {
            lane.bodies.push_back(add_body(lane.scene, animation_->body(b), positions_[b]));
        }
        lanes_.push_back(std::move(lane));
    }

    void show(std::size_t frame) {
        for (std::size_t b = 0; b < positions_.size(); ++b) animation_->positions(frame, b, positions_[b]);
    }

    void play(Lane& lane, bool first_round, bool measured) {
        IntersectionOptions question;
        question.method = lane.method;
        question.self = !options_.between;
        for (std::size_t i = 0; i < frames_.size(); ++i) {
            show(frames_[i]);
            for (std::size_t b = 0; b < positions_.size(); ++b) lane.scene.move(lane.bodies[b], positions_[b]);
            const double before = milliseconds(options_.threads == 1);
            const auto& answer = lane.scene.intersections(question);
            const double took = milliseconds(options_.threads == 1) - before;
            if (first_round && i == 0) lane.first = took;
            if (first_round) lane.pairs += answer.size();
            if (measured) lane.fastest[i] = std::min(lane.fastest[i], took);
            lane.answered = answer.report.detector;
        }
    }

    [[nodiscard]] SceneRow row() const {
        SceneRow row;
        row.name = animation_->name();
        for (std::size_t b = 0; b < positions_.size(); ++b) {
            row.triangles += lanes_[0].scene.triangles(lanes_[0].bodies[b]).size();
        }
        row.pairs = static_cast<double>(lanes_[0].pairs) / static_cast<double>(frames_.size());
        for (std::size_t m = 0; m < methods.size(); ++m) {
            row.warm[m] = median(lanes_[m].fastest);
            row.first[m] = lanes_[m].first;
        }
        row.automatic = median(lanes_.back().fastest);
        row.picked = lanes_.back().answered;
        return row;
    }

    const MethodsOptions& options_;
    std::unique_ptr<shapes::AnimatedScene> animation_;
    std::vector<std::vector<shapes::Position>> positions_;
    std::vector<std::size_t> frames_;
    std::vector<Lane> lanes_;
};

std::string short_number(double value) { return fmt::format("{:.{}f}", value, value < 10 ? 2 : value < 100 ? 1 : 0); }

std::string as_text(const std::vector<SceneRow>& rows, const MethodsOptions& options) {
    std::vector<Row> lines;
    Row heading{"scene", "triangles", "pairs"};
    for (const IntersectionMethod method : methods) heading.emplace_back(name(method));
    for (const char* column : {"automatic", "picked", "of the best"}) heading.emplace_back(column);
    lines.push_back(heading);
    for (const SceneRow& row : rows) {
        Row line{row.name, std::to_string(row.triangles), fmt::format("{:.0f}", row.pairs)};
        for (std::size_t m = 0; m < methods.size(); ++m) {
            line.push_back(short_number(row.warm[m]) + " (" + short_number(row.first[m]) + ")");
        }
        line.push_back(short_number(row.automatic));
        line.emplace_back(name(row.picked));
        line.push_back(fmt::format("{:.2f}", row.of_picked() / row.best()));
        lines.push_back(line);
    }
    const std::array columns{Align::left,  Align::right, Align::right, Align::right, Align::right,
                             Align::right, Align::right, Align::right, Align::left,  Align::right};
    return fmt::format("Milliseconds a frame with {} thread{}; in brackets the first question, building included.\n{}",
                       options.threads, options.threads == 1 ? "" : "s", table(lines, columns)) +
           "of the best: time of the method that automatic picked, as a multiple of the fastest one's.\n";
}

std::string as_json(const std::vector<SceneRow>& rows, const MethodsOptions& options) {
    Json scenes = Json::array();
    for (const SceneRow& row : rows) {
        Json of_method;
        for (std::size_t m = 0; m < methods.size(); ++m) {
            of_method[std::string(name(methods[m]))] = {{"frame", number(row.warm[m])},
                                                        {"first", number(row.first[m])}};
        }
        scenes.push_back({{"scene", row.name},
                          {"triangles", row.triangles},
                          {"pairs", row.pairs},
                          {"milliseconds", of_method},
                          {"automatic", {{"frame", number(row.automatic)}, {"method", name(row.picked)}}},
                          {"fastest", name(row.best_method())},
                          {"picked_to_fastest", number(row.of_picked() / row.best())}});
    }
    return document_by_lines("bench methods", {{"threads", std::to_string(options.threads)}, {"scenes", dump(scenes)}});
}

int run(const MethodsOptions& options) {
    std::vector<std::string> names = options.scenes;
    if (names.empty()) {
        for (const shapes::SceneInfo& info : shapes::catalogue()) names.emplace_back(info.name);
    }
    std::vector<SceneRow> rows;
    Progress progress("measuring", names.size());
    for (const std::string& name : names) {
        rows.push_back(Measurement(name, options).run());
        progress.advance();
    }
    write_answer(
        {options.json}, [&] { return as_json(rows, options); }, [&] { return as_text(rows, options); });
    return exit_code::clean;
}

}  // namespace

void add_bench(CLI::App& app, int& exit_code) {
    CLI::App* bench = app.add_subcommand("bench", "How long things take on this machine: methods");
    bench->require_subcommand(1);
    bench->footer(
        "Examples:\n"
        "  pliant bench methods two_knots\n"
        "Exit code: 0 measured, 2 bad input.");
    auto options = std::make_shared<MethodsOptions>();
    CLI::App* command = bench->add_subcommand("methods", "Every detector on every scene, and what automatic picks");
    command->footer(
        "Each detector plays the same frames; of each frame the fastest of some rounds counts, and of those the "
        "median.\n"
        "Where triangles stay the same, a structure that is kept wins; where they change in every frame, the number "
        "in\n"
        "brackets counts.\n"
        "Examples:\n"
        "  pliant bench methods\n"
        "  pliant bench methods two_knots swarm --triangles 20000 --json -\n"
        "Exit code: 0 measured, 2 bad input.");
    offer_scenes(command
                     ->add_option("SCENE", options->scenes,
                                  "Scenes of the catalogue, or random:SEED; all of the catalogue when none is named")
                     ->type_name(""));
    command->add_option("--triangles", options->triangles, "About so many triangles in each scene, not its usual size")
        ->check(whole_number(1, 100'000'000))
        ->type_name("N");
    command->add_option("--frames", options->frames, "Frames, spread over the motion (5)")
        ->check(whole_number(1, 1000))
        ->type_name("N");
    command->add_option("--rounds", options->rounds, "Times that each frame is measured (5)")
        ->check(whole_number(1, 1000))
        ->type_name("N");
    command->add_option("--threads", options->threads, "Threads (1); with one, processor time is measured")
        ->check(whole_number(1, 1024))
        ->type_name("N");
    command->add_flag("--between", options->between, "Only pairs of two bodies");
    add_json_option(*command, options->json);
    command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace pliant::cli
