// Table 1 of Mendoza2005, deadlines, quality against budget, and the cost of the first answer.
#include <sys/resource.h>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <ctime>
#include <fstream>
#include <iostream>
#include <string>

#include <pliant/meshing.hpp>
#include <pliant/penalty.hpp>
#include <pliant/scene.hpp>

#include "caged_body.hpp"
#include "peers/boxes_floor.hpp"
#include "peers/statistics.hpp"

namespace pliant::bench {
namespace {

using nlohmann::json;
using Clock = std::chrono::steady_clock;
using Vectors = std::vector<std::array<double, 3>>;

double processor_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Two elastic bodies that meet.
class Stage {
public:
    Stage(CagedBody left, CagedBody right) : parts_{std::move(left), std::move(right)}, scene_({.threads = 1}) {
        for (std::size_t i = 0; i < 2; ++i) {
            const CagedBody& part = parts_[i];
            bodies_.emplace_back(VolumeView{part.cage, part.tetrahedra}, Material{2e4, 0.3, 200, 0.002});
            ids_[i] = scene_.add(SurfaceView{part.surface, part.triangles});
            scene_.follow(ids_[i], part.skin);
            forces_[i].resize(part.cage.size());
        }
        fly(0.4);
    }

    /// As at the beginning, at a speed towards one another.
    void fly(double speed) {
        for (std::size_t i = 0; i < 2; ++i) {
            bodies_[i].set_positions(parts_[i].cage);
            const Vectors flight(parts_[i].cage.size(), {i == 0 ? speed : -speed, 0, 0});
            bodies_[i].set_velocities(flight);
        }
        follow();
    }

    /// The dense surfaces follow their cages.
    void follow() {
        for (std::size_t i = 0; i < 2; ++i) {
            steer(parts_[i].skin, bodies_[i].positions(), parts_[i].surface);
            say_moved(i);
        }
    }

    void say_moved(std::size_t i) { scene_.move(ids_[i], parts_[i].surface, bodies_[i].positions()); }

    const Contacts& contacts(const ContactOptions& options) {
        return scene_.contacts_within(ids_[0], ids_[1], options);
    }

    /// The paper's cycle: contacts within the critical time, penalty forces, one step, surfaces follow.
    const Contacts& frame(const ContactOptions& options) {
        const Contacts& found = contacts(options);
        const double step = 0.5 * std::min(bodies_[0].stable_step(), bodies_[1].stable_step());
        const auto pushed = [&](std::size_t i) {
            return PenaltyBody{bodies_[i].positions(), bodies_[i].velocities(), forces_[i]};
        };
        penalty_forces(found, pushed(0), pushed(1), {.stiffness = 500, .spheres = true});
        for (std::size_t i = 0; i < 2; ++i) bodies_[i].step(step, forces_[i]);
        follow();
        return found;
    }

