#include "scene/tuned_choice.hpp"

#include <algorithm>

namespace pliant {

/// The first one that has not given up, where nothing is known.
std::size_t TunedChoice::fastest() const {
    std::size_t best = index_of(IntersectionMethod::box_tree);
    for (std::size_t i = candidates().size(); i-- > 0;) {
        if (!gave_up_[i] && (time_[i] <= time_[best] || gave_up_[best])) best = i;
    }
    return best;
}

std::size_t TunedChoice::index_of(IntersectionMethod method) const {
    const std::span<const IntersectionMethod> all = candidates();
    return static_cast<std::size_t>(std::find(all.begin(), all.end(), method) - all.begin());
}

std::optional<double> TunedChoice::patience(IntersectionMethod method, std::size_t triangles) const {
    if (method == IntersectionMethod::box_tree || time_[index_of(method)] < unknown) return {};
    const double known = time_[fastest()];
    return known < unknown ? 20 * known + 5 : 50 + 2e-3 * static_cast<double>(triangles);
}

IntersectionMethod TunedChoice::gave_up(IntersectionMethod method) {
    gave_up_[index_of(method)] = true;
    return candidates()[fastest()];
}

IntersectionMethod TunedChoice::next(const IntersectionOptions& options, std::uint64_t topology_version) {
    const Asked asked{options.self, options.between, !options.only.has_value(), options.neighbours, topology_version};
    if (asked != asked_) {
        asked_ = asked;
        questions_ = 0;
        time_ = nothing_known;
        gave_up_ = {};
    }
    // A deadline is no time for trials: what has not been built yet stays so.
    if (options.budget.time) return candidates()[fastest()];
    const std::uint32_t number = questions_++;
    const std::size_t taking_part = candidates().size();
    if (number < taking_part * questions_per_turn) {
        const std::size_t turn = number / questions_per_turn;
        return candidates()[gave_up_[turn] ? fastest() : turn];
    }
    if (number % questions_between_near_trials != 0) return candidates()[fastest()];
    const std::size_t other = number / questions_between_near_trials % taking_part;
    return candidates()[time_[other] < 2 * time_[fastest()] ? other : fastest()];
}

bool TunedChoice::lost(IntersectionMethod method) const {
    const std::size_t at = index_of(method);
    if (at == candidates().size() || questions_ < candidates().size() * questions_per_turn) return false;
    return gave_up_[at] || time_[at] >= 2 * time_[fastest()];
}

/// The least of the last times, which rises slowly: other work on the machine makes a detector seem slower, never
/// faster.
void TunedChoice::took(IntersectionMethod method, double milliseconds, bool built) {
    if (built) return;
    const std::size_t at = index_of(method);
    if (at == candidates().size()) return;
    gave_up_[at] = false;
    time_[at] = std::min(1.05 * time_[at], milliseconds);
}

}  // namespace pliant
