// Steps from one frame to the next, for programs that look for what meets on the way.
#pragma once

#include <algorithm>
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

/// Around a feature over the whole step.
struct SweptBox {
    std::array<float, 3> lo, hi;
};

template <class Ids>
SweptBox swept_box(const MotionStep& step, const Ids& ids) {
    SweptBox box{step.start[ids[0]], step.start[ids[0]]};
    for (const std::uint32_t id : ids) {
        for (std::size_t k = 0; k < 3; ++k) {
            box.lo[k] = std::min({box.lo[k], step.start[id][k], step.end[id][k]});
            box.hi[k] = std::max({box.hi[k], step.start[id][k], step.end[id][k]});
        }
    }
    return box;
}

MotionStep read_step(const std::string& name, const std::filesystem::path& first, const std::filesystem::path& second);

/// One step in the middle of the motion of a catalogue scene, NAME:TRIANGLES, all bodies in one.
MotionStep play_step(const std::string& scene);

/// How many pairs of features meet, and what it took: processor time, since one thread works.
struct MotionResult {
    std::string name;
    double milliseconds = 0;
    std::uint64_t candidates = 0, vertex_triangle = 0, edge_edge = 0;
};

/// Boxes over the step in Embree's trees, refitted; what it finds goes to a cubic solver in doubles.
MotionResult embree_and_cubic(const MotionStep& step, int repetitions);

}  // namespace pliant::bench