    [[nodiscard]] const CagedBody& part(std::size_t i) const { return parts_[i]; }
    std::vector<Sphere> spheres(std::size_t side) {
        const SphereTreeView view = scene_.sphere_tree(ids_[side]);
        return {view.spheres.begin(), view.spheres.end()};
    }

private:
    std::array<CagedBody, 2> parts_;
    Scene scene_;
    std::vector<ElasticBody> bodies_;
    std::array<BodyId, 2> ids_{};
    std::array<Vectors, 2> forces_;
};

constexpr std::array critical_times{1e-4, 1e-3, 1e-2, 1e-1, 1.0};

/// Lists as long as the mean of some frames in which the bodies overlap.
json table_1(Stage& stage, int frames) {
    json rows = json::array();
    for (const double seconds : critical_times) {
        stage.fly(0.2);
        const ContactOptions options{.order = ContactOrder::breadth_first,
                                     .finest = Finest::spheres,
                                     .budget = {.time = std::chrono::nanoseconds(std::int64_t(seconds * 1e9))}};
        double pairs = 0, collisions = 0;
        stage.contacts(options);  // builds
        const double started = processor_seconds();
        for (int i = 0; i < frames; ++i) {
            const Contacts& found = stage.frame(options);
            pairs += static_cast<double>(found.pair_list) / frames;
            collisions += static_cast<double>(found.collision_list) / frames;
        }
        const double each = (processor_seconds() - started) / frames;
        rows.push_back({{"critical_time", seconds},
                        {"pair_list", pairs},
                        {"collision_list", collisions},
                        {"frames_per_processor_second", 1 / each}});
    }
    return rows;
}

struct Timed {
    double wall, processor;  // milliseconds
    bool disturbed;          // another program or the host of a virtual machine had the processor in between
};

/// Milliseconds that a thread may be without the processor and count as undisturbed.
constexpr double most_without = 0.02;

template <class Call>
Timed timed(const Call& call) {
    rusage before{}, after{};
    getrusage(RUSAGE_THREAD, &before);
    const double processor = processor_seconds();
    const auto started = Clock::now();
    call();
    const double wall = std::chrono::duration<double, std::milli>(Clock::now() - started).count();
    const double used = 1e3 * (processor_seconds() - processor);
    getrusage(RUSAGE_THREAD, &after);
    return {wall, used, after.ru_nivcsw != before.ru_nivcsw || wall - used > most_without};
}

/// How many ended in time: of all, and of those that had the processor throughout.
struct InTime {
    int all = 0, undisturbed = 0, all_in_time = 0, undisturbed_in_time = 0;
    double worst_processor = 0;
    void count(const Timed& t, double limit) {
        ++all;
        all_in_time += t.wall <= limit ? 1 : 0;
        worst_processor = std::max(worst_processor, t.processor);
        if (t.disturbed) return;
        ++undisturbed;
        undisturbed_in_time += t.wall <= limit ? 1 : 0;
    }
    [[nodiscard]] json shares() const {
        return {{"in_time", double(all_in_time) / all},
                {"undisturbed", undisturbed},
                {"undisturbed_in_time", double(undisturbed_in_time) / std::max(1, undisturbed)},
                {"worst_processor_ms", worst_processor}};
    }
};

void spin(double milliseconds) {
    const auto end = Clock::now() + std::chrono::nanoseconds(std::int64_t(milliseconds * 1e6));
    while (Clock::now() < end) continue;
}

/// Whole calls, which bring the spheres up to date as well; the bodies have moved before each. By turns with a loop
/// that does nothing for as long as calls take, which shows what the machine itself misses.
json deadlines(Stage& stage, int queries) {
    json rows = json::array();
    for (const double milliseconds : {0.1, 0.5, 1.0, 5.0}) {
        const ContactOptions options{.budget = {.time = std::chrono::nanoseconds(std::int64_t(milliseconds * 1e6))},
                                     .resume = false};
        const double limit = 1.05 * milliseconds + 0.02;
        InTime calls, spins;
        std::vector<double> walls;
        for (int i = 0; i < queries; ++i) {
            for (std::size_t b = 0; b < 2; ++b) stage.say_moved(b);
            const Timed call = timed([&] { stage.contacts(options); });
            calls.count(call, limit);
            if (walls.size() < 101) walls.push_back(call.wall);
            const double as_long = std::min(median(walls), milliseconds);
            spins.count(timed([&] { spin(as_long); }), limit);
        }
        rows.push_back({{"budget_ms", milliseconds},
                        {"queries", queries},
                        {"median_ms", median(walls)},
                        {"calls", calls.shares()},
                        {"spins", spins.shares()}});
    }
    return rows;
}

/// Distances from contacts of the exact answer to the nearest reported one.
std::vector<double> distances_off(const Contacts& exact, const Contacts& answer) {
    std::vector<double> off;
    const std::size_t every = std::max<std::size_t>(1, exact.size() / 500);
    for (std::size_t i = 0; i < exact.size(); i += every) {
        double nearest = 1e300;
        for (const Contact& c : answer) {
            const auto &p = exact[i].position, &q = c.position;
            nearest = std::min(nearest, std::hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]));
        }
        off.push_back(nearest);
    }
    return off;
}

/// How far vertices have moved against each other: the largest change of a distance to the middle, of a body of size
/// one.
double strain_of(const Vectors& rest, const Vectors& now) {
    const auto middle = [](const Vectors& points) {
        std::array<double, 3> sum{};
        for (const auto& p : points) {
            for (std::size_t k = 0; k < 3; ++k) sum[k] += p[k] / static_cast<double>(points.size());
        }
        return sum;
    };
    const auto a = middle(rest), b = middle(now);
    double most = 0;
    for (std::size_t v = 0; v < rest.size(); ++v) {
        const double before = std::hypot(rest[v][0] - a[0], rest[v][1] - a[1], rest[v][2] - a[2]);
        const double after = std::hypot(now[v][0] - b[0], now[v][1] - b[1], now[v][2] - b[2]);
        most = std::max(most, std::abs(after - before));
    }
    return most;
}

