// pliant_bench_volumes: layers, points inside and shared volumes beside floor, Embree and CGAL; one thread each.
#include "volumes.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include <pliant/pliant.hpp>

#include "boxes_floor.hpp"
#include "film.hpp"
#include "shapes/random.hpp"
#include "statistics.hpp"

#ifdef PLIANT_BENCH_OPENGL
#include <pliant/opengl.hpp>
#endif

namespace {

using namespace pliant::bench;
using Json = nlohmann::ordered_json;

struct Choice {
    std::size_t layer_faces = 520000, points = 100000, frames = 3, repetitions = 5;
    std::vector<std::size_t> contains_faces{20000, 100000, 500000};
    std::vector<std::size_t> overlap_faces{20000, 100000};
    std::string json;
};

struct Row {
    std::string question, name;
    std::size_t triangles;
    double milliseconds;
    std::string note;
};

/// Processor time of a call.
template <class Call>
double processor_time(const Call& call) {
    Stopwatch watch;
    call();
    return watch.lap().processor;
}

/// The contestants take turns frame by frame, so that what else the machine does disturbs all of them alike.
class Turns {
public:
    Turns(std::string question, std::size_t triangles) : question_(std::move(question)), triangles_(triangles) {}

    using Play = std::function<void(std::size_t frame)>;
    /// `prepare` is not timed.
    void add(
        std::string name, Play play, Play prepare = [](std::size_t) {}) {
        names_.push_back(std::move(name));
        plays_.push_back(std::move(play));
        prepares_.push_back(std::move(prepare));
    }

    void play(std::size_t frames, std::size_t repetitions) {
        std::vector<Timings> times(plays_.size(), Timings(frames));
        for (std::size_t repetition = 0; repetition <= repetitions; ++repetition) {
            for (std::size_t frame = 0; frame < frames; ++frame) {
                for (std::size_t who = 0; who < plays_.size(); ++who) {
                    prepares_[who](frame);
                    const double time = processor_time([&] { plays_[who](frame); });
                    if (repetition > 0) times[who].add(frame, time);  // the first round warms up
                }
            }
        }
        for (std::size_t who = 0; who < plays_.size(); ++who) {
            rows_.push_back({question_, names_[who], triangles_, times[who].undisturbed(), {}});
        }
    }

    [[nodiscard]] const std::vector<Row>& rows() const { return rows_; }

private:
    std::string question_;
    std::size_t triangles_;
    std::vector<std::string> names_;
    std::vector<Play> plays_, prepares_;
    std::vector<Row> rows_;
};

std::vector<Row> race_layers(const Choice& choice) {
    const Film film = play("pulsating_sphere", choice.layer_faces, choice.frames);
    std::vector<FloorBox> boxes(film.triangles.size());
    pliant::Scene scene({.threads = 1});
    const auto body =
        scene.add(pliant::SurfaceView{film.points(0, film.bodies[0]), film.own_triangles(film.bodies[0])});
    Turns turns("layers, 128 x 128", film.triangles.size());
    turns.add("floor", [&](std::size_t frame) {
        write_boxes(film.frames[frame].data(), film.triangles.data(), 0, boxes.size(), boxes.data());
    });
    turns.add("pliant cpu", [&](std::size_t frame) {
        scene.move(body, film.points(frame, film.bodies[0]));
        (void)scene.layers(body, {.resolution = 128});
    });
#ifdef PLIANT_BENCH_OPENGL
    pliant::OpenGlLayers opengl;
    const auto triangles = film.own_triangles(film.bodies[0]);
    for (const auto passes : {pliant::OpenGlPasses::stencil, pliant::OpenGlPasses::lists}) {
        turns.add(std::string("pliant opengl, ") + std::string(name(passes)), [&, passes](std::size_t frame) {
            (void)opengl.make(pliant::SurfaceView{film.points(frame, film.bodies[0]), triangles}, {.resolution = 128},
                              passes);
        });
    }
#endif
    turns.play(choice.frames, choice.repetitions);
    return turns.rows();
}

std::vector<Place> random_points(const Film& film, std::size_t count) {
    Place lo, hi;
    lo.fill(1e30f);
    hi.fill(-1e30f);
    const auto& positions = film.frames[0];
    for (std::size_t i = 0; i + 2 < positions.size(); i += 3) {
        for (std::size_t k = 0; k < 3; ++k) {
            lo[k] = std::min(lo[k], positions[i + k]);
            hi[k] = std::max(hi[k], positions[i + k]);
        }
    }
    pliant::shapes::Random random(7);
    std::vector<Place> points(count);
    for (Place& p : points) {
        for (std::size_t k = 0; k < 3; ++k) p[k] = static_cast<float>(random.between(lo[k], hi[k]));
    }
    return points;
}

/// What is said of each point: 1 inside, 0 outside, 2 uncertain.
std::vector<std::uint8_t> by_point(const pliant::Containment& found, std::size_t points) {
    std::vector<std::uint8_t> said(points, 0);
    for (const auto i : found.inside) said[i] = 1;
    for (const auto i : found.uncertain) said[i] = 2;
    return said;
}

/// Points of which something else is said; nothing is said of those that are uncertain.
std::size_t different(const std::vector<std::uint8_t>& said, const std::vector<std::uint8_t>& exactly) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < said.size(); ++i) count += said[i] != 2 && said[i] != exactly[i] ? 1 : 0;
    return count;
}

