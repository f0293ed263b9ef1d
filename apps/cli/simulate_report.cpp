#include "simulate_report.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "command_line.hpp"
#include "mesh/topology.hpp"
#include "report_parts.hpp"
#include "tally.hpp"

namespace pliant::cli {
namespace {

constexpr std::size_t most_particles_shown = 20'000;

report::Opening opening(const PlannedScene& plan, const SimulateResult& result) {
    const Simulation& simulation = plan.scene->simulation();
    report::Opening page;
    page.command = "simulate";
    page.command_line = command_line();
    for (std::uint32_t i = 0; i < result.bodies.size(); ++i) {
        const SimulatedBody& body = result.bodies[i];
        page.bodies.push_back({body.name, body.vertices, body.triangles, body.tetrahedra, std::nullopt});
        if (body.triangles > 0)
            page.bodies.back().closed = mesh::edge_use(body.vertices, simulation.triangles(i)).closed;
    }
    page.frames = plan.frames + 1;
    page.charts.push_back({"Contacts", "", false, {{"found"}, {"pushing"}}});
    page.charts.push_back({"Time per step", "ms", true, {{"deform"}, {"detect"}, {"respond"}}});
    page.charts.push_back({"Deepest penetration", "m", false, {{"deepest", report::Role::inside}}});
    page.charts.push_back({"Energy", "J", false, {{"kinetic"}, {"elastic"}, {"total over the start"}}});
    page.charts.push_back({"Intersecting pairs", "", false, {{"pairs of triangles", report::Role::crossing}}});
    for (const simulate::Asked& asked : result.questions)
        page.charts.push_back({asked.name, asked.unit, false, {{asked.name}}, asked.at_least.has_value()});
    return page;
}

std::vector<double> values_of(const SimulatedFrame& frame, const Energy& start, std::size_t pairs) {
    const StepTimes& ms = frame.step.milliseconds;
    std::vector<double> values{double(frame.step.contacts),
                               double(frame.step.pushing),
                               ms.deform,
                               ms.detect,
                               ms.respond,
                               frame.deepest,
                               frame.energy.kinetic,
                               frame.energy.elastic,
                               frame.energy.total() - start.total(),
                               double(pairs)};
    values.insert(values.end(), frame.answers.begin(), frame.answers.end());
    return values;
}

}  // namespace

SimulateReport::SimulateReport(const std::string& file, const PlannedScene& plan, const SimulateResult& result)
    : simulation_(plan.scene->simulation()),
      options_{plan.how.threads},
      start_(result.start),
      writer_(file, opening(plan, result)) {
    asked_.method = plan.how.intersections;
}

/// Bodies that were cut or torn since have other triangles: the scene is made anew.
void SimulateReport::follow_bodies() {
    const auto same = [&](std::uint32_t i) {
        const auto now = simulation_.triangles(i);
        return std::equal(now.begin(), now.end(), triangles_[i].begin(), triangles_[i].end());
    };
    bool changed = !scene_;
    for (std::uint32_t i = 0; !changed && i < simulation_.bodies(); ++i) changed = !same(i);
    if (changed) {
        scene_.emplace(options_);
        triangles_.clear();
        for (std::uint32_t i = 0; i < simulation_.bodies(); ++i) {
            const auto now = simulation_.triangles(i);
            triangles_.emplace_back(now.begin(), now.end());
            scene_->add(SurfaceView{simulation_.positions(i), triangles_.back()});
        }
    }
    for (std::uint32_t i = 0; i < simulation_.bodies(); ++i) scene_->move(BodyId(i), simulation_.positions(i));
}

report::Layer SimulateReport::particles() const {
    report::Layer layer;
    layer.name = "Particles";
    layer.shape = report::Shape::points;
    for (std::uint32_t i = 0; i < simulation_.bodies(); ++i) {
        if (simulation_.kind(i) != BodyKind::particles) continue;
        const auto points = simulation_.positions(i);
        const std::size_t room = most_particles_shown - layer.points.size();
        layer.points.insert(layer.points.end(), points.begin(),
                            points.begin() + std::ptrdiff_t(std::min(room, points.size())));
    }
    return layer;
}

void SimulateReport::add(const SimulatedFrame& simulated) {
    follow_bodies();
    const Answer<TrianglePair>& answer = scene_->intersections(asked_);
    std::vector<Shown> shown;
    for (std::uint32_t i = 0; i < simulation_.bodies(); ++i)
        shown.push_back({simulation_.positions(i), triangles_[i], simulation_.body_name(i)});
    const std::vector<report::ShownBody> shapes = reported_shapes(shown);
    const std::vector<CheckedRegion> regions = regions_of(answer.items, shown);
    const std::vector<std::uint32_t> of_pair = regions_of_pairs(answer.items, shown, regions);
    std::vector<report::Finding> found;
    for (const CheckedRegion& region : regions) found.push_back(finding_of(region));
    std::vector<report::Layer> layers;
    if (report::Layer layer = particles(); !layer.points.empty()) layers.push_back(std::move(layer));
    const std::vector<double> values = values_of(simulated, start_, answer.size());
    report::Frame frame;
    frame.number = simulated.frame;
    frame.bodies = shapes;
    frame.pairs = answer.items;
    frame.pair_finding = of_pair;
    frame.layers = layers;
    frame.findings = found;
    frame.values = values;
    if (!simulated.step.complete) frame.note = "the budget for detection ran out: contacts may be missing";
    writer_.add(frame);
    if (answer.size() > most_) {
        most_ = answer.size();
        worst_ = frames_;
    }
    ++frames_;
}

void SimulateReport::finish(const SimulateResult& result, const std::string& text, std::string picture) {
    report::Closing closing;
    closing.outcome = outcome_of(result.found(), !result.interrupted);
    closing.verdict =
        fmt::format("{} simulated; {}", counted(result.frames.size(), "step", "steps"),
                    most_ == 0 ? "nothing intersects"
                               : fmt::format("at most {} intersect, in frame {}",
                                             counted(most_, "pair of triangles", "pairs of triangles"), worst_));
    closing.facts = {{"Scene", result.scene}, {"Step", fmt::format("{:.6g} s", result.seconds_per_frame)}};
    if (result.interrupted) closing.facts.push_back({"Ended early", "by Ctrl-C"});
    closing.opens_at = worst_;
    closing.text = text;
    closing.picture = std::move(picture);
    closing.picture_about = "The bodies in the last frame";
    writer_.finish(closing);
}

}  // namespace pliant::cli
