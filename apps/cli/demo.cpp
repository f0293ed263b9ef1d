// pliant demo: plays a scene of the catalogue and asks every question that can be asked of it.
#include <algorithm>
#include <array>
#include <exception>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include <pliant/pliant.hpp>

#include "add_body.hpp"
#include "catalogue_scene.hpp"
#include "commands.hpp"
#include "demo_contacts.hpp"
#include "demo_report.hpp"
#include "median.hpp"
#include "names.hpp"
#include "number_checks.hpp"
#include "output.hpp"
#include "paint.hpp"
#include "report_parts.hpp"
#include "shared_options.hpp"
#include "table.hpp"
#include "tally.hpp"
#include "terminal.hpp"

namespace pliant::cli {
namespace {

struct DemoOptions {
    std::string scene = "cloth_on_sphere";
    std::optional<std::size_t> triangles;
    std::optional<std::size_t> frames;
    std::string method = "automatic";
    unsigned threads = 0;
    ImageOptions image;
    std::optional<std::size_t> frame;  // that is drawn; unset: the worst
    std::string report_file;           // empty: by a name of our own
    bool report = true;
};

struct Question {
    std::string_view words;
    bool self;
    bool between;
};

constexpr Question everything{"which triangles intersect?", true, true};
constexpr Question within{"... of one body?", true, false};
constexpr Question across{"... of two bodies?", false, true};

/// What one question gave over all frames.
struct Played {
    Tally found;  // over all frames
    std::size_t frames_hit = 0;
    Detector detector = Detector::none;
    std::vector<double> total, update, find;  // milliseconds, by frame
    std::size_t shown_frame = 0;              // the worst, or the one asked for
    std::vector<TrianglePair> shown_pairs;
};

/// The bodies of a catalogue scene, on a Scene of their own.
class Player {
public:
    Player(const shapes::AnimatedScene& animation, unsigned threads)
        : animation_(animation), scene_(SceneOptions{threads}), positions_(animation.bodies()) {
        for (std::size_t i = 0; i < animation.bodies(); ++i) {
            positions_[i] = animation.body(i).positions;
            add_body(scene_, animation.body(i), positions_[i]);
        }
    }

    Scene& show(std::size_t frame) {
        for (std::size_t i = 0; i < positions_.size(); ++i) {
            animation_.positions(frame, i, positions_[i]);
            scene_.move(BodyId(i), positions_[i]);
        }
        return scene_;
    }

