#include "detect/sphere_tree/deadline.hpp"

#include <algorithm>
#include <utility>

namespace pliant::sphere_tree {

using frame::Clock;

namespace {

constexpr double time_to_end = 3000;               // nanoseconds
constexpr double in_reserve = 1.5;                 // parts of the time that writing should take
constexpr double most_nanoseconds_per_step = 1e5;  // a longer one was preempted

/// Of a budget, the time in which a search is to end. The rest is for interrupts and preemption.
double aim(double budget) {
    constexpr double least = 4e4, most = 2e5;  // nanoseconds
    return budget - std::min(0.4 * budget, std::clamp(0.2 * budget, least, most));
}

}  // namespace

void Deadline::start(const ContactBudget& budget, Clock::time_point started) {
    budget_ = budget.time;
    passed_ = false;
    step_ = std::exchange(slowest_step_, 0);
    // Whatever the last search met, this one may begin.
    if (budget_) step_ = std::min(step_, 0.4 * nanoseconds(*budget_));
    started_ = started;
    last_check_ = Clock::now();
}

/// The first steps of a search are the slowest, since the spheres near the roots hold most. So the next search starts
/// with the slowest step of this one.
void Deadline::note_step(double took) {
    took = std::min(took, most_nanoseconds_per_step);
    slowest_step_ = std::max(slowest_step_, took);
    step_ = std::max(took, 0.8 * step_);
}

bool Deadline::check(bool any_tests, double writing) {
    if (!budget_) return false;
    const auto now = Clock::now();
    if (!any_tests && now - started_ < *budget_) return false;
    note_step(nanoseconds(now - std::exchange(last_check_, now)));
    const double end = nanoseconds(now - started_) + step_ + time_to_end + in_reserve * writing;
    passed_ = end > aim(static_cast<double>(budget_->count()));
    return passed_;
}

}  // namespace pliant::sphere_tree