std::vector<Row> race_contains(const Choice& choice, std::size_t faces) {
    const Film film = play("squeezed_blob", faces, choice.frames);
    const auto& first = film.bodies[0];
    const auto triangles = film.own_triangles(first);
    const std::vector<Place> points = random_points(film, choice.points);
    pliant::Scene scene({.threads = 1});
    const auto body = scene.add(pliant::SurfaceView{film.points(0, first), triangles});
    const auto ask = [&](std::size_t frame, bool exact) -> const pliant::Containment& {
        scene.move(body, film.points(frame, first));
        return scene.contains(body, points, {.exact = exact, .rule = pliant::InsideRule::parity});
    };
    Turns turns("contains, " + std::to_string(points.size()) + " points", triangles.size());
    turns.add("pliant", [&](std::size_t frame) { (void)ask(frame, false); });
    turns.add("pliant exact", [&](std::size_t frame) { (void)ask(frame, true); });
    std::vector<NamedContainer> peers = embree_containers(triangles, first.vertices);
    for (NamedContainer& peer : cgal_containers(triangles, first.vertices)) peers.push_back(std::move(peer));
    std::vector<std::uint8_t> theirs;
    for (NamedContainer& peer : peers) {
        turns.add(peer.name, [&](std::size_t frame) { peer.container->find(film.frames[frame], points, theirs); });
    }
    turns.play(choice.frames, choice.repetitions);
    // Once more, of all frames, to compare what they say.
    std::vector<Row> rows = turns.rows();
    std::size_t uncertain = 0;
    std::vector<std::size_t> differ(rows.size(), 0);
    for (std::size_t frame = 0; frame < choice.frames; ++frame) {
        const std::vector<std::uint8_t> exactly = by_point(ask(frame, true), points.size());
        uncertain += ask(frame, false).uncertain.size();
        differ[0] += different(by_point(ask(frame, false), points.size()), exactly);
        for (std::size_t i = 0; i < peers.size(); ++i) {
            peers[i].container->find(film.frames[frame], points, theirs);
            differ[i + 2] += different(theirs, exactly);
        }
    }
    const std::size_t all = points.size() * choice.frames;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (i != 1) rows[i].note = fmt::format("{} of {} points differ from exact", differ[i], all);
    }
    rows[0].note +=
        fmt::format(", {:.1f} % uncertain", 100.0 * static_cast<double>(uncertain) / static_cast<double>(all));
    return rows;
}

std::vector<Place> places(const Film& film, std::size_t frame, const Film::Body& body) {
    std::vector<Place> result(body.vertices);
    const float* p = film.frames[frame].data() + 3 * std::size_t{body.first_vertex};
    for (std::size_t i = 0; i < result.size(); ++i) result[i] = {p[3 * i], p[3 * i + 1], p[3 * i + 2]};
    return result;
}

