// pliant_bench_motion: what meets between two frames, Pliant beside Embree with a cubic solver; and single queries.
#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <time.h>
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>

#include <pliant/io.hpp>
#include <pliant/pliant.hpp>

#include "film.hpp"
#include "motion.hpp"
#include "statistics.hpp"

namespace pliant::bench {

namespace {

void list_edges(MotionStep& step) {
    std::set<std::array<std::uint32_t, 2>> edges;
    for (const Triangle& t : step.triangles) {
        for (std::size_t i = 0; i < 3; ++i)
            edges.insert({std::min(t[i], t[(i + 1) % 3]), std::max(t[i], t[(i + 1) % 3])});
    }
    step.edges.assign(edges.begin(), edges.end());
}

}  // namespace

MotionStep read_step(const std::string& name, const std::filesystem::path& first, const std::filesystem::path& second) {
    const io::Mesh from = io::read_mesh(first), to = io::read_mesh(second);
    MotionStep step;
    step.name = name;
    step.triangles = from.triangles;
    const auto narrow = [](const io::Mesh& mesh, std::vector<std::array<float, 3>>& out) {
        for (const auto& p : mesh.positions) out.push_back({float(p[0]), float(p[1]), float(p[2])});
    };
    narrow(from, step.start);
    narrow(to, step.end);
    list_edges(step);
    return step;
}

MotionStep play_step(const std::string& scene) {
    constexpr std::size_t frames = 48;
    const Film film = play(std::string_view(scene), frames);
    MotionStep step;
    step.name = scene.substr(0, scene.find(':'));
    step.triangles = film.triangles;
    const auto copy = [&](const std::vector<float>& frame, std::vector<std::array<float, 3>>& out) {
        for (std::size_t i = 0; i < film.vertices(); ++i) {
            out.push_back({frame[3 * i], frame[3 * i + 1], frame[3 * i + 2]});
        }
    };
    copy(film.frames[frames / 2], step.start);
    copy(film.frames[frames / 2 + 1], step.end);
    list_edges(step);
    return step;
}

namespace {

using Json = nlohmann::ordered_json;

/// A warm scene, a step of two frames: reading, boxes, candidates, decisions.
template <class Ask>
MotionResult ours(const MotionStep& step, const std::string& name, int repetitions, const Ask& ask) {
    Scene scene({.threads = 1});
    const BodyId body = scene.add(SurfaceView{step.start, step.triangles});
    MotionResult best;
    for (int i = 0; i <= repetitions; ++i) {  // the first one builds
        scene.move(body, step.start);
        scene.start_step();
        MotionResult now{name, 0, 0, 0, 0};
        Stopwatch watch;
        scene.move(body, step.end);
        ask(scene, now);
        now.milliseconds = watch.lap().processor;
        if (i == 1 || (i > 1 && now.milliseconds < best.milliseconds)) best = now;
    }
    return best;
}

/// The least work of any way that looks at every feature: the box of each over the whole step, written once.
void write_swept_boxes(const MotionStep& step, std::vector<SweptBox>& boxes) {
    auto out = boxes.begin();
    for (std::uint32_t v = 0; v < step.start.size(); ++v) *out++ = swept_box(step, std::array{v});
    for (const auto& edge : step.edges) *out++ = swept_box(step, edge);
    for (const Triangle& triangle : step.triangles) *out++ = swept_box(step, triangle);
}

/// Whether two features meet, asked as bare primitives.
bool meet(const MotionStep& step, const FeatureImpact& pair) {
    std::array<Point, 4> start, end;
    for (std::size_t i = 0; i < 4; ++i) {
        const auto &s = step.start[pair.vertices[i]], &e = step.end[pair.vertices[i]];
        start[i] = {s[0], s[1], s[2]};
        end[i] = {e[0], e[1], e[2]};
    }
    return (pair.kind == FeatureKind::edge_edge ? edge_edge_impact(start, end) : vertex_triangle_impact(start, end))
        .has_value();
}

/// `floor`, and `ideal`: floor, and the pairs that truly meet decided one by one, as if a search for them cost nothing.
std::array<MotionResult, 2> yardsticks(const MotionStep& step, int repetitions) {
    Scene scene({.threads = 1});
    const BodyId body = scene.add(SurfaceView{step.start, step.triangles});
    scene.start_step();
    scene.move(body, step.end);
    const Impacts& truth = scene.impacts();
    std::vector<SweptBox> boxes(step.start.size() + step.edges.size() + step.triangles.size());
    std::array<MotionResult, 2> best{MotionResult{"floor"}, MotionResult{"ideal"}};
    for (int i = 0; i < repetitions; ++i) {
        Stopwatch watch;
        write_swept_boxes(step, boxes);
        const double floor = watch.lap().processor;
        std::size_t found[2] = {0, 0};
        for (const FeatureImpact& pair : truth) found[pair.kind == FeatureKind::edge_edge] += meet(step, pair) ? 1 : 0;
        const double ideal = floor + watch.lap().processor;
        if (i == 0 || floor < best[0].milliseconds) best[0].milliseconds = floor;
        if (i == 0 || ideal < best[1].milliseconds) best[1] = {"ideal", ideal, truth.size(), found[0], found[1]};
    }
    return best;
}

std::vector<MotionResult> race(const MotionStep& step, int repetitions) {
    std::vector<MotionResult> results;
    const auto all = [](Scene& scene, MotionResult& out) {
        const Impacts& found = scene.impacts();
        out.candidates = found.report.counters.candidates;
        out.vertex_triangle = found.vertex_triangle;
        out.edge_edge = found.edge_edge;
    };
    const auto earliest = [](Scene& scene, MotionResult& out) {
        const Impacts& found = scene.impacts({.selection = ImpactSelection::earliest});
        out.candidates = found.report.counters.candidates;
        out.vertex_triangle = found.vertex_triangle;
        out.edge_edge = found.edge_edge;
    };
    const auto safe = [](Scene& scene, MotionResult& out) {
        const SafeStep found = scene.safe_step();
        out.candidates = found.report.counters.candidates;
    };
    results.push_back(ours(step, "pliant, all impacts", repetitions, all));
    results.push_back(ours(step, "pliant, earliest", repetitions, earliest));
    results.push_back(ours(step, "pliant, safe step", repetitions, safe));
    for (const MotionResult& yardstick : yardsticks(step, repetitions)) results.push_back(yardstick);
    results.push_back(embree_and_cubic(step, std::max(repetitions / 2, 1)));
    return results;
}

Json as_json(const MotionStep& step, const std::vector<MotionResult>& results) {
    Json list = Json::array();
    for (const MotionResult& r : results) {
        fmt::print("  {:28} {:10.2f} ms  {:9} candidates  {:6} + {:6} impacts\n", r.name, r.milliseconds, r.candidates,
                   r.vertex_triangle, r.edge_edge);
        list.push_back({{"name", r.name},
                        {"milliseconds", r.milliseconds},
                        {"candidates", r.candidates},
                        {"vertex_triangle", r.vertex_triangle},
                        {"edge_edge", r.edge_edge}});
    }
    return {{"step", step.name}, {"triangles", step.triangles.size()}, {"results", list}};
}

// ---- single queries

struct Query {
    std::array<Point, 4> start, end;
    bool collides;
};

/// Fractions with denominators that are powers of two.
std::vector<Query> read_queries(const std::filesystem::path& folder, const std::string& kind) {
    std::vector<Query> out;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (entry.path().extension() != ".csv" || entry.path().parent_path().filename() != kind) continue;
        std::ifstream in(entry.path());
        std::size_t row = 0;
        for (std::string line; std::getline(in, line); ++row) {
            if (row % 8 == 0) out.emplace_back();
            std::istringstream fields(line);
            std::array<double, 7> number{};
            for (double& n : number) {
                std::string text;
                std::getline(fields, text, ',');
                n = std::strtod(text.c_str(), nullptr);
            }
            auto& points = row % 8 < 4 ? out.back().start : out.back().end;
            for (std::size_t k = 0; k < 3; ++k) points[row % 4][k] = number[2 * k] / number[2 * k + 1];
            out.back().collides = number[6] != 0;
        }
    }
    return out;
}

double thread_microseconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return 1e6 * double(now.tv_sec) + 1e-3 * double(now.tv_nsec);
}