/// How far off contacts are at some budgets, and what the answer says of itself: medians of several answers.
json quality(Stage& stage) {
    constexpr int answers = 9;
    const Contacts exact = stage.contacts({.resume = false});
    json rows = json::array();
    for (const double milliseconds : {0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0}) {
        const ContactOptions options{.budget = {.time = std::chrono::nanoseconds(std::int64_t(milliseconds * 1e6))},
                                     .resume = false};
        std::vector<double> used, contacts, tests, middle, largest, error, gap;
        for (int i = 0; i < answers; ++i) {
            for (std::size_t b = 0; b < 2; ++b) stage.say_moved(b);
            const double started = processor_seconds();
            const Contacts answer = stage.contacts(options);
            used.push_back(1e3 * (processor_seconds() - started));
            const std::vector<double> off = distances_off(exact, answer);
            contacts.push_back(double(answer.size()));
            tests.push_back(double(answer.report.counters.sphere_tests + answer.report.counters.candidates));
            middle.push_back(off.empty() ? 0 : median(off));
            largest.push_back(off.empty() ? 0 : *std::max_element(off.begin(), off.end()));
            error.push_back(answer.error);
            gap.push_back(answer.gap);
        }
        rows.push_back({{"budget_ms", milliseconds},
                        {"processor_ms", median(used)},
                        {"contacts", median(contacts)},
                        {"tests", median(tests)},
                        {"median_error", median(middle)},
                        {"largest_error", median(largest)},
                        {"error_bound", median(error)},
                        {"gap_bound", median(gap)}});
    }
    return {{"exact_pairs", exact.pairs.size()}, {"budgets", rows}};
}

/// The same while the bodies bend: they fly into each other and push each other apart, and in some frames of that every
/// budget is asked for the same pose. `frames` between two such frames.
json quality_while_bending(Stage& stage, int frames) {
    constexpr int poses = 6;
    stage.fly(4);
    std::array<Vectors, 2> rest{stage.part(0).surface, stage.part(1).surface};
    json rows = json::array();
    for (int pose = 0; pose < poses; ++pose) {
        for (int i = 0; i < frames; ++i) stage.frame({.budget = {.tests = 20000}});
        double moved = 0;
        for (std::size_t b = 0; b < 2; ++b) moved = std::max(moved, strain_of(rest[b], stage.part(b).surface));
        json row = quality(stage);
        row["bent"] = moved;
        rows.push_back(row);
    }
    return rows;
}

/// Milliseconds of processor time: the floor of both dense bodies, and update with a first answer by the cages.
json first_answer(Stage& stage) {
    std::vector<double> floor, first;
    std::vector<FloorBox> boxes;
    for (int i = 0; i < 15; ++i) {
        double sum = 0;
        for (std::size_t b = 0; b < 2; ++b) {
            const CagedBody& part = stage.part(b);
            std::vector<float> positions;
            for (const auto& p : part.surface)
                positions.insert(positions.end(), {float(p[0]), float(p[1]), float(p[2])});
            positions.push_back(0);
            boxes.resize(part.triangles.size());
            const double started = processor_seconds();
            write_boxes(positions.data(), part.triangles.data(), 0, part.triangles.size(), boxes.data());
            sum += 1e3 * (processor_seconds() - started);
        }
        floor.push_back(sum);
        for (std::size_t b = 0; b < 2; ++b) stage.say_moved(b);
        const double started = processor_seconds();
        stage.contacts({.budget = {.tests = 1}});
        first.push_back(1e3 * (processor_seconds() - started));
    }
    return {{"floor_ms", median(floor)}, {"update_and_first_answer_ms", median(first)}};
}

/// Spheres that count as colliding at four budgets, and some of the surface to draw them on.
json figure_9(Stage& stage) {
    json result;
    for (std::size_t i = 0; i < 2; ++i) {
        json points = json::array();
        const auto& surface = stage.part(i).surface;
        const std::size_t every = std::max<std::size_t>(1, surface.size() / 4000);
        for (std::size_t v = 0; v < surface.size(); v += every) points.push_back({surface[v][0], surface[v][1]});
        result["points"].push_back(points);
    }
    const std::array<std::vector<Sphere>, 2> trees{stage.spheres(0), stage.spheres(1)};
    for (const std::uint64_t tests : {100, 1000, 10000, 100000}) {
        const Contacts answer = stage.contacts({.order = ContactOrder::breadth_first,
                                                .finest = Finest::spheres,
                                                .budget = {.tests = tests},
                                                .resume = false});
        json spheres = json::array();
        const std::size_t every = std::max<std::size_t>(1, answer.size() / 1500);
        for (std::size_t i = 0; i < answer.size(); i += every) {
            for (std::size_t side = 0; side < 2; ++side) {
                const Sphere s = trees[side][side == 0 ? answer[i].sphere_a : answer[i].sphere_b];
                spheres.push_back({s.centre[0], s.centre[1], s.radius});
            }
        }
        result["budgets"].push_back({{"tests", tests}, {"contacts", answer.size()}, {"spheres", spheres}});
    }
    return result;
}

