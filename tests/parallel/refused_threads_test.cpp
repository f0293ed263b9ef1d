// A system that starts no more threads: the work is done by those that are there.
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <pthread.h>

#include <atomic>
#include <cerrno>
#include <vector>

#include "parallel/parallel.hpp"

namespace {

std::atomic<int> threads_left = -1;  // so many can be started; below zero: any number

}  // namespace

extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*function)(void*),
                              void* argument) noexcept {
    using Create = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
    static const auto create = reinterpret_cast<Create>(dlsym(RTLD_NEXT, "pthread_create"));
    if (threads_left == 0) return EAGAIN;
    if (threads_left > 0) --threads_left;
    return create(thread, attributes, function, argument);
}

namespace pliant::parallel {
namespace {

TEST(RefusedThreads, AreDoneWithout) {
    for (const int left : {0, 1, 2, 5}) {
        threads_left = left;
        Workers workers(4);
        threads_left = -1;
        EXPECT_EQ(workers.threads(), unsigned(std::min(left, 3)) + 1);
        std::vector<int> done(1000);
        workers.for_each(done.size(), [&](std::size_t i) { ++done[i]; });
        EXPECT_EQ(done, std::vector<int>(1000, 1));
    }
}

}  // namespace
}  // namespace pliant::parallel
