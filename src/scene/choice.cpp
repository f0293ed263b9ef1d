#include "scene/choice.hpp"

namespace pliant {

Method Choice::next(const IntersectionOptions& options, std::uint64_t topology_version) {
    const Asked asked{options.self, options.between, options.neighbours, topology_version};
    if (asked != asked_) {
        asked_ = asked;
        questions_ = 0;
        time_ = {unknown, unknown};
    }
    if (!options.self) return Method::box_tree;
    // A deadline is no time for trials: what has not been built yet stays so.
    if (options.budget.time) return faster();
    const std::uint32_t number = questions_++;
    if (number < 2) return Method::box_tree;
    if (number < 4) return Method::regularity;
    return number % questions_between_trials == 0 ? slower() : faster();
}

void Choice::took(Method method, double milliseconds, bool built) {
    if (built) return;
    if (method == Method::box_tree) time_[0] = milliseconds;
    if (method == Method::regularity) time_[1] = milliseconds;
}

}  // namespace pliant
