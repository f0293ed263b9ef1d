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
    void find(const bodies::Bodies& bodies, const IntersectionOptions& options, Answer<TrianglePair>& answer);

private:
    std::vector<std::uint32_t> sound_, unsound_;
    bodies::Findings findings_;
};

}  // namespace pliant::brute_force
