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
#include "picture/palette.hpp"
#include "set_aside.hpp"
#include "shapes/meshes.hpp"
#include "shared_options.hpp"
#include "table.hpp"
#include "tally.hpp"

namespace pliant::cli {
namespace {

struct SphereTreeCommand {
    std::string body, out, load;
    std::string builder = meshing::has_medial_axis() ? "medial" : "median";
    std::uint32_t branching = 8, levels = 3;
    io::SequenceOptions reading;
    std::string json;
    ImageOptions image;
    std::optional<std::size_t> frame;  // of a sequence; unset: the first

    [[nodiscard]] BodyAtFrame body_shown() const { return body_at_frame(body, frame.value_or(0), reading); }
};

/// A body with the triangles that a scene numbers: of tetrahedra, their boundary.
struct Surface {
    explicit Surface(const SphereTreeCommand& command) : body(command.body_shown()) {
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
    const BodyAtFrame body = command.body_shown();
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

/// The finest level that a picture can show.
std::size_t level_shown(std::span<const SphereLevel> levels) {
    constexpr std::uint32_t most = 400;
    std::size_t level = 0;
    while (level + 1 < levels.size() && levels[level + 1].count <= most) ++level;
    return level;
}

/// Each as a mesh of its own.
io::Mesh meshes_of(std::span<const Sphere> spheres) {
    const shapes::Mesh unit = shapes::icosphere(8);
    io::Mesh all;
    for (const Sphere& sphere : spheres) {
        if (!(sphere.radius >= 0)) continue;
        const auto first = std::uint32_t(all.positions.size());
        for (const Position& p : unit.positions) {
            Position& q = all.positions.emplace_back(sphere.centre);
            for (std::size_t k = 0; k < 3; ++k) q[k] += sphere.radius * p[k];
        }
        for (const Triangle& t : unit.triangles) all.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
    }
    return all;
}

void draw(const SphereHierarchy& tree, const SphereTreeCommand& command) {
    const BodyAtFrame body = command.body_shown();
    Scene scene(SceneOptions{1});
    const BodyId id = body.add_to(scene);
    scene.use_sphere_hierarchy(id, tree);
    const SphereTreeView view = scene.sphere_tree(id);
    const std::size_t level = level_shown(view.levels);
    const SphereLevel& shown = view.levels[level];
    const io::Mesh spheres = meshes_of(view.spheres.subspan(shown.first, shown.count));

    constexpr picture::Colour skin = picture::body_colour(1), balloon{60, 130, 200};
    const std::array<picture::Drawable, 2> drawables{{{body.positions, scene.triangles(id), {&skin, 1}},
                                                      {spheres.positions, spheres.triangles, {&balloon, 1}, 0.13}}};
    const picture::FigureText text{
        body.mesh.name,
        {{picture::Symbol::square, balloon,
          fmt::format("{} at level {} of {}", counted(shown.count, "sphere", "spheres"), level,
                      view.levels.size() - 1)},
         {picture::Symbol::none,
          {},
          fmt::format("no sphere reaches out of the body by more than {:.3g}", shown.error)}}};
    const std::array files{command.body};
    picture::write_png(command.image.file,
                       picture::draw_figure(picture::Subject{drawables}, text, {},
                                            figure_options(command.image, std::span(drawables).first(1), files)));
}

int run(const SphereTreeCommand& command) {
    require_distinct({command.body, command.load}, {command.out, command.json, command.image.file});
    if (command.image.wanted()) require_ending(command.image.file, ".png", "--image");
    if (command.image.wanted() && command.body.empty()) throw UsageError("--image: needs a body, to show its spheres");
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
    if (command.image.wanted()) draw(tree, command);
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
    "  pliant spheretree bunny.obj --image spheres.png       the finest level of at most 400 spheres\n"
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
    add_image_options(*command, options->image, "Draw the body in its spheres");
    add_frame_option(*command, options->frame, "Frame of a sequence (0)");
    command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace pliant::cli
