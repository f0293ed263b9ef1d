// pliant contacts: where bodies touch, as well as can be said within a budget, in every frame.
#include "contacts.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>

#include <fmt/format.h>

#include "commands.hpp"
#include "contact_marks.hpp"
#include "contacts_report.hpp"
#include "io/io.hpp"
#include "names.hpp"
#include "number_checks.hpp"
#include "paint.hpp"
#include "shared_options.hpp"

namespace pliant::cli {
namespace {

struct ContactsCommand {
    PlayOptions play;
    std::optional<double> milliseconds;
    std::optional<std::uint64_t> tests, pairs;
    std::string order = "widest", finest = "triangles", interest;
    std::string tree_a, tree_b;
    ImageOptions image;
    std::string report_file;
};

ContactOrder order_named(const std::string& text) {
    constexpr std::array all{ContactOrder::widest, ContactOrder::breadth_first, ContactOrder::deepest,
                             ContactOrder::nearest, ContactOrder::approaching};
    for (const ContactOrder order : all) {
        if (name(order) == text) return order;
    }
    throw UsageError(fmt::format("--order: '{}' is not widest, breadth_first, deepest, nearest or approaching", text));
}

Finest finest_named(const std::string& text) {
    if (text == "spheres") return Finest::spheres;
    if (text == "triangles") return Finest::triangles;
    throw UsageError(fmt::format("--finest: '{}' is not spheres or triangles", text));
}

ContactOptions question(const ContactsCommand& command) {
    ContactOptions options;
    options.order = order_named(command.order);
    options.finest = finest_named(command.finest);
    if (!command.interest.empty()) options.interest = three_numbers(command.interest, "--interest");
    options.budget.tests = command.tests;
    options.budget.pairs = command.pairs;
    if (command.milliseconds) {
        options.budget.time = std::chrono::nanoseconds(std::llround(std::min(*command.milliseconds, 1e9) * 1e6));
    }
    return options;
}

/// A tree from a file instead of one that the scene makes.
void use_tree(Scene& scene, BodyId body, const std::string& file) {
    if (file.empty()) return;
    try {
        scene.use_sphere_hierarchy(body, io::read_sphere_hierarchy(file));
    } catch (const std::invalid_argument&) {
        throw UsageError(file + ": was made for another mesh");
    }
}

std::vector<SphereLevel> levels_of(Scene& scene, std::size_t body) { return scene.sphere_tree(BodyId(body)).levels; }

TouchingPair counts_of(const BodyPair& bodies, const Contacts& contacts, bool list) {
    TouchingPair result;
    result.bodies = bodies;
    result.exact = contacts.pairs.size();
    result.open = contacts.size() - contacts.pairs.size();
    for (const Contact& contact : contacts) {
        if (!result.deepest || contact.depth > result.deepest->depth) result.deepest = contact;
    }
    result.contacts = contacts;
    if (list) return result;
    result.contacts.items = {};
    result.contacts.pairs = {};
    return result;
}

ContactsResult find(Stage& stage, FrameRange range, const ContactOptions& options, bool json, ContactsReport* report) {
    ContactsResult result;
    result.bodies = named_bodies(stage);
    const std::vector<BodyPair> pairs = pairs_of_bodies(result.bodies.size());
    const bool list = json || (pairs.size() == 1 && range.end - range.first == 1);
    play_frames(stage, range, "searching", [&](std::size_t number) {
        TouchingFrame& frame = result.frames.emplace_back();
        frame.frame = number;
        frame.name = stage.frame_name(number);
        for (const BodyPair& pair : pairs) {
            const Contacts& contacts = stage.scene().contacts_within(BodyId(pair.a), BodyId(pair.b), options);
            TouchingPair& kept = frame.pairs.emplace_back(counts_of(pair, contacts, list));
            add_flaws(result.set_aside, contacts.report.set_aside);
            if (report != nullptr) report->add_pair(stage.scene(), pair, contacts);
            if (json) kept.levels = {levels_of(stage.scene(), pair.a), levels_of(stage.scene(), pair.b)};
        }
        if (report != nullptr) report->add(frame, stage.frame_name(number));
    });
    return result;
}

/// The place of the frame with most contacts; of equals the first.
std::size_t worst_frame(const ContactsResult& result) {
    const auto severity = [](const TouchingFrame& frame) {
        std::array<std::size_t, 2> counts{};
        for (const TouchingPair& pair : frame.pairs) {
            counts[0] += pair.exact;
            counts[1] += pair.open;
        }
        return counts;
    };
    const auto worst = std::max_element(result.frames.begin(), result.frames.end(),
                                        [&](const auto& a, const auto& b) { return severity(a) < severity(b); });
    return std::size_t(worst - result.frames.begin());
}

/// The worst frame, as a picture.
void draw(Stage& stage, const ContactsResult& result, const ContactsCommand& command, const ContactOptions& options,
          const std::string& file) {
    const TouchingFrame& frame = result.frames[worst_frame(result)];
    stage.show(frame.frame);
    const std::vector<Shown> bodies = shown_bodies(stage);
    std::vector<TrianglePair> pairs;
    std::vector<Contact> contacts;
    for (const TouchingPair& pair : frame.pairs) {
        const Contacts& found = stage.scene().contacts_within(BodyId(pair.bodies.a), BodyId(pair.bodies.b), options);
        pairs.insert(pairs.end(), found.pairs.begin(), found.pairs.end());
        contacts.insert(contacts.end(), found.begin(), found.end());
    }
    const std::vector<CheckedRegion> regions = regions_of(pairs, bodies);
    Findings findings{picture_title(bodies, frame.frame, stage.frames(), stage.frame_name(frame.frame)), bodies, pairs,
                      regions};
    findings.marks = contact_marks(contacts, bodies);
    ImageOptions image = command.image;
    image.file = file;
    image.threads = command.play.threads;
    draw_findings(image, findings, command.play.files);
}

int run(const ContactsCommand& command) {
    std::vector<std::string> read = command.play.files;
    read.insert(read.end(), {command.tree_a, command.tree_b});
    require_outputs(command.play, read, {command.image.file, command.report_file});
    if (command.image.wanted()) require_ending(command.image.file, ".png", "--image");
    require_report_name(command.report_file);
    const ContactOptions options = question(command);
    Stage stage = stage_of(command.play);
    const std::size_t bodies = stage.sources().size();
    if (bodies < 2) throw UsageError("contacts: needs two bodies or more");
    if (bodies > 2 && !(command.tree_a.empty() && command.tree_b.empty())) {
        throw UsageError("--tree-a and --tree-b need exactly two bodies");
    }
    use_tree(stage.scene(), BodyId(0), command.tree_a);
    use_tree(stage.scene(), BodyId(1), command.tree_b);
    const FrameRange range = frames_asked(command.play, stage.frames());
    std::optional<ContactsReport> report;
    if (!command.report_file.empty()) report.emplace(command.report_file, stage, range);
    const ContactsResult result = find(stage, range, options, !command.play.json.empty(), report ? &*report : nullptr);
    if (command.image.wanted()) draw(stage, result, command, options, command.image.file);
    if (report) {
        report->finish(result, contacts_as_text(result),
                       picture_bytes(command.report_file,
                                     [&](const std::string& file) { draw(stage, result, command, options, file); }));
    }
    write_voices(command.play, {[&] { return contacts_as_csv(result); },
                                [&] { return contacts_as_json(result, bodies_as_json(stage)); },
                                [&] { return contacts_as_text(result); }});
    return exit_code_of(result.found(), result.all_examined());
}

constexpr const char* contacts_footer =
    "Each FILE is a mesh, or a sequence, as in `pliant check --help`; all pairs of bodies are asked about, in every "
    "frame.\n"
    "No contact is missed, whatever the budget, which is that of each pair in each frame: what was not looked into "
    "counts\n"
    "as colliding. Without a budget the answer is exact.\n"
    "\n"
    "Examples:\n"
    "  pliant contacts hand.obj cup.obj\n"
    "  pliant contacts 'hand/*.ply' cup.obj table.obj --csv curve.csv\n"
    "  pliant contacts hand.obj cup.obj --milliseconds 1 --json -\n"
    "  pliant contacts hand.obj cup.obj --finest spheres --image contacts.png\n"
    "  pliant contacts 'hand/*.ply' cup.obj --tests 20000 --report report.html\n"
    "  pliant contacts a.ply b.ply --tests 10000 --order deepest --finest spheres\n"
    "  pliant contacts a.ply b.ply --milliseconds 1 --order nearest --interest 0.2,0,1.5\n"
    "What was set aside is named, and was not looked at.\n"
    "Exit code: 0 no contacts; 1 contacts found; 2 bad input; 3 none found, but not all was examined: contacts could "
    "not\n"
    "be ruled out within the budget, or elements were set aside.";

}  // namespace

bool ContactsResult::found() const {
    return std::any_of(frames.begin(), frames.end(), [](const TouchingFrame& frame) {
        return std::any_of(frame.pairs.begin(), frame.pairs.end(), [](const TouchingPair& p) { return p.found(); });
    });
}

bool ContactsResult::all_examined() const {
    return std::all_of(frames.begin(), frames.end(), [](const TouchingFrame& frame) {
        return std::all_of(frame.pairs.begin(), frame.pairs.end(),
                           [](const TouchingPair& p) { return p.contacts.report.all_examined(); });
    });
}

void add_contacts(CLI::App& app, int& exit_code) {
    auto options = std::make_shared<ContactsCommand>();
    CLI::App* command = app.add_subcommand("contacts", "Where bodies touch, within a budget");
    command->footer(contacts_footer);
    command->add_option("FILE", options->play.files, "Bodies, two or more")->required()->type_name("");
    command->add_option("--milliseconds", options->milliseconds, "Time for the search")
        ->check(real_number(0))
        ->type_name("X");
    command->add_option("--tests", options->tests, "Tests of spheres and triangles: repeatable")
        ->check(whole_number(0))
        ->type_name("N");
    command->add_option("--pairs", options->pairs, "Never keep more pairs than this")
        ->check(whole_number(1))
        ->type_name("N");
    offer(command
              ->add_option("--order", options->order, "widest, breadth_first, deepest, nearest or approaching (widest)")
              ->type_name("NAME"),
          {"widest", "breadth_first", "deepest", "nearest", "approaching"});
    command->add_option("--interest", options->interest, "Point that --order nearest goes by (0,0,0)")
        ->type_name("X,Y,Z");
    offer(command->add_option("--finest", options->finest, "Where to end: spheres or triangles (triangles)")
              ->type_name("NAME"),
          {"spheres", "triangles"});
    command->add_option("--tree-a", options->tree_a, "Spheres of the first body, by `pliant spheretree`")
        ->type_name("FILE");
    command->add_option("--tree-b", options->tree_b, "Spheres of the second body")->type_name("FILE");
    add_play_options(*command, options->play);
    add_image_options(*command, options->image, "Draw the contacts with their normals, by depth");
    add_report_option(*command, options->report_file);
    command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace pliant::cli
