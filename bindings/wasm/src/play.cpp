// What the page has beside the package: scenes of the catalogue, meshes from files, and soft bodies to be dragged.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <pliant/io.hpp>
#include <pliant/simulation.hpp>

#include "module.hpp"
#include "reply.hpp"
#include "shapes/catalogue.hpp"
#include "shapes/solids.hpp"

using namespace pliant;
using pliant::wasm::Reply;

namespace {

Reply& reply() {
    static Reply own;
    return own;
}

/// Runs a call and returns the head of its reply.
template <class Call>
const char* answered(const Call& call) {
    return wasm::guarded<const char*>(nullptr, [&] {
        reply().clear();
        call(reply());
        return reply().finish();
    });
}

template <class Elements>
void write_elements(Reply& out, const std::string& name, const Elements& elements) {
    const std::size_t each = elements.empty() ? 0 : elements.front().size();
    auto at = out.column<std::uint32_t>(name, each * elements.size()).begin();
    for (const auto& element : elements) at = std::copy(element.begin(), element.end(), at);
}

void write_points(Reply& out, const std::string& name, std::span<const Point> points) {
    auto at = out.column<double>(name, 3 * points.size()).begin();
    for (const Point& p : points) at = std::copy(p.begin(), p.end(), at);
}

/// "positions3" and so on: the columns of body 3.
std::string column_of(std::string_view what, std::size_t body) { return std::string(what) + std::to_string(body); }

template <class Mesh>
void write_mesh(Reply& out, std::size_t body, const Mesh& mesh) {
    write_points(out, column_of("positions", body), mesh.positions);
    write_elements(out, column_of("triangles", body), mesh.triangles);
    write_elements(out, column_of("tetrahedra", body), mesh.tetrahedra);
}

/// Bodies that live, and the vertices that a hand holds.
struct Play {
    Simulation simulation{SimulationOptions{.threads = 1}};
    std::uint32_t held_body = 0;
    std::vector<std::uint32_t> held;
};

void move_by(shapes::Mesh& mesh, const Point& way) {
    for (Point& p : mesh.positions) {
        for (std::size_t k = 0; k < 3; ++k) p[k] += way[k];
    }
}

void add_balls(Simulation& simulation) {
    shapes::Mesh floor = shapes::solid_box({4, 4, 1}, {4, 4, 0.2});
    move_by(floor, {0, 0, -0.1});
    simulation.add_obstacle("floor", VolumeView{floor.positions, floor.tetrahedra});
    for (int i = 0; i < 3; ++i) {
        shapes::Mesh ball = shapes::solid_ball(6, 0.45);
        move_by(ball, {0.35 * (i - 1), 0.2 * (i % 2), 0.6 + 0.95 * i});
        simulation.add_soft("ball " + std::to_string(i + 1), VolumeView{ball.positions, ball.tetrahedra},
                            {.material = {2e4, 0.4, 1000, 0.01}});
    }
}

void add_cloth(Simulation& simulation) {
    shapes::Mesh ball = shapes::solid_ball(8, 0.5);
    simulation.add_obstacle("ball", VolumeView{ball.positions, ball.tetrahedra});
    shapes::Mesh cloth = shapes::solid_box({20, 20, 1}, {2, 2, 0.04});
    move_by(cloth, {0, 0, 0.62});
    simulation.add_soft("cloth", VolumeView{cloth.positions, cloth.tetrahedra},
                        {.material = {4e4, 0.3, 300, 0.02}});
}

}  // namespace

/// A line a scene: name, description, triangles, frames, apart by tabs.
PLIANT_MODULE_FUNCTION const char* pliant_catalogue() {
    return answered([](Reply& out) {
        std::string lines;
        for (const shapes::SceneInfo& info : shapes::catalogue()) {
            lines += std::string(info.name) + '\t' + std::string(info.description) + '\t' +
                     std::to_string(info.default_triangles) + '\t' + std::to_string(info.default_frames) + '\n';
        }
        out.value("lines", std::string_view(lines));
    });
}

PLIANT_MODULE_FUNCTION shapes::AnimatedScene* pliant_animation_new(const char* name, std::uint32_t triangles) {
    return wasm::guarded<shapes::AnimatedScene*>(nullptr, [&] {
        return shapes::make_scene(name, {.triangles = triangles, .frames = {}, .seed = 1}).release();
    });
}

PLIANT_MODULE_FUNCTION void pliant_animation_free(shapes::AnimatedScene* animation) { delete animation; }

