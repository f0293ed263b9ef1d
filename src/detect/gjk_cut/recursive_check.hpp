// The recursive check [Hatab2006, 5]: cut, split across the last direction, check the parts against each other. Nothing
// is kept from one frame to the next.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <pliant/scene.hpp>

#include "broad_phase/blocks.hpp"
#include "detect/gjk_cut/combined_gjk.hpp"
#include "detect/gjk_cut/list_stack.hpp"
#include "detect/gjk_cut/sieve.hpp"
#include "detect/gjk_cut/sweep.hpp"
#include "frame/bodies.hpp"
#include "narrow_phase/pair_tests.hpp"

namespace pliant::gjk_cut {

/// Two lists to check against each other, or one within itself (then b is not used).
struct Job {
    List a, b;
    Margins margins;
    bool one_body = false;  // triangles may share vertices
    bool within = false;

    [[nodiscard]] std::size_t triangles() const { return a.count + (within ? 0 : b.count); }
};

/// Memory of one job at a time.
struct Workspace {
    ListStack lists;
    CombinedGjk::Scratch dots;
    std::vector<float> rows;  // boxes of two lists
    std::vector<broad_phase::Pair> pairs, neighbours;
    std::vector<float> sample;
    std::vector<std::uint64_t> marks;
    std::vector<std::uint32_t> numbers;
    Sweep sweep;
    std::vector<Stretch> stretches;

    /// At least the memory of another: what one worker needed once, any of them may need in the next frame.
    void grow_like(const Workspace& other);
};

class RecursiveCheck {
public:
    /// What is found goes to `out`. `with_neighbours`: pairs that share a vertex are wanted too.
    RecursiveCheck(const frame::Bodies& bodies, const Rules& rules, bool with_neighbours, Workspace& workspace,
                   narrow_phase::Findings& out)
        : bodies_(bodies), rules_(rules), with_neighbours_(with_neighbours), work_(workspace), out_(out) {}

    /// Everything there is to find in a job.
    void check(const Job& job);

    /// One level of it; what is left to do is added to `left` and lives in the workspace.
    void spread(const Job& job, std::vector<Job>& left);

private:
    void check_between(const Job& job);
    void check_within(const Job& job);
    void go_on(const Job& job);
    void sift(Job& job);
    void check_parts(const Job& job, const List& a, const List& b);
    List split(List& list, const Direction& direction);

    void test_between(const Job& job);
    bool sweep_between(const Job& job);
    void test_within(const Job& job);
    void test(const Job& job, std::span<broad_phase::Pair> places);
    void make_rows(std::size_t count_a, std::size_t count_b, BoxRows& a, BoxRows& b);

    const frame::Bodies& bodies_;
    const Rules& rules_;
    bool with_neighbours_;
    Workspace& work_;
    narrow_phase::Findings& out_;
    std::vector<Job>* left_ = nullptr;  // where `spread` puts what it does not do itself
};

}  // namespace pliant::gjk_cut
