// All contestants on one film, timed in turns. They must agree.
#pragma once

#include <string>
#include <vector>

#include "contestant.hpp"

namespace pliant::bench {

struct Result {
    std::string name;
    Role role = Role::peer;
    unsigned threads = 1;
    // Milliseconds per frame by the clock on the wall: median, 10 % and 90 % of all frames and repetitions.
    double median = 0, low = 0, high = 0;
    // The median frame, each frame at its fastest repetition, by that clock and in processor time. With one thread the
    // two are equal on an idle machine; on a busy one, the clock on the wall wrongs those whose frames last longer than
    // a slice of time.
    double wall = 0, processor = 0;
    // The first frame of a turn, when the others have just used the caches, at its fastest repetition.
    double first_wall = 0, first_processor = 0;
    double update = 0, find = 0;   // parts of the fair time
    std::optional<double> tested;  // pairs looked at in the mean frame
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

/// Contestants take turns, film by film, so that what else happens on the machine hits all of them. Whoever is several
/// times slower than the best peer plays once.
Outcome race(const Film& film, const Truth& truth, const std::vector<Entry>& entries, std::size_t repetitions);

}  // namespace pliant::bench
