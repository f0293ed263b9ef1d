// The recursive check [Hatab2006, 5]: cut, split across the last direction, check the parts against each other. Nothing
// is kept from one frame to the next.
#pragma once

#include <vector>

#include "detect/gjk_cut/list_tests.hpp"
#include "detect/gjk_cut/workspace.hpp"
#include "narrow_phase/pair_tests.hpp"

namespace pliant::gjk_cut {

class RecursiveCheck {
public:
    /// What is found goes to `out`.
    RecursiveCheck(const CheckOptions& options, Workspace& workspace, narrow_phase::Findings& out)
        : rules_(options.rules), work_(workspace), counters_(out.counters), tests_(options, workspace, out) {}

    /// Everything there is to find in a job.
    void check(const Job& job);

    /// One level of it; pending jobs are added to `left` and live in the workspace.
    void spread(const Job& job, std::vector<Job>& left);

private:
    void check_between(const Job& job);
    void check_within(const Job& job);
    void go_on(const Job& job);
    void sieve(Job& job);
    void check_parts(const Job& job, const List& a, const List& b);
    List split(List& list, const Direction& direction);

    const Rules& rules_;
    Workspace& work_;
    Counters& counters_;
    ListTests tests_;
    std::vector<Job>* left_ = nullptr;  // where `spread` puts what it does not do itself
};

}  // namespace pliant::gjk_cut
