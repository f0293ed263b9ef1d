// All contestants on one film: first they must agree, then they are timed in turns.
#pragma once

#include <string>
#include <vector>

#include "contestant.hpp"

namespace pliant::bench {

struct Result {
    std::string name;
    Role role = Role::peer;
    unsigned threads = 1;
    double median = 0, low = 0, high = 0;  // ms per frame: median, 10 % and 90 % of all frames and repetitions
    double undisturbed = 0;                // ms of the median frame, each frame at its fastest repetition
    double update = 0, find = 0;           // ms, undisturbed
    std::optional<double> tested;          // pairs looked at in the mean frame
    double pairs = 0;                      // found in the mean frame
};

/// What Pliant finds, by frame and sorted: the pairs that everyone has to find.
Truth find_truth(const Film& film);

/// Plays the film once for each contestant. One line for each that disagrees with the truth, naming frame and pairs.
std::vector<std::string> disagreements(const Film& film, const Truth& truth, std::vector<Entry>& entries);

/// Contestants take turns, film by film, so that what else happens on the machine hits all of them.
std::vector<Result> race(const Film& film, std::vector<Entry>& entries, std::size_t repetitions);

}  // namespace pliant::bench
