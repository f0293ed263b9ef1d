// The experiments of Teschner2003 done again: table 2, figures 3 to 6, the two tests and the one-pass variant that the
// text compares, and growth beyond them. One thread; processor time.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include <pliant/pliant.hpp>

#include "papers/Teschner2003/paper_scene.hpp"
#include "peers/statistics.hpp"
#include "shapes/catalogue.hpp"

namespace {

using namespace pliant;
using Json = nlohmann::ordered_json;
using teschner2003::InsideTest;
using teschner2003::PaperScene;
using teschner2003::Passes;
using teschner2003::Variant;

/// Our scheme, or a variant of the paper's.
struct Scheme {
    std::optional<Variant> paper;
    SpatialHashOptions hash{};
};
const Scheme rows{}, as_printed{Variant{}}, half_spaces{Variant{Passes::two, InsideTest::half_spaces}},
    one_pass{Variant{Passes::one}};

struct Choice {
    std::size_t steps = 1000, sweep_steps = 12;
    std::size_t largest = 5'000'000;  // tetrahedra of the growth
    std::string json;
};

/// A setup, step by step. Only the question is timed.
class Setup {
public:
    Setup(const std::string& name, std::optional<std::size_t> triangles)
        : animation_(shapes::make_scene(name, {triangles, {}, 1})), positions_(animation_->bodies()) {
        for (std::size_t i = 0; i < positions_.size(); ++i) {
            positions_[i] = animation_->body(i).positions;
            tetrahedra_ += animation_->body(i).tetrahedra.size();
            vertices_ += positions_[i].size();
            ids_.push_back(scene_.add(VolumeView{positions_[i], animation_->body(i).tetrahedra}));
        }
    }

    /// Milliseconds of one step.
    double step(std::size_t number, const Scheme& scheme) {
        for (std::size_t i = 0; i < ids_.size(); ++i) animation_->positions(number, i, positions_[i]);
        if (!scheme.paper) return ask(scene_, scheme);
        if (!paper_) paper_ = make_paper_scene();
        paper_->use(*scheme.paper);
        return ask(*paper_, scheme);
    }

    double median_of(std::size_t steps, const Scheme& scheme) {
        std::vector<double> times;
        (void)step(0, scheme);
        for (std::size_t i = 0; i < steps; ++i) times.push_back(step(i * animation_->frames() / steps, scheme));
        return bench::median(times);
    }

    [[nodiscard]] double mean_edge() const {
        double sum = 0;
        std::size_t edges = 0;
        for (std::size_t b = 0; b < positions_.size(); ++b) {
            for (const Tetrahedron& t : animation_->body(b).tetrahedra) {
                for (std::size_t i = 0; i < 4; ++i) {
                    for (std::size_t k = i + 1; k < 4; ++k, ++edges) {
                        const auto &p = positions_[b][t[i]], &q = positions_[b][t[k]];
                        sum += std::hypot(std::hypot(p[0] - q[0], p[1] - q[1]), p[2] - q[2]);
                    }
                }
            }
        }
        return sum / static_cast<double>(edges);
    }

    [[nodiscard]] std::size_t objects() const { return ids_.size(); }
    [[nodiscard]] std::size_t tetrahedra() const { return tetrahedra_; }
    [[nodiscard]] std::size_t vertices() const { return vertices_; }
    [[nodiscard]] std::size_t penetrations() const { return penetrations_; }
    [[nodiscard]] const Counters& counters() const { return counters_; }

private:
    std::unique_ptr<PaperScene> make_paper_scene() {
        auto scene = std::make_unique<PaperScene>(1);
        for (std::size_t i = 0; i < positions_.size(); ++i) {
            (void)scene->add(VolumeView{positions_[i], animation_->body(i).tetrahedra});  // gives the ids of scene_
        }
        return scene;
    }

    template <class AnyScene>
    double ask(AnyScene& scene, const Scheme& scheme) {
        for (std::size_t i = 0; i < ids_.size(); ++i) scene.move(ids_[i], positions_[i]);
        PenetrationOptions options;
        options.hash = scheme.hash;
        bench::Stopwatch watch;
        const Penetrations& answer = scene.penetrations(options);
        const double milliseconds = watch.lap().processor;
        penetrations_ = answer.size();
        counters_ = answer.report.counters;
        return milliseconds;
    }