PLIANT_MODULE_FUNCTION const char* pliant_animation_bodies(shapes::AnimatedScene* animation) {
    return answered([&](Reply& out) {
        std::string names;
        for (std::size_t body = 0; body < animation->bodies(); ++body) {
            names += std::string(animation->body_name(body)) + '\n';
            write_mesh(out, body, animation->body(body));
        }
        out.value("names", std::string_view(names));
        out.value("frames", double(animation->frames()));
    });
}

PLIANT_MODULE_FUNCTION const char* pliant_animation_frame(shapes::AnimatedScene* animation, std::uint32_t frame) {
    return answered([&](Reply& out) {
        std::vector<shapes::Position> positions;
        for (std::size_t body = 0; body < animation->bodies(); ++body) {
            animation->positions(frame, body, positions);
            write_points(out, column_of("positions", body), positions);
        }
    });
}

/// The bodies of a file: `ending` such as ".obj".
PLIANT_MODULE_FUNCTION const char* pliant_read_file(const std::byte* bytes, std::uint32_t size, const char* ending,
                                                    const char* name) {
    return answered([&](Reply& out) {
        io::Mesh mesh = io::read_mesh_from_memory({bytes, size}, ending, name);
        if (mesh.name.empty()) mesh.name = name;
        if (mesh.soup) io::weld(mesh);
        std::string names;
        const std::vector<io::Mesh> bodies = io::split(std::move(mesh));
        for (std::size_t body = 0; body < bodies.size(); ++body) {
            names += bodies[body].name + '\n';
            write_mesh(out, body, bodies[body]);
        }
        out.value("names", std::string_view(names));
    });
}

PLIANT_MODULE_FUNCTION Play* pliant_play_new(int cloth) {
    return wasm::guarded<Play*>(nullptr, [&] {
        auto play = std::make_unique<Play>();
        cloth != 0 ? add_cloth(play->simulation) : add_balls(play->simulation);
        return play.release();
    });
}

PLIANT_MODULE_FUNCTION void pliant_play_free(Play* play) { delete play; }

PLIANT_MODULE_FUNCTION const char* pliant_play_bodies(Play* play) {
    return answered([&](Reply& out) {
        std::string names;
        for (std::uint32_t body = 0; body < play->simulation.bodies(); ++body) {
            names += play->simulation.body_name(body) + '\n';
            write_points(out, column_of("positions", body), play->simulation.positions(body));
            write_elements(out, column_of("triangles", body), play->simulation.triangles(body));
            write_elements(out, column_of("tetrahedra", body), play->simulation.tetrahedra(body));
        }
        out.value("names", std::string_view(names));
    });
}

/// Takes hold of the vertices within a distance of one.
PLIANT_MODULE_FUNCTION void pliant_play_grab(Play* play, std::uint32_t body, std::uint32_t vertex, double reach) {
    wasm::guarded(0, [&] {
        if (body >= play->simulation.bodies() || play->simulation.kind(body) != BodyKind::soft) return 0;
        const auto positions = play->simulation.positions(body);
        if (vertex >= positions.size()) return 0;
        const Point at = positions[vertex];
        play->held_body = body;
        for (std::uint32_t v = 0; v < positions.size(); ++v) {
            double square = 0;
            for (std::size_t k = 0; k < 3; ++k) square += (positions[v][k] - at[k]) * (positions[v][k] - at[k]);
            if (square > reach * reach) continue;
            play->simulation.hold(body, v);
            play->held.push_back(v);
        }
        return 0;
    });
}

PLIANT_MODULE_FUNCTION void pliant_play_release(Play* play) {
    wasm::guarded(0, [&] {
        for (const std::uint32_t v : play->held) play->simulation.hold(play->held_body, v, false);
        play->held.clear();
        return 0;
    });
}

/// One step; what is held moves by this much in it.
PLIANT_MODULE_FUNCTION const char* pliant_play_step(Play* play, double seconds, double x, double y, double z) {
    return answered([&](Reply& out) {
        for (const std::uint32_t v : play->held) play->simulation.move_held(play->held_body, v, {x, y, z});
        const StepReport& report = play->simulation.step(seconds);
        for (std::uint32_t body = 0; body < play->simulation.bodies(); ++body) {
            write_points(out, column_of("positions", body), play->simulation.positions(body));
        }
        out.value("deform", report.milliseconds.deform);
        out.value("detect", report.milliseconds.detect);
        out.value("respond", report.milliseconds.respond);
        out.value("contacts", double(report.contacts));
        out.value("pushing", double(report.pushing));
    });
}
