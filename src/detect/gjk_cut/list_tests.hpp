// Short lists: the boxes of all pairs, then the narrow phase for those that overlap.
#pragma once

#include <cstddef>
#include <span>

#include "broad_phase/blocks.hpp"
#include "detect/gjk_cut/probe.hpp"
#include "detect/gjk_cut/workspace.hpp"
#include "frame/bodies.hpp"
#include "narrow_phase/pair_tests.hpp"

namespace pliant::gjk_cut {

/// What the pieces of one search have in common.
struct CheckOptions {
    const frame::Bodies& bodies;
    const Rules& rules;
    bool with_neighbours;   // pairs that share a vertex are wanted, too
    frame::PairRoom* room;  // where memory is limited
};

class ListTests {
public:
    /// What is found goes to `out`.
    ListTests(const CheckOptions& options, Workspace& workspace, narrow_phase::Findings& out)
        : options_(options), work_(workspace), out_(out) {}

    /// Every pair of two lists.
    void test_between(const Job& job);
    /// Every pair within one list.
    void test_within(const Job& job);
    /// Pairs of two lists that begin near each other along an axis. False, and nothing done, where these are too many
    /// of all: a few triangles much larger than the rest make long stretches.
    bool sweep_between(const Job& job);

private:
    struct Rows {
        BoxRows a, b;
    };
    Rows write_rows(const Job& job);
    void make_rows(std::size_t count_a, std::size_t count_b, Rows& rows);
    void test(const Job& job, std::span<broad_phase::Pair> pairs);

    const CheckOptions& options_;
    Workspace& work_;
    narrow_phase::Findings& out_;
};

}  // namespace pliant::gjk_cut
