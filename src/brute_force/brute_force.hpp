// Every pair of triangles, no cleverness: the oracle that the other detectors are held against.
#pragma once

#include <vector>

#include <pliant/scene.hpp>

#include "bodies/bodies.hpp"
#include "bodies/found.hpp"

namespace pliant::brute_force {

/// Answers from the positions as they were last read by `bodies.update`.
class BruteForce {
public:
    void update(const bodies::Bodies&, parallel::Workers&, Report&) {}  // keeps nothing from frame to frame
    void find(const bodies::Bodies& bodies, const IntersectionOptions& options, parallel::Workers& workers,
              Answer<TrianglePair>& answer);

private:
    std::vector<std::uint32_t> sound_, unsound_;
    bodies::Findings findings_;
    bodies::FoundPairs found_;
};

}  // namespace pliant::brute_force
