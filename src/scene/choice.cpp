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
    if (options.budget.time) return candidates()[fastest()];
    const std::uint32_t number = questions_++;
    const std::size_t taking_part = candidates().size();
    if (number < taking_part * questions_per_turn) return candidates()[number / questions_per_turn];
    if (number % questions_between_trials == 0) return candidates()[number / questions_between_trials % taking_part];
    if (number % questions_between_near_trials != 0) return candidates()[fastest()];
    const std::size_t other = number / questions_between_near_trials % taking_part;
    return candidates()[time_[other] < 2 * time_[fastest()] ? other : fastest()];
}

/// The least of the last times, which rises slowly: other work on the machine makes a detector seem slower, never
/// faster.
void Choice::took(Method method, double milliseconds, bool built) {
    if (built) return;
    const std::span<const Method> all = candidates();
    const auto at = std::find(all.begin(), all.end(), method);
    if (at == all.end()) return;
    double& time = time_[static_cast<std::size_t>(at - all.begin())];
    time = std::min(1.05 * time, milliseconds);
}

}  // namespace pliant