    [[nodiscard]] std::vector<Shown> shown() const {
        std::vector<Shown> bodies;
        for (std::size_t i = 0; i < positions_.size(); ++i)
            bodies.push_back({positions_[i], scene_.triangles(BodyId(i)), std::string(animation_.body_name(i))});
        return bodies;
    }

private:
    const shapes::AnimatedScene& animation_;
    Scene scene_;
    std::vector<std::vector<Position>> positions_;
};

void note(Played& played, std::size_t frame, std::optional<std::size_t> wanted, const Answer<TrianglePair>& answer) {
    const Tally tally = cli::tally(answer.items);
    played.found.pairs += tally.pairs;
    for (std::size_t k = 0; k < tally.kinds.size(); ++k) played.found.kinds[k] += tally.kinds[k];
    played.frames_hit += tally.pairs > 0;
    played.detector = answer.report.detector;
    const Stages& ms = answer.report.milliseconds;
    played.total.push_back(ms.build + ms.update + ms.find);
    played.update.push_back(ms.build + ms.update);
    played.find.push_back(ms.find);
    if (wanted ? frame == *wanted : tally.pairs > played.shown_pairs.size()) {
        played.shown_frame = frame;
        played.shown_pairs = answer.items;
    }
}

Played play(const shapes::AnimatedScene& animation, const Question& question, IntersectionMethod method,
            const DemoOptions& demo, Progress& progress) {
    Player player(animation, demo.threads);
    IntersectionOptions options;
    options.method = method;
    options.self = question.self;
    options.between = question.between;
    Played played;
    for (std::size_t frame = 0; frame < animation.frames(); ++frame) {
        note(played, frame, demo.frame, player.show(frame).intersections(options));
        progress.advance();
    }
    return played;
}

std::string milliseconds(const std::vector<double>& values) { return fmt::format("{:.2f}", median(values)); }

Row row(const Question& question, const Played& played) {
    return {std::string(question.words),  std::string(name(played.detector)), std::to_string(played.found.pairs),
            kinds_in_words(played.found), std::to_string(played.frames_hit),  milliseconds(played.total),
            milliseconds(played.update),  milliseconds(played.find)};
}

void draw(const DemoOptions& options, const shapes::AnimatedScene& animation, const Played& played) {
    Player player(animation, 1);
    player.show(played.shown_frame);
    const std::vector<Shown> bodies = player.shown();
    const std::vector<CheckedRegion> regions = regions_of(played.shown_pairs, bodies);
    const std::string title =
        fmt::format("{}, frame {} of {}", animation.name(), played.shown_frame, animation.frames());
    ImageOptions image = options.image;
    image.threads = options.threads;
    draw_findings(image, {title, bodies, played.shown_pairs, regions}, {}, picture::Up::z);
    fmt::print("frame {} with {} pairs is drawn in {}\n", played.shown_frame, played.shown_pairs.size(),
               options.image.file);
}

std::string headline(const shapes::AnimatedScene& animation, unsigned threads) {
    std::size_t triangles = 0;
    for (std::size_t i = 0; i < animation.bodies(); ++i) triangles += animation.body(i).triangles.size();
    if (threads == 0) threads = std::max(1u, std::thread::hardware_concurrency());
    return fmt::format("scene {}: {}, {}, {}, {}\n\n", animation.name(), counted(animation.bodies(), "body", "bodies"),
                       counted(triangles, "triangle", "triangles"), counted(animation.frames(), "frame", "frames"),
                       counted(threads, "thread", "threads"));
}

/// Where none was asked for, a folder that cannot be written to is no reason to fail.
void write_report(const DemoOptions& options, const shapes::AnimatedScene& animation, IntersectionMethod method) {
    const bool asked_for = !options.report_file.empty();
    const std::string file = asked_for ? options.report_file : "pliant_demo.html";
    try {
        write_demo_report(file, animation, method, options.threads);
    } catch (const std::exception& error) {
        if (asked_for) throw;
        write_error(fmt::format("pliant: no report: {}\n", error.what()));
        return;
    }
    fmt::print("\nreport: {} (open it in a browser)\n", std::filesystem::absolute(file).string());
}

int run(const DemoOptions& options) {
    const IntersectionMethod method = method_named(options.method);
    if (options.image.wanted()) require_ending(options.image.file, ".png", "--image");
    require_report_name(options.report_file);
    const auto animation = scene_named(options.scene, {options.triangles, options.frames});
    if (options.frame && *options.frame >= animation->frames()) {
        throw UsageError(fmt::format("--frame: {} has {} frames, numbered from 0", options.scene, animation->frames()));
    }
    if (options.frame && !options.image.wanted()) throw UsageError("--frame: is what --image shows; none is asked for");

    std::vector<Question> questions{everything};
    if (animation->bodies() > 1) questions.insert(questions.end(), {within, across});
    std::vector<Row> rows{{"question", "detector", "pairs", "kinds", "frames hit", "ms/frame", "update", "find"}};
    Played first;
    {
        Progress progress("playing " + options.scene, questions.size() * animation->frames());
        for (const Question& question : questions) {
            Played played = play(*animation, question, method, options, progress);
            rows.push_back(row(question, played));
            if (&question == questions.data()) first = std::move(played);
        }
    }
    constexpr std::array columns{Align::left,  Align::left,  Align::right, Align::left,
                                 Align::right, Align::right, Align::right, Align::right};
    fmt::print("{}{}", headline(*animation, options.threads), table(rows, columns));
    fmt::print(
        "\npairs are counted over all frames; times are medians; update brings the search structure up to date\n");
    if (animation->bodies() == 2) fmt::print("\n{}", contacts_within_budgets(*animation));
    if (options.image.wanted()) {
        draw(options, *animation, first);
        fmt::print("written: {}\n", options.image.file);
    }
    if (options.report) write_report(options, *animation, method);
    return exit_code::clean;
}

}  // namespace

void add_demo(CLI::App& app, int& exit_code) {
    auto options = std::make_shared<DemoOptions>();
    CLI::App* command = app.add_subcommand("demo", "Play a scene of deforming bodies and find its intersections");
    command->footer(
        "Examples:\n"
        "  pliant demo\n"
        "  pliant demo --triangles 20000 --frames 30 --image worst.png\n"
        "  pliant demo two_knots --threads 1\n"
        "  pliant demo caged_blobs              contacts within a budget\n"
        "  pliant demo needles --method brute_force --triangles 1000\n"
        "`pliant scene list` shows all names.\n"
        "Exit code: 0 played, 2 bad input.");
    offer_scenes(command->add_option("SCENE", options->scene, "A scene of the catalogue, or random:SEED")
                     ->type_name("")
                     ->capture_default_str());
    command->add_option("--triangles", options->triangles, "About so many triangles over all bodies")
        ->check(whole_number(1, 100'000'000))
        ->type_name("N");
    command->add_option("--frames", options->frames, "Frames to play")->check(whole_number(1))->type_name("N");
    add_method_option(*command, options->method);
    add_threads_option(*command, options->threads);
    add_image_options(*command, options->image, "Draw the frame with most pairs");
    add_frame_option(*command, options->frame, "Draw this frame instead (worst)");
    CLI::Option* report = command->add_option("--report", options->report_file,
                                              "Where to write the page that shows it (pliant_demo.html)");
    report->type_name("FILE");
    command
        ->add_flag_callback(
            "--no-report", [options] { options->report = false; }, "Write no such page")
        ->excludes(report);
    command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace pliant::cli
