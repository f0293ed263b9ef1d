#include "scene/choice.hpp"

#include <algorithm>

namespace pliant {

std::size_t Choice::fastest() const {
    return static_cast<std::size_t>(std::min_element(time_.begin(), time_.end()) - time_.begin());
}

Method Choice::next(const IntersectionOptions& options, std::uint64_t topology_version) {
    const Asked asked{options.self, options.between, !options.only.has_value(), options.neighbours, topology_version};
    if (asked != asked_) {
        asked_ = asked;
        questions_ = 0;
        time_ = nothing_known;
    }
    // A deadline is no time for trials: what has not been built yet stays so.
    if (options.budget.time) return candidates[fastest()];
    const std::uint32_t number = questions_++;
    const std::size_t taking_part = options.self ? candidates.size() : candidates.size() - 1;
    if (number < taking_part * questions_per_turn) return candidates[number / questions_per_turn];
    if (number % questions_between_trials != 0) return candidates[fastest()];
    return candidates[number / questions_between_trials % taking_part];
}

/// Mostly what was known before: one slow question is not yet a slow detector.
void Choice::took(Method method, double milliseconds, bool built) {
    if (built) return;
    const auto at = std::find(candidates.begin(), candidates.end(), method);
    if (at == candidates.end()) return;
    double& time = time_[static_cast<std::size_t>(at - candidates.begin())];
    const bool in_turn = questions_ <= candidates.size() * questions_per_turn;
    if (time == unknown || in_turn) {
        time = std::min(time, milliseconds);
    } else {
        time += (milliseconds - time) / 4;
    }
}

}  // namespace pliant