    std::unique_ptr<shapes::AnimatedScene> animation_;
    std::vector<std::vector<shapes::Position>> positions_;
    std::vector<BodyId> ids_;
    Scene scene_{SceneOptions{1}};
    std::unique_ptr<PaperScene> paper_;  // made where it is asked for
    std::size_t tetrahedra_ = 0, vertices_ = 0, penetrations_ = 0;
    Counters counters_;
};

Json times_of(Setup& setup, std::size_t steps, const Scheme& scheme) {
    std::vector<double> times;
    (void)setup.step(0, scheme);
    for (std::size_t i = 0; i < steps; ++i) times.push_back(setup.step(i, scheme));
    double sum = 0, squares = 0;
    for (const double t : times) sum += t;
    const double mean = sum / static_cast<double>(times.size());
    for (const double t : times) squares += (t - mean) * (t - mean);
    return {{"ave", mean},
            {"min", *std::min_element(times.begin(), times.end())},
            {"max", *std::max_element(times.begin(), times.end())},
            {"dev", std::sqrt(squares / static_cast<double>(times.size()))}};
}

Json table_2(const Choice& choice) {
    Json table = Json::array();
    for (const std::string name : {"setup_a", "setup_b", "setup_c", "setup_d", "setup_e"}) {
        Setup setup(name, {});
        Json row{{"setup", name},
                 {"objects", setup.objects()},
                 {"tetrahedra", setup.tetrahedra()},
                 {"vertices", setup.vertices()},
                 {"rows", times_of(setup, choice.steps, rows)}};
        row["paper"] = times_of(setup, choice.steps, as_printed);
        row["penetrations"] = setup.penetrations();
        fmt::print("{}\n", row.dump());
        table.push_back(row);
    }
    return table;
}

Json table_size_sweep(const Choice& choice, const std::string& name) {
    Setup setup(name, {});
    Json points = Json::array();
    for (std::uint32_t size = 99; size < 10000; size += size < 1000 ? 100 : 500) {
        Scheme scheme = as_printed;
        scheme.hash.table_size = size;
        points.push_back({size, setup.median_of(choice.sweep_steps, scheme)});
    }
    return points;
}

/// Cell sizes relative to the mean edge.
Json cell_size_sweep(const Choice& choice, const std::string& name, std::uint32_t table_size) {
    Setup setup(name, {});
    const double edge = setup.mean_edge();
    Json points = Json::array();
    for (double part = 0.3; part < 4.05; part += part < 1.95 ? 0.1 : 0.25) {
        Scheme scheme = as_printed;
        scheme.hash.table_size = table_size;
        scheme.hash.cell_size = part * edge;
        points.push_back({part, setup.median_of(choice.sweep_steps, scheme)});
    }
    return points;
}

Json comparisons(const Choice& choice) {
    Json table = Json::array();
    for (const std::string name : {"setup_a", "setup_d"}) {
        Setup setup(name, {});
        table.push_back({{"setup", name},
                         {"barycentric", setup.median_of(choice.sweep_steps, as_printed)},
                         {"half_spaces", setup.median_of(choice.sweep_steps, half_spaces)},
                         {"one_pass", setup.median_of(choice.sweep_steps, one_pass)},
                         {"rows", setup.median_of(choice.sweep_steps, rows)}});
    }
    return table;
}

Json growth(const Choice& choice) {
    Json points = Json::array();
    for (std::size_t tetrahedra = 1000; tetrahedra <= choice.largest; tetrahedra *= 10) {
        for (const std::size_t part : {1u, 5u}) {
            const std::size_t wanted = tetrahedra * part;
            if (wanted > choice.largest) continue;
            Setup setup("setup_e", wanted * 48 / 50);
            const std::size_t steps = wanted > 500'000 ? 3 : choice.sweep_steps;
            const double milliseconds = setup.median_of(steps, rows);
            points.push_back(
                {{"tetrahedra", setup.tetrahedra()},
                 {"milliseconds", milliseconds},
                 {"nanoseconds_per_tetrahedron", 1e6 * milliseconds / double(setup.tetrahedra())},
                 {"box_tests_per_tetrahedron", double(setup.counters().box_tests) / double(setup.tetrahedra())}});
            fmt::print("{}\n", points.back().dump());
            std::fflush(stdout);
        }
    }
    return points;
}

int run(const Choice& choice) {
    Json all;
    all["steps"] = choice.steps;
    all["table_2"] = table_2(choice);
    all["figure_3"] = table_size_sweep(choice, "setup_d");
    all["figure_4"] = table_size_sweep(choice, "setup_a");
    all["figure_5"] = cell_size_sweep(choice, "setup_d", 9973);
    all["figure_6"] = cell_size_sweep(choice, "setup_a", 4999);
    all["comparisons"] = comparisons(choice);
    all["growth"] = growth(choice);
    if (!choice.json.empty()) std::ofstream(choice.json) << all.dump(1) << '\n';
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App app("The experiments of Teschner2003");
    Choice choice;
    app.add_option("--steps", choice.steps, "steps of each setup in table 2")->check(CLI::PositiveNumber);
    app.add_option("--sweep-steps", choice.sweep_steps, "steps of each point of a figure")->check(CLI::PositiveNumber);
    app.add_option("--largest", choice.largest, "tetrahedra where the growth ends");
    app.add_option("--json", choice.json, "write the results to this file");
    CLI11_PARSE(app, argc, argv);
    return run(choice);
}
