// The jobs of a search: loaded, spread over threads level by level, then done in waves.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "detect/gjk_cut/load_job.hpp"
#include "detect/gjk_cut/recursive_check.hpp"
#include "narrow_phase/pair_tests.hpp"

namespace pliant::gjk_cut {

class JobQueue {
public:
    /// Loads the lists of all pairs of bodies.
    void load(const LoadedFrom& from, parallel::Workers& workers);
    /// Splits large jobs level by level, so that there is enough for many threads. Until all are small or time is up.
    void spread(const IntersectionQuery& query, const Rules& rules);
    /// With a budget, wave by wave: where the search stops then depends on the work done, not on the threads.
    void run(const IntersectionQuery& query, const Rules& rules);

    [[nodiscard]] narrow_phase::FoundPairs& found() { return found_; }

private:
    using Workspaces = std::vector<std::unique_ptr<Workspace>>;

    void set_small_jobs_aside();
    void spread_frontier(const CheckOptions& options, parallel::Workers& workers);
    void run_wave(const CheckOptions& options, parallel::Workers& workers, std::size_t first, std::size_t count);
    void add(const narrow_phase::Findings& findings, Counters& counters);

    Workspaces workspaces_;  // whose lists are handed on
    std::size_t workspaces_used_ = 0;
    Workspaces of_worker_;
    std::vector<std::vector<Job>> left_;  // by part of a level
    std::vector<Job> frontier_, jobs_;    // large, small
    std::vector<narrow_phase::Findings> findings_;
    narrow_phase::FoundPairs found_;
};

}  // namespace pliant::gjk_cut
