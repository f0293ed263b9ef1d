// Replaces every way to ask for memory in the program that it is linked to: calls are counted, and operator new fails
// when told to.
#pragma once

#include <atomic>
#include <cstddef>
#include <new>

namespace pliant::allocations {

extern std::atomic<std::size_t> number;
extern std::atomic<bool> counting;
/// So many calls of operator new succeed, on any thread, before one fails; none does below zero.
extern std::atomic<long> until_failure;

/// How many there are, on any thread, while `work` runs.
template <class Work>
std::size_t during(const Work& work) {
    number = 0;
    counting = true;
    work();
    counting = false;
    return number;
}

/// Runs `work` with operator new number `failing` of it failing. False where it did not need so many.
template <class Work>
bool end(long failing, const Work& work) {
    bool failed = false;
    until_failure = failing;
    try {
        work();
    } catch (const std::bad_alloc&) {
        failed = true;
    }
    until_failure = -1;
    return failed;
}

}  // namespace pliant::allocations
