// pliant contacts: where two bodies touch, as well as can be said within a budget.
#include <array>
#include <chrono>
#include <cmath>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include <pliant/pliant.hpp>

#include "body_at_frame.hpp"
#include "commands.hpp"
#include "io/io.hpp"
#include "json.hpp"
#include "names.hpp"
#include "number_checks.hpp"
#include "output.hpp"
#include "set_aside.hpp"
#include "shared_options.hpp"

namespace pliant::cli {
namespace {

struct ContactsCommand {
    std::string a, b;
    std::optional<double> milliseconds;
    std::optional<std::uint64_t> tests, pairs;
    std::string order = "widest", finest = "triangles", interest;
    bool weld = false;
    std::size_t frame = 0;
    unsigned threads = 0;
    std::string tree_a, tree_b;
    std::string json;
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

Json object_of(const Contact& contact, const Contacts& all) {
    Json json{{"kind", name(contact.kind)},      {"position", point(contact.position)},
              {"normal", point(contact.normal)}, {"depth", number(contact.depth)},
              {"error", number(contact.error)},  {"gap", number(contact.gap)}};
    if (contact.kind != ContactKind::triangles) return json;
    const TrianglePair& pair = all.pairs[contact.pair];
    json["a"] = pair.a.triangle;
    json["b"] = pair.b.triangle;
    json["pair_kind"] = name(pair.kind);
    return json;
}

Json levels_of(Scene& scene, BodyId body) {
    Json list = Json::array();
    for (const SphereLevel& level : scene.sphere_tree(body).levels) {
        list.push_back({{"spheres", level.count}, {"error", number(level.error)}});
    }
    return list;
}

std::string as_json(Scene& scene, BodyId a, BodyId b, const Contacts& contacts) {
    const Report& report = contacts.report;
    Json json;
    set_completeness(json, report);
    json["error"] = number(contacts.error);
    json["gap"] = number(contacts.gap);
    json["pair_list"] = contacts.pair_list;
    json["collision_list"] = contacts.collision_list;
    json["sphere_tests"] = report.counters.sphere_tests;
    json["triangle_tests"] = report.counters.candidates;
    json["milliseconds"] = {{"build", number(report.milliseconds.build)},
                            {"update", number(report.milliseconds.update)},
                            {"find", number(report.milliseconds.find)}};
    json["set_aside"] = flaws_of_bodies_as_json(report.set_aside);
    json["levels"] = Json::array({levels_of(scene, a), levels_of(scene, b)});
    json["contacts"] = Json::array();
    for (const Contact& contact : contacts) json["contacts"].push_back(object_of(contact, contacts));
    return document("contacts", json);
}

std::string as_text(const Contacts& contacts, std::span<const NamedBody> bodies) {
    const Report& report = contacts.report;
    const std::size_t open = contacts.size() - contacts.pairs.size();
    std::string text = fmt::format("{} pairs of triangles, {} pairs of spheres that count as colliding{}\n",
                                   contacts.pairs.size(), open, not_looked_at(report.set_aside));
    if (open > 0) {
        text += fmt::format("positions are right within {:.3g}, near misses are closer than {:.3g}\n", contacts.error,
                            contacts.gap);
    }
    text += fmt::format("{} tests of spheres, {} of triangles, {:.3f} ms\n", report.counters.sphere_tests,
                        report.counters.candidates, report.milliseconds.find);
    if (report.stopped_by != Limit::none) {
        text += fmt::format("not complete: the budget of {} ran out\n", name(report.stopped_by));
    }
    return text + set_aside_in_words(bodies, report.set_aside);
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

int run(const ContactsCommand& command) {
    require_distinct({command.a, command.b, command.tree_a, command.tree_b}, {command.json});
    const ContactOptions options = question(command);
    Scene scene(SceneOptions{command.threads});
    const BodyAtFrame a = body_at_frame(command.a, command.frame, command.weld);
    const BodyAtFrame b = body_at_frame(command.b, command.frame, command.weld);
    const BodyId id_a = a.add_to(scene), id_b = b.add_to(scene);
    use_tree(scene, id_a, command.tree_a);
    use_tree(scene, id_b, command.tree_b);
    const Contacts& contacts = scene.contacts_within(id_a, id_b, options);
    const std::array bodies{NamedBody{command.a, !a.mesh.tetrahedra.empty()},
                            NamedBody{command.b, !b.mesh.tetrahedra.empty()}};
    write_answer(
        command.json, [&] { return as_json(scene, id_a, id_b, contacts); }, [&] { return as_text(contacts, bodies); });
    return contacts.empty() ? exit_code::clean : exit_code::intersections;
}

constexpr const char* contacts_footer =
    "A and B are meshes, or sequences, as in `pliant check --help`. No contact is missed, whatever the budget: what "
    "was\n"
    "not looked into counts as colliding. Without a budget the answer is exact.\n"
    "\n"
    "Examples:\n"
    "  pliant contacts hand.obj cup.obj\n"
    "  pliant contacts hand.obj cup.obj --milliseconds 1 --json -\n"
    "  pliant contacts a.ply b.ply --tests 10000 --order deepest --finest spheres\n"
    "  pliant contacts a.ply b.ply --milliseconds 1 --order nearest --interest 0.2,0,1.5\n"
    "What was set aside is named, and was not looked at.\n"
    "Exit code: 0 no contacts, 1 contacts found or not ruled out within the budget, 2 bad input.";

}  // namespace

void add_contacts(CLI::App& app, int& exit_code) {
    auto options = std::make_shared<ContactsCommand>();
    CLI::App* command = app.add_subcommand("contacts", "Where two bodies touch, within a budget");
    command->footer(contacts_footer);
    command->add_option("A", options->a, "A body")->required()->type_name("");
    command->add_option("B", options->b, "Another")->required()->type_name("");
    command->add_option("--milliseconds", options->milliseconds, "Time for the search")
        ->check(real_number(0))
        ->type_name("X");
    command->add_option("--tests", options->tests, "Tests of spheres and triangles: repeatable")
        ->check(whole_number(0))
        ->type_name("N");
    command->add_option("--pairs", options->pairs, "Never keep more pairs than this")
        ->check(whole_number(1))
        ->type_name("N");
    command->add_option("--order", options->order, "widest, breadth_first, deepest, nearest or approaching (widest)")
        ->type_name("NAME");
    command->add_option("--interest", options->interest, "Point that --order nearest goes by (0,0,0)")
        ->type_name("X,Y,Z");
    command->add_option("--finest", options->finest, "Where to end: spheres or triangles (triangles)")
        ->type_name("NAME");
    add_weld_flag(*command, options->weld);
    command->add_option("--tree-a", options->tree_a, "Spheres of A, by `pliant spheretree`")->type_name("FILE");
    command->add_option("--tree-b", options->tree_b, "Spheres of B")->type_name("FILE");
    add_frame_option(*command, options->frame);
    add_threads_option(*command, options->threads);
    add_json_option(*command, options->json);
    command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace pliant::cli
