#include "detect/gjk_cut/job_queue.hpp"

#include <algorithm>
#include <atomic>
#include <iterator>

#include "narrow_phase/waves.hpp"

namespace pliant::gjk_cut {

using narrow_phase::Findings;

namespace {

constexpr std::size_t pairs_per_part = 8;
// Jobs larger than this are spread.
constexpr std::size_t triangles_per_job = 2048;
// Jobs between two checks of the budget.
constexpr std::size_t jobs_per_wave = 4;

void at_least(std::vector<std::unique_ptr<Workspace>>& workspaces, std::size_t count) {
    while (workspaces.size() < count) workspaces.push_back(std::make_unique<Workspace>());
}

CheckOptions check_options(const IntersectionQuery& query, const Rules& rules) {
    return {query.bodies, rules, query.options.neighbours == Neighbours::beyond_shared, query.room};
}

}  // namespace

void JobQueue::load(const LoadedFrom& from, parallel::Workers& workers) {
    const auto pairs = from.pairs.pairs();
    const parallel::Chunks parts{pairs.size(), pairs_per_part};
    at_least(workspaces_, parts.number());
    workspaces_used_ = parts.number();
    if (left_.size() < parts.number()) left_.resize(parts.number());
    workers.for_each(parts.number(), [&](std::size_t part) {
        left_[part].clear();
        workspaces_[part]->lists.drop_to(0);
        for (std::size_t i = parts.begin(part); i < parts.end(part); ++i) {
            if (const auto job = load_job(from, pairs[i], *workspaces_[part])) left_[part].push_back(*job);
        }
    });
    frontier_.clear();
    for (std::size_t part = 0; part < parts.number(); ++part) {
        frontier_.insert(frontier_.end(), left_[part].begin(), left_[part].end());
    }
    jobs_.clear();
    found_.clear();
}

void JobQueue::spread(const IntersectionQuery& query, const Rules& rules) {
    const CheckOptions options = check_options(query, rules);
    for (;;) {
        set_small_jobs_aside();
        if (frontier_.empty()) return;
        if (query.late()) {
            query.report.stopped_by = Limit::time;
            return;
        }
        const std::size_t count = frontier_.size();
        spread_frontier(options, query.workers);
        frontier_.clear();
        for (std::size_t i = 0; i < count; ++i) {
            add(findings_[i], query.report.counters);
            frontier_.insert(frontier_.end(), left_[i].begin(), left_[i].end());
        }
    }
}

void JobQueue::set_small_jobs_aside() {
    const auto small = [](const Job& job) { return job.triangles() <= triangles_per_job; };
    std::copy_if(frontier_.begin(), frontier_.end(), std::back_inserter(jobs_), small);
    std::erase_if(frontier_, small);
}

/// One level. Each job has a workspace of its own, in which the lists that it hands on live.
void JobQueue::spread_frontier(const CheckOptions& options, parallel::Workers& workers) {
    const std::size_t count = frontier_.size();
    at_least(workspaces_, workspaces_used_ + count);
    if (left_.size() < count) left_.resize(count);
    if (findings_.size() < count) findings_.resize(count);
    workers.for_each(count, [&](std::size_t i) {
        Workspace& own = *workspaces_[workspaces_used_ + i];
        own.lists.drop_to(0);
        left_[i].clear();
        findings_[i].start(options.room);
        RecursiveCheck(options, own, findings_[i]).spread(frontier_[i], left_[i]);
    });
    workspaces_used_ += count;
}

void JobQueue::add(const Findings& findings, Counters& counters) {
    found_.all.insert(found_.all.end(), findings.pairs.begin(), findings.pairs.end());
    counters.regions += findings.counters.regions;
    counters.cuts += findings.counters.cuts;
    counters.box_tests += findings.counters.box_tests;
    counters.candidates += findings.counters.candidates;
    counters.exact_tests += findings.counters.exact_tests;
}

void JobQueue::run(const IntersectionQuery& query, const Rules& rules) {
    const CheckOptions options = check_options(query, rules);
    Report& report = query.report;
    const bool limited = query.limited();
    if (findings_.size() < jobs_.size()) findings_.resize(jobs_.size());
    for (std::size_t first = 0; first < jobs_.size() && report.stopped_by == Limit::none;) {
        const std::size_t count = limited ? std::min(jobs_per_wave, jobs_.size() - first) : jobs_.size();
        run_wave(options, query.workers, first, count);
        for (std::size_t i = first; i < first + count; ++i) add(findings_[i], report.counters);
        first += count;
        if (first == jobs_.size()) break;
        report.stopped_by = narrow_phase::limit_reached(query, found_, double(first) / double(jobs_.size()));
    }
}

/// Each worker takes the next job that nobody has; what is found goes by job.
void JobQueue::run_wave(const CheckOptions& options, parallel::Workers& workers, std::size_t first, std::size_t count) {
    const std::size_t number = std::min<std::size_t>(std::max(1u, workers.threads()), count);
    at_least(of_worker_, number);
    for (const auto& own : of_worker_) of_worker_[0]->grow_like(*own);
    for (const auto& own : of_worker_) own->grow_like(*of_worker_[0]);
    std::atomic<std::size_t> next = first;
    workers.for_each(number, [&](std::size_t worker) {
        Workspace& own = *of_worker_[worker];
        for (std::size_t i; (i = next++) < first + count;) {
            own.lists.drop_to(0);
            findings_[i].start(options.room);
            RecursiveCheck(options, own, findings_[i]).check(jobs_[i]);
        }
    });
}

}  // namespace pliant::gjk_cut
