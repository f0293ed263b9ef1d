// Steps from one frame to the next, for programs that look for what meets on the way.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <pliant/views.hpp>

namespace pliant::bench {

using PointD = std::array<double, 3>;

/// One body at both ends of a step.
struct MotionStep {
    std::string name;
    std::vector<std::array<float, 3>> start, end;
    std::vector<Triangle> triangles;
    std::vector<std::array<std::uint32_t, 2>> edges;  // each once, ascending
};

MotionStep read_step(const std::string& name, const std::filesystem::path& first, const std::filesystem::path& second);

/// How many pairs of features meet, and what it took: processor time, since one thread works.
struct MotionResult {
    std::string name;
    double milliseconds = 0;
    std::uint64_t candidates = 0, vertex_triangle = 0, edge_edge = 0;
};

/// Boxes over the step in Embree's trees, refitted; what it finds goes to a cubic solver in doubles.
MotionResult embree_and_cubic(const MotionStep& step, int repetitions);

}  // namespace pliant::bench