template <class Ask>
Json time_queries(const std::string& name, const std::vector<Query>& queries, const Ask& ask) {
    std::size_t wrong = 0, colliding = 0;
    double sum = 0, worst = 0;
    for (const Query& query : queries) {
        double best = 1e300;
        bool found = false;
        for (int i = 0; i < 5; ++i) {
            const double before = thread_microseconds();
            found = ask(query.start, query.end).has_value();
            best = std::min(best, thread_microseconds() - before);
        }
        sum += best;
        worst = std::max(worst, best);
        wrong += found != query.collides;
        colliding += query.collides;
    }
    const double mean = queries.empty() ? 0 : sum / double(queries.size());
    fmt::print("  {:16} {} queries, {} colliding, {} wrong: mean {:.2f} us, worst {:.1f} us\n", name, queries.size(),
               colliding, wrong, mean, worst);
    return {{"kind", name},   {"queries", queries.size()}, {"colliding", colliding},
            {"wrong", wrong}, {"mean_us", mean},           {"worst_us", worst}};
}

int run(int argc, char** argv) {
    std::string data = "../shared/data", file;
    std::vector<std::string> scenes{"draped_cloth:100000", "two_knots:200000"};
    int repetitions = 9;
    CLI::App app("What meets between two frames: Pliant beside others", "pliant_bench_motion");
    app.add_option("--data", data, "Folder with sequences/cloth-ball and the like");
    app.add_option("--scene", scenes, "Scenes of the catalogue, NAME:TRIANGLES: one step in the middle of each");
    app.add_option("--repetitions", repetitions, "Of each; the fastest counts");
    app.add_option("--json", file, "Write the numbers here");
    CLI11_PARSE(app, argc, argv);
    const std::filesystem::path sequences = std::filesystem::path(data) / "sequences";
    Json document{{"steps", Json::array()}, {"queries", Json::array()}};
    const std::array<std::array<const char*, 3>, 2> steps{
        {{"cloth-ball", "cloth_ball92.ply", "cloth_ball93.ply"}, {"cloth-funnel", "227.ply", "228.ply"}}};
    for (const auto& [name, first, second] : steps) {
        if (!std::filesystem::exists(sequences / name)) {
            fmt::print("{} is not there: left out\n", (sequences / name).string());
            continue;
        }
        fmt::print("{}\n", name);
        const MotionStep step = read_step(name, sequences / name / first, sequences / name / second);
        document["steps"].push_back(as_json(step, race(step, repetitions)));
    }
    for (const std::string& scene : scenes) {
        fmt::print("{}\n", scene);
        const MotionStep step = play_step(scene);
        document["steps"].push_back(as_json(step, race(step, repetitions)));
    }
    if (std::filesystem::exists(sequences / "ccd-queries")) {
        fmt::print("ccd-queries\n");
        const auto queries = sequences / "ccd-queries";
        document["queries"].push_back(
            time_queries("vertex_triangle", read_queries(queries, "vertex-face"), vertex_triangle_impact));
        document["queries"].push_back(time_queries("edge_edge", read_queries(queries, "edge-edge"), edge_edge_impact));
    }
    if (!file.empty()) std::ofstream(file) << document.dump(1) << "\n";
    return 0;
}

}  // namespace
}  // namespace pliant::bench

int main(int argc, char** argv) { return pliant::bench::run(argc, argv); }
