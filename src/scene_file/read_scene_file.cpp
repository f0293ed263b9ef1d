#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <utility>

#include <pliant/io.hpp>

#include "scene_file/nearest_names.hpp"
#include "scene_file/read_body.hpp"
#include "scene_file/scene_file.hpp"

namespace pliant::scene_file {
namespace {

constexpr std::array asks{Ask::intersections, Ask::curves, Ask::inside, Ask::depth, Ask::overlap, Ask::clearance};

std::string_view name_of(Ask ask) {
    constexpr std::array<std::string_view, 6> names{"intersections", "curves",  "inside",
                                                    "depth",         "overlap", "clearance"};
    return names[std::size_t(ask)];
}

Materials read_materials(CheckedTable& scene) {
    Materials materials;
    for (auto& [name, t] : scene.by_name("soft_material")) {
        materials.soft[name] = {t.real("stiffness"), t.real("poisson_ratio"), t.real("density"), t.real("damping")};
        t.finish();
    }
    for (auto& [name, t] : scene.by_name("cloth_material")) {
        ClothMaterial& m = materials.cloth[name];
        m.stretch = t.real("stretch");
        m.shear = t.real("shear");
        m.bending = t.real("bending");
        m.density = t.real("density");
        m.damping = t.real("damping");
        m.drag = t.real("drag");
        m.warp = t.vector("warp");
        t.finish();
    }
    return materials;
}

/// In the order of the file, whatever their kinds.
std::vector<Body> read_bodies(CheckedTable& scene, const Materials& materials) {
    std::vector<Body> bodies;
    const auto add = [&](CheckedTable& table, Body body) {
        const auto same = [&](const Body& other) { return other.name == body.name; };
        if (std::any_of(bodies.begin(), bodies.end(), same)) table.fail("name", "another body has it already");
        bodies.push_back(std::move(body));
    };
    for (CheckedTable& t : scene.tables("soft")) add(t, read_soft(t, materials));
    for (CheckedTable& t : scene.tables("cloth")) add(t, read_cloth(t, materials));
    for (CheckedTable& t : scene.tables("particles")) add(t, read_particles(t));
    for (CheckedTable& t : scene.tables("obstacle")) add(t, read_obstacle(t));
    std::stable_sort(bodies.begin(), bodies.end(), [](const Body& a, const Body& b) { return a.line < b.line; });
    return bodies;
}

std::uint32_t body_named(const CheckedTable& table, const std::vector<Body>& bodies, const std::string& name) {
    std::vector<std::string_view> known;
    for (std::uint32_t i = 0; i < bodies.size(); ++i) {
        if (bodies[i].name == name) return i;
        known.push_back(bodies[i].name);
    }
    table.fail("bodies", "there is no body '" + name.substr(0, 60) + "'" + did_you_mean(name, known));
}

/// How many bodies a question is about, least and most.
std::pair<std::size_t, std::size_t> bodies_of(Ask ask) {
    switch (ask) {
        case Ask::inside:
        case Ask::clearance: return {2, 2};
        case Ask::overlap: return {1, 2};
        default: return {0, std::size_t(-1)};
    }
}

Question read_question(CheckedTable& t, const std::vector<Body>& bodies) {
    Question question;
    const std::string ask = t.text("ask");
    question.ask = *std::find_if(asks.begin(), asks.end(), [&](Ask a) { return name_of(a) == ask; });
    question.name = t.text("name");
    std::string about = ask;
    for (const std::string& name : t.texts("bodies")) {
        const std::uint32_t body = body_named(t, bodies, name);
        if (std::find(question.bodies.begin(), question.bodies.end(), body) != question.bodies.end())
            t.fail("bodies", "'" + name + "' stands there twice");
        // Particles have no surface, and no inside.
        const bool points = question.ask == Ask::inside && question.bodies.empty();
        if (bodies[body].kind == BodyKind::particles && !points)
            t.fail("bodies",
                   "'" + name + "' is particles, which can be asked about by `inside` alone, as the first body");
        about += (question.bodies.empty() ? " of " : " and ") + name;
        question.bodies.push_back(body);
    }
    const auto [least, most] = bodies_of(question.ask);
    if (question.bodies.size() < least || question.bodies.size() > most)
        t.fail("bodies", ask + " is about " + (least == most ? "two bodies" : "one or two bodies"));
    if (question.name.empty()) question.name = about;
    question.every = static_cast<std::size_t>(t.whole("every"));
    question.at_least = t.real_if_given("at_least");
    question.at_most = t.real_if_given("at_most");
    t.finish();
    return question;
}

View read_view(std::optional<CheckedTable> table) {
    // Nothing but its keys' usual values where it is left out.
    static const Value nothing;
    static const std::string no_file;
    CheckedTable t = table ? *table : CheckedTable(no_file, section("view"), nothing);
    const View view{t.vector("from"), t.real("zoom")};
    if (view.from == Point{}) t.fail("from", "has no direction");
    t.finish();
    return view;
}

/// A scene file writes beside itself only: it may come from anywhere.
std::string output_path(CheckedTable& table, std::string_view key) {
    const std::string typed = table.text(key);
    const std::filesystem::path path(typed);
    const bool leads_up = std::any_of(path.begin(), path.end(), [](const auto& part) { return part == ".."; });
    if (path.is_absolute() || leads_up || typed == "-")
        table.fail(key, "a scene file writes beside itself or in folders below; the command's options write anywhere");
    return typed;
}

Output read_output(std::optional<CheckedTable> table) {
    if (!table) return {};
    Output output{output_path(*table, "frames"), output_path(*table, "json"), output_path(*table, "image"),
                  output_path(*table, "report")};
    table->finish();
    return output;
}

IntersectionMethod detector_named(const std::string& typed) {
    for (const IntersectionMethod method :
         {IntersectionMethod::brute_force, IntersectionMethod::box_tree, IntersectionMethod::regularity,
          IntersectionMethod::gjk_cut, IntersectionMethod::spatial_hash}) {
        if (name(method) == typed) return method;
    }
    return IntersectionMethod::automatic;
}

}  // namespace

std::string_view unit_of(Ask ask) {
    switch (ask) {
        case Ask::depth:
        case Ask::clearance: return "m";
        case Ask::overlap: return "m^3";
        default: return "";
    }
}

SceneFile scene_file_from_text(std::string_view text, const std::string& name) {
    const Value document = read_toml(text, name);
    CheckedTable scene(name, section("scene"), document);
    SceneFile file;
    file.name = name;
    file.about = scene.text("about");
    file.frames = static_cast<std::size_t>(scene.whole("frames"));
    file.dt = scene.real("dt");
    file.gravity = scene.vector("gravity");
    file.certify = scene.flag("certify");
    file.budget = scene.seconds_if_given("budget");
    file.detector = detector_named(scene.text("detector"));
    file.tolerance = scene.real("tolerance");
    file.cloth_substeps = static_cast<std::uint32_t>(scene.whole("cloth_substeps"));
    file.bodies = read_bodies(scene, read_materials(scene));
    if (file.bodies.empty())
        throw io::FileError(name + ": there is no body: [[soft]], [[cloth]], [[particles]] or [[obstacle]]");
    for (CheckedTable& table : scene.tables("question")) file.questions.push_back(read_question(table, file.bodies));
    file.view = read_view(scene.table("view"));
    file.output = read_output(scene.table("output"));
    scene.finish();
    return file;
}

SceneFile read_scene_file(const std::filesystem::path& path) {
    std::ifstream stream(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    if (!stream.is_open() || stream.bad() || std::filesystem::is_directory(path))
        throw io::FileError(path.string() + ": cannot be read");
    SceneFile file = scene_file_from_text(text, path.string());
    file.folder = path.parent_path();
    return file;
}

}  // namespace pliant::scene_file
