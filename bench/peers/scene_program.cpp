#include "scene_program.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <filesystem>
#include <fstream>

namespace pliant::bench {

namespace {

SceneChoice read(CLI::App& app, const SceneProgram& program, int argc, char** argv) {
    SceneChoice choice = program.usual;
    app.add_option("--scene", choice.scenes, "NAME, NAME:TRIANGLES or a FILE with a slash; several");
    app.add_option("--frames", choice.frames, "frames, spread over the whole motion")->check(CLI::PositiveNumber);
    app.add_option("--repetitions", choice.repetitions, "times each film is played")->check(CLI::PositiveNumber);
    app.add_option("--json", choice.json, "write the results to this file");
    program.own_options(app);
    app.parse(argc, argv);
    return choice;
}

}  // namespace

int run(const SceneProgram& program, int argc, char** argv) {
    CLI::App app(program.about);
    SceneChoice choice;
    try {
        choice = read(app, program, argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error);
    }
    SceneResult results = SceneResult::array();
    for (const std::string& scene : choice.scenes) {
        if (is_file(scene) && !std::filesystem::exists(scene)) {
            fmt::print(stderr, "no {}: skipped\n", scene);
            continue;
        }
        results.push_back(program.measure(scene, choice));
        fmt::print("{}: {}\n", results.back()["scene"].get<std::string>(), program.words(results.back()));
    }
    if (!choice.json.empty()) std::ofstream(choice.json) << results.dump(1) << "\n";
    return 0;
}

std::string title_of(const std::string& scene, const std::string& name_of_film) {
    return is_file(scene) ? std::filesystem::path(scene).stem().string() : name_of_film;
}

void add_bodies(const Film& film, Scene& scene) {
    for (const Film::Body& body : film.bodies) {
        const std::vector<Triangle> own = film.own_triangles(body);
        scene.add(SurfaceView{film.points(0, body), own});
    }
}

void move_bodies(const Film& film, std::size_t frame, Scene& scene) {
    for (std::size_t b = 0; b < film.bodies.size(); ++b) scene.move(BodyId(b), film.points(frame, film.bodies[b]));
}

}  // namespace pliant::bench
