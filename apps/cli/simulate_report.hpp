// The page that `pliant simulate --report` writes, frame by frame.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <pliant/scene.hpp>

#include "report/report.hpp"
#include "simulate.hpp"
#include "simulate_scene.hpp"

namespace pliant::cli {

class SimulateReport {
public:
    /// `simulation` is borrowed.
    SimulateReport(const std::string& file, const PlannedScene& plan, const SimulateResult& result);

    /// The present positions, and the triangles that intersect there.
    void add(const SimulatedFrame& frame);
    void finish(const SimulateResult& result, const std::string& text, std::string picture);

private:
    void follow_bodies();
    [[nodiscard]] report::Layer particles() const;

    const Simulation& simulation_;
    SceneOptions options_;
    IntersectionOptions asked_;
    std::optional<Scene> scene_;                    // of all bodies but particles
    std::vector<std::vector<Triangle>> triangles_;  // of the scene, by body
    Energy start_;
    std::size_t frames_ = 0, worst_ = 0, most_ = 0;  // the frame with most pairs, by its place
    report::Writer writer_;
};

}  // namespace pliant::cli