std::vector<Row> race_overlap(std::size_t faces, std::size_t repetitions) {
    const Film film = play("two_knots", faces, 8);
    const auto &a = film.bodies[0], &b = film.bodies[1];
    const auto triangles_a = film.own_triangles(a), triangles_b = film.own_triangles(b);
    pliant::Scene scene({.threads = 1});
    const auto id_a = scene.add(pliant::SurfaceView{film.points(0, a), triangles_a});
    const auto id_b = scene.add(pliant::SurfaceView{film.points(0, b), triangles_b});
    // The frame of the film with the largest shared volume that is not nothing.
    std::size_t chosen = 0;
    double most = -1;
    for (std::size_t frame = 0; frame < film.frames.size(); ++frame) {
        scene.move(id_a, film.points(frame, a));
        scene.move(id_b, film.points(frame, b));
        const double volume = scene.overlap(id_a, id_b).volume;
        if (volume > most) most = volume, chosen = frame;
    }
    Turns turns("overlap, 1 %", film.triangles.size());
    pliant::Overlap ours;
    turns.add("pliant", [&](std::size_t) {
        scene.move(id_a, film.points(chosen, a));
        scene.move(id_b, film.points(chosen, b));
        ours = scene.overlap(id_a, id_b);
    });
    const auto at_a = places(film, chosen, a), at_b = places(film, chosen, b);
    std::vector<NamedBoolean> peers = cgal_booleans({{a.vertices, b.vertices}, {triangles_a, triangles_b}});
    std::vector<double> volumes(peers.size());
    for (std::size_t i = 0; i < peers.size(); ++i) {
        turns.add(
            peers[i].name, [&, i](std::size_t) { volumes[i] = peers[i].boolean->volume(at_a, at_b); },
            [&, i](std::size_t) { peers[i].boolean->renew_meshes(); });
    }
    turns.play(1, repetitions);
    std::vector<Row> rows = turns.rows();
    rows[0].note = fmt::format("{:.6g} +- {:.2g}", ours.volume, ours.error);
    for (std::size_t i = 0; i < peers.size(); ++i) {
        const bool within = std::abs(volumes[i] - ours.volume) <= ours.error;
        rows[i + 1].note = fmt::format("{:.6g}, {}within our error", volumes[i], within ? "" : "NOT ");
    }
    return rows;
}

void print(const std::vector<Row>& rows, Json& all) {
    for (const Row& row : rows) {
        const double ratio = row.milliseconds / rows[0].milliseconds;
        fmt::print("{:<26} {:>8} {:<30} {:>10.3f} ms {:>8.2f} x  {}\n", row.question, row.triangles, row.name,
                   row.milliseconds, ratio, row.note);
        all.push_back({{"question", row.question},
                       {"name", row.name},
                       {"triangles", row.triangles},
                       {"milliseconds", row.milliseconds},
                       {"ratio_to_first", ratio},
                       {"note", row.note}});
    }
    std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App app("Questions about volumes: Pliant beside others");
    Choice choice;
    std::string only;
    app.add_option("--layer-faces", choice.layer_faces, "faces of the body whose layers are made");
    app.add_option("--contains-faces", choice.contains_faces, "faces of the bodies that points are tested against");
    app.add_option("--overlap-faces", choice.overlap_faces, "faces of the pairs of bodies");
    app.add_option("--points", choice.points, "points");
    app.add_option("--frames", choice.frames, "frames");
    app.add_option("--repetitions", choice.repetitions, "times each film is played");
    app.add_option("--only", only, "layers, contains or overlap");
    app.add_option("--json", choice.json, "write the results to this file");
    CLI11_PARSE(app, argc, argv);
    Json all = Json::array();
    if (only.empty() || only == "layers") print(race_layers(choice), all);
    for (const std::size_t faces : choice.contains_faces) {
        if (only.empty() || only == "contains") print(race_contains(choice, faces), all);
    }
    for (const std::size_t faces : choice.overlap_faces) {
        if (only.empty() || only == "overlap") print(race_overlap(faces, choice.repetitions), all);
    }
    if (!choice.json.empty()) std::ofstream(choice.json) << all.dump(1) << '\n';
    return 0;
}
