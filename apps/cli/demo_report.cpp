#include "demo_report.hpp"

#include <array>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "add_body.hpp"
#include "command_line.hpp"
#include "mesh/topology.hpp"
#include "paint.hpp"
#include "report_parts.hpp"
#include "tally.hpp"

namespace pliant::cli {
namespace {

report::Opening opening(const shapes::AnimatedScene& animation) {
    report::Opening result;
    result.command = "demo";
    result.command_line = command_line();
    for (std::size_t i = 0; i < animation.bodies(); ++i) {
        const shapes::Mesh& mesh = animation.body(i);
        result.bodies.push_back({std::string(animation.body_name(i)), mesh.positions.size(), mesh.triangles.size(),
                                 mesh.tetrahedra.size(), mesh::edge_use(mesh.positions.size(), mesh.triangles).closed});
    }
    result.frames = animation.frames();
    report::Chart pairs{"Intersecting pairs", "", true, {}};
    for (const PairKind kind : pair_kinds) pairs.series.push_back({std::string(name(kind)), report::role_of(kind)});
    result.charts = {std::move(pairs), chart_of_stages(), chart_of_counters()};
    return result;
}

/// A scene of the catalogue, played into a report.
class ReportedDemo {
public:
    ReportedDemo(const std::string& file, const shapes::AnimatedScene& animation, unsigned threads)
        : animation_(animation),
          scene_(SceneOptions{threads}),
          positions_(animation.bodies()),
          writer_(file, opening(animation)) {
        for (std::size_t i = 0; i < animation.bodies(); ++i) {
            positions_[i] = animation.body(i).positions;
            add_body(scene_, animation.body(i), positions_[i]);
        }
    }

    void play(const IntersectionOptions& options) {
        for (std::size_t number = 0; number < animation_.frames(); ++number) {
            show(number);
            const Answer<TrianglePair>& answer = scene_.intersections(options);
            detector_ = answer.report.detector;
            hit_ += !answer.empty();
            if (number == 0 || answer.size() > worst_pairs_.size()) {
                worst_ = number;
                worst_pairs_ = answer.items;
            }
            add(number, answer);
        }
    }

    void finish(const std::string& file) {
        show(worst_);
        const std::string most = counted(worst_pairs_.size(), "intersecting pair", "intersecting pairs");
        report::Closing closing;
        closing.outcome = outcome_of(hit_ > 0, true);
        closing.verdict = hit_ == 0 ? "Nothing intersects"
                                    : fmt::format("{} of {} have hits, at most {}", hit_,
                                                  counted(animation_.frames(), "frame", "frames"), most);
        closing.facts = {{"Scene", std::string(animation_.name())},
                         {"Frames", fmt::format("{}, {} with hits", animation_.frames(), hit_)},
                         {"Worst frame", fmt::format("{}: {}", worst_, most)},
                         {"Kinds", kinds_in_words(tally(worst_pairs_))},
                         {"Detector", std::string(name(detector_))}};
        closing.opens_at = worst_;
        closing.text = closing.verdict + "\n";
        closing.picture =
            picture_bytes(file, [&](const std::string& png) { draw_coloured(png, shown(), worst_pairs_); });
        closing.picture_about = "The bodies, with intersecting triangles coloured by kind";
        writer_.finish(closing);
    }

private:
    void show(std::size_t number) {
        for (std::size_t i = 0; i < positions_.size(); ++i) {
            animation_.positions(number, i, positions_[i]);
            scene_.move(BodyId(i), positions_[i]);
        }
    }

    [[nodiscard]] std::vector<Shown> shown() const {
        std::vector<Shown> bodies;
        for (std::size_t i = 0; i < positions_.size(); ++i) {
            bodies.push_back({positions_[i], scene_.triangles(BodyId(i)), std::string(animation_.body_name(i))});
        }
        return bodies;
    }

    void add(std::size_t number, const Answer<TrianglePair>& answer) {
        const std::vector<Shown> bodies = shown();
        const std::vector<report::ShownBody> shapes = reported_shapes(bodies);
        const std::vector<CheckedRegion> regions = regions_of(answer.items, bodies);
        const std::vector<std::uint32_t> of_pair = regions_of_pairs(answer.items, bodies, regions);
        std::vector<report::Finding> found;
        for (const CheckedRegion& region : regions) found.push_back(finding_of(region));
        const Tally counts = tally(answer.items);
        std::vector<double> values(counts.kinds.begin(), counts.kinds.end());
        append_stages(values, answer.report.milliseconds);
        append_counters(values, answer.report.counters);
        report::Frame frame;
        frame.number = number;
        frame.bodies = shapes;
        frame.pairs = answer.items;
        frame.pair_finding = of_pair;
        frame.findings = found;
        frame.values = values;
        writer_.add(frame);
    }

    const shapes::AnimatedScene& animation_;
    Scene scene_;
    std::vector<std::vector<Position>> positions_;
    Detector detector_ = Detector::none;
    std::size_t hit_ = 0, worst_ = 0;
    std::vector<TrianglePair> worst_pairs_;
    report::Writer writer_;
};

}  // namespace

void write_demo_report(const std::string& file, const shapes::AnimatedScene& animation, IntersectionMethod method,
                       unsigned threads) {
    ReportedDemo demo(file, animation, threads);
    IntersectionOptions options;
    options.method = method;
    demo.play(options);
    demo.finish(file);
}

}  // namespace pliant::cli
