// Every pair of triangles, no cleverness: the oracle that the other detectors are tested against.
#pragma once

#include <vector>

#include <pliant/scene.hpp>

#include "frame/bodies.hpp"
#include "frame/query.hpp"
#include "narrow_phase/pair_tests.hpp"

namespace pliant::brute_force {

/// Answers from the positions as they were last read by `bodies.update`.
class BruteForce {
public:
    void update(const frame::Bodies&, parallel::Workers&, Report&) {}  // keeps nothing from frame to frame
    void find(const frame::Query<IntersectionOptions>& query, Answer<TrianglePair>& answer);

private:
    void sort_out(const frame::Bodies& bodies);
    void test_from(const frame::Query<IntersectionOptions>& query, std::size_t first);

    std::vector<std::uint32_t> sound_, unsound_;  // triangles
    narrow_phase::Findings findings_;
    narrow_phase::FoundPairs found_;
};

}  // namespace pliant::brute_force