/// How well the levels of the bunny's tree fit, by either builder, and how much budget either needs for the same error.
json builders(const CagedBody& body) {
    json result = json::array();
    const CagedBody left = shifted(body, -0.4), right = shifted(body, 0.4);
    for (const bool medial : {false, true}) {
        if (medial && !meshing::has_medial_axis()) continue;
        const double started = processor_seconds();
        const SurfaceView surface{body.surface, body.triangles};
        const SphereHierarchy tree = medial ? meshing::make_medial_hierarchy(surface) : make_sphere_hierarchy(surface);
        json row{{"builder", medial ? "medial" : "median"}, {"seconds", processor_seconds() - started}};
        row["errors"] = tree.errors;
        for (std::size_t i = 0; i + 1 < tree.level.size(); ++i) {
            row["spheres"].push_back(tree.level[i + 1] - tree.level[i]);
        }
        Scene scene({.threads = 1});
        const BodyId a = scene.add(SurfaceView{left.surface, left.triangles});
        const BodyId b = scene.add(SurfaceView{right.surface, right.triangles});
        scene.use_sphere_hierarchy(a, tree);
        scene.use_sphere_hierarchy(b, tree);
        for (const std::uint64_t tests : {100, 1000, 10000, 100000}) {
            const Contacts& answer = scene.contacts_within(a, b, {.budget = {.tests = tests}, .resume = false});
            row["budgets"].push_back({{"tests", tests}, {"error_bound", answer.error}, {"contacts", answer.size()}});
        }
        const Counters& all = scene.contacts_within(a, b, {.resume = false}).report.counters;
        row["tests_to_the_end"] = all.sphere_tests + all.candidates;
        result.push_back(row);
    }
    return result;
}

json experiments(const std::string& name, Stage& stage, int frames, int queries) {
    std::cerr << name << "\n";
    json result{{"pair", name},
                {"triangles", stage.part(0).triangles.size() + stage.part(1).triangles.size()},
                {"cage_vertices", stage.part(0).cage.size() + stage.part(1).cage.size()}};
    stage.fly(0);
    result["first_answer"] = first_answer(stage);
    if (name == "bunnies") result["figure_9"] = figure_9(stage);
    result["quality"] = quality(stage);
    result["deadlines"] = deadlines(stage, queries);
    result["table_1"] = table_1(stage, frames);
    result["bending"] = quality_while_bending(stage, 4 * frames);
    return result;
}

}  // namespace
}  // namespace pliant::bench

int main(int argc, char** argv) {
    using namespace pliant::bench;
    CLI::App app("The experiments of Mendoza2005");
    std::string data, out;
    int frames = 10, queries = 3334;  // three pairs: 10,000 at each budget
    std::size_t cage = 300;
    app.add_option("--data", data, "Folder with bunny_75k.off and dragon_vrip_871k.ply.gz")->required();
    app.add_option("--json", out, "Where the figures go")->required();
    app.add_option("--frames", frames, "Of table 1, for each critical time");
    app.add_option("--queries", queries, "For each deadline");
    std::string only;
    app.add_option("--only", only, "One pair: bunnies, dragons, or \"bunny and dragon\"");
    app.add_option("--cage", cage, "Triangles of the simplified surface that a cage is made from");
    CLI11_PARSE(app, argc, argv);
    namespace shapes = pliant::shapes;
    const CagedBody bunny = read_caged(data + "/bunny_75k.off", shapes::icosphere(60), cage);
    const CagedBody dragon =
        only == "bunnies" ? CagedBody{}
                          : read_caged(data + "/dragon_vrip_871k.ply.gz",
                                       shapes::torus_knot(shapes::grid_size(400000, 9), {2, 3, 1, 0.42, 0.3}), cage);
    nlohmann::json all = nlohmann::json::array();
    const nlohmann::json made = only.empty() ? builders(bunny) : nlohmann::json::array();
    const auto run = [&](const char* name, const CagedBody& left, const CagedBody& right) {
        if (!only.empty() && only != name) return;
        Stage stage(shifted(left, -0.4), shifted(right, 0.4));
        all.push_back(experiments(name, stage, frames, queries));
        if (all.size() == 1) {
            all[0]["builders"] = made;
            all[0]["bodies"] = dragon.name.empty() ? bunny.name : bunny.name + ", " + dragon.name;
        }
        std::ofstream(out) << all.dump(1) << "\n";
    };
    run("bunnies", bunny, bunny);
    run("bunny and dragon", bunny, dragon);
    run("dragons", dragon, dragon);
    return 0;
}
