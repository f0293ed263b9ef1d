// pliant spheretree: makes a tree of spheres for a mesh, keeps it in a file, and says how well it fits.
#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <pliant/meshing.hpp>
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
#include "table.hpp"

namespace pliant::cli {
namespace {

struct SphereTreeCommand {
    std::string body, out, load;
    std::string builder = meshing::has_medial_axis() ? "medial" : "median";
    std::uint32_t branching = 8, levels = 3;
    io::SequenceOptions reading;
    std::string json;
};

/// A body with the triangles that a scene numbers: of tetrahedra, their boundary.
struct Surface {
    explicit Surface(const SphereTreeCommand& command) : body(body_at_frame(command.body, 0, command.reading)) {
        Scene scene(SceneOptions{1});
        const auto given = scene.triangles(body.add_to(scene));
        triangles.assign(given.begin(), given.end());
        flaws = set_aside(scene);
    }
    [[nodiscard]] SurfaceView view() const { return {body.positions, triangles}; }

    BodyAtFrame body;
    std::vector<Triangle> triangles;
    std::vector<Flaw> flaws;
};

SphereHierarchy make(const SurfaceView& surface, const SphereTreeCommand& command) {
    if (command.builder == "median") return make_sphere_hierarchy(surface, {command.branching});
    if (command.builder != "medial") {
        throw UsageError(fmt::format("--builder: '{}' is not median or medial", command.builder));
    }
    return meshing::make_medial_hierarchy(surface, {command.branching, command.levels});
}

/// The flaws of the body. Throws UsageError where a tree that was loaded is not for it.
std::vector<Flaw> check_fit(const SphereHierarchy& tree, const SphereTreeCommand& command) {
    const BodyAtFrame body = body_at_frame(command.body, 0, command.reading);
    Scene scene(SceneOptions{1});
    const BodyId id = body.add_to(scene);
    try {
        scene.use_sphere_hierarchy(id, tree);
    } catch (const std::invalid_argument&) {
        throw UsageError(fmt::format("{}: was made for another mesh than {}", command.load, command.body));
    }
    return set_aside(scene);
}

std::string as_json(const SphereHierarchy& tree, const SphereTreeCommand& command, std::span<const Flaw> flaws,
                    double seconds) {
    Json json;
    if (command.load.empty()) {
        json["builder"] = command.builder;
        json["seconds"] = number(seconds);
    }
    json["vertices"] = tree.vertices;
    json["triangles"] = tree.triangles;
    json["pieces"] = tree.pieces.size();
    json["spheres"] = tree.nodes();
    json["levels"] = Json::array();
    for (std::size_t i = 0; i < tree.errors.size(); ++i) {
        json["levels"].push_back({{"spheres", tree.level[i + 1] - tree.level[i]}, {"error", number(tree.errors[i])}});
    }
    json["set_aside"] = flaws_as_json(flaws);
    return document("spheretree", json);
}

std::string as_text(const SphereHierarchy& tree, const SphereTreeCommand& command, std::span<const Flaw> flaws) {
    std::vector<Row> rows{{"level", "spheres", "error"}};
    for (std::size_t i = 0; i < tree.errors.size(); ++i) {
        rows.push_back({std::to_string(i), std::to_string(tree.level[i + 1] - tree.level[i]),
                        fmt::format("{:.4g}", tree.errors[i])});
    }
    constexpr std::array columns{Align::right, Align::right, Align::right};
    std::string text = command.out.empty() ? "" : command.out + ": ";
    text +=
        fmt::format("{} triangles in {} pieces, {} spheres\n\n{}\nerror: how far a sphere may reach out of the body\n",
                    tree.triangles, tree.pieces.size(), tree.nodes(), table(rows, columns));
    if (!flaws.empty()) text += fmt::format("{} elements of {} set aside\n", flaws.size(), command.body);
    return text;
}

int run(const SphereTreeCommand& command) {
    require_distinct({command.body, command.load}, {command.out, command.json});
    if (command.load.empty() && command.body.empty()) throw UsageError("spheretree: a body, or --load FILE");
    if (!command.load.empty() && !command.out.empty()) throw UsageError("--out: --load only looks at a file");
    const auto started = std::chrono::steady_clock::now();
    SphereHierarchy tree;
    std::vector<Flaw> flaws;
    if (command.load.empty()) {
        const Surface surface(command);
        tree = make(surface.view(), command);
        flaws = surface.flaws;
    } else {
        tree = io::read_sphere_hierarchy(command.load);
        if (!command.body.empty()) flaws = check_fit(tree, command);
    }
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
    if (!command.out.empty()) io::write_sphere_hierarchy(command.out, tree);
    write_answer(
        {command.json, false, {command.out}}, [&] { return as_json(tree, command, flaws, seconds); },
        [&] { return as_text(tree, command, flaws); });
    return exit_code::clean;
}

constexpr const char* footer =
    "medial makes the upper levels by adaptive approximation of the medial axis (Bradshaw and O'Sullivan; there where\n"
    "Qhull was found when pliant was built) and the rest by splits at medians, median all of them. Either tree is of\n"
    "use however the body bends: `pliant contacts --tree-a FILE`, Scene::use_sphere_hierarchy.\n"
    "\n"
    "Examples:\n"
    "  pliant spheretree bunny.obj --out bunny.spheretree\n"
    "  pliant spheretree bunny.obj --builder median --branching 4 --json -\n"
    "  pliant spheretree bunny.obj --load bunny.spheretree   does it fit?\n"
    "Exit code: 0 made or fits, 2 bad input.";

}  // namespace

void add_spheretree(CLI::App& app, int& exit_code) {
    auto options = std::make_shared<SphereTreeCommand>();
    CLI::App* command = app.add_subcommand("spheretree", "Make a tree of spheres for a mesh, or look at one");
    command->footer(footer);
    command->add_option("BODY", options->body, "A mesh, as in `pliant check --help`")->type_name("");
    command->add_option("-o,--out", options->out, "The tree to write (.spheretree)")->type_name("FILE");
    command->add_option("--load", options->load, "Look at this tree instead of making one")->type_name("FILE");
    offer(command->add_option("--builder", options->builder, "medial or median (medial)")->type_name("NAME"),
          {"medial", "median"});
    command->add_option("--branching", options->branching, "Children of a sphere (8)")
        ->check(whole_number(2, 64))
        ->type_name("N");
    command->add_option("--levels", options->levels, "Levels below the root by the medial axis (3)")
        ->check(whole_number(0, 16))
        ->type_name("N");
    add_reading_options(*command, options->reading);
    add_json_option(*command, options->json);
    command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace pliant::cli
