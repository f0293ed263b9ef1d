// Times all contestants on one film, interleaved, and checks that they agree.
#pragma once

#include <string>
#include <vector>

#include "contestant.hpp"

namespace pliant::bench {

struct Result {
    std::string name;
    Role role = Role::peer;
    unsigned threads = 1;
    // Wall-clock milliseconds per frame: median, 10th and 90th percentile over all frames and repetitions.
    double median = 0, low = 0, high = 0;
    // Median over frames of each frame's fastest repetition, in wall-clock and in processor time. With one thread both
    // are equal on an idle machine; on a busy one, wall-clock time penalises frames longer than a time slice.
    double wall = 0, processor = 0;
    // First frame of a turn, with caches left by the others, at its fastest repetition.
    double first_wall = 0, first_processor = 0;
    double update = 0, find = 0;   // parts of fair()
    std::optional<double> tested;  // exact tests, mean over frames
    double pairs = 0;              // found in the mean frame

    /// What to compare with others that may use this many threads.
    [[nodiscard]] double fair(unsigned allowed) const { return allowed == 1 ? processor : wall; }
};

/// What Pliant finds, by frame and sorted: the pairs that everyone has to find.
Truth find_truth(const Film& film);

struct Outcome {
    std::vector<Result> results;
    std::vector<std::string> disagreements;  // a line for each contestant that differs from the truth: frame and pairs
};

/// Contestants take turns film by film, so that disturbances hit all of them. One that is several times slower than the
/// best peer plays only once.
Outcome race(const Film& film, const Truth& truth, const std::vector<Entry>& entries, std::size_t repetitions);

}  // namespace pliant::bench
