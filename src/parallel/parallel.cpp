#include "parallel/parallel.hpp"

#include <algorithm>
#include <thread>

#if defined(PLIANT_PARALLEL_TBB)
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#elif defined(PLIANT_PARALLEL_THREADS)
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <vector>
#endif

namespace pliant::parallel {

namespace {

[[maybe_unused]] unsigned or_all(unsigned threads) {
    return threads != 0 ? threads : std::max(1u, std::thread::hardware_concurrency());
}

}  // namespace

#if defined(PLIANT_PARALLEL_TBB)

struct Workers::Pool {
    // TBB prints a warning when asked for more threads than there are processors.
    explicit Pool(unsigned number)
        : threads(std::min(or_all(number), static_cast<unsigned>(tbb::info::default_concurrency()))),
          arena(static_cast<int>(threads)) {}

    void run(std::size_t count, Call call, void* context) {
        arena.execute([&] { tbb::parallel_for(std::size_t{0}, count, [=](std::size_t i) { call(context, i); }); });
    }

    unsigned threads;
    tbb::task_arena arena;
};

#elif defined(PLIANT_PARALLEL_THREADS)

// Built on the standard library alone, so that a thread sanitizer sees every synchronisation.
struct Workers::Pool {
    explicit Pool(unsigned number) : threads(or_all(number)) {
        for (unsigned i = 1; i < threads; ++i) {
            helpers.emplace_back([this] { help(); });
        }
    }

    ~Pool() {
        {
            const std::lock_guard lock(mutex);
            stopping = true;
        }
        wake.notify_all();
        for (std::thread& helper : helpers) helper.join();
    }

    void run(std::size_t number, Call function, void* argument) {
        {
            const std::lock_guard lock(mutex);
            call = function;
            context = argument;
            count = number;
            next = 0;
            busy = static_cast<unsigned>(helpers.size());
            ++round;
        }
        wake.notify_all();
        work();
        std::unique_lock lock(mutex);
        done.wait(lock, [this] { return busy == 0; });
    }

    void work() {
        for (std::size_t i = next++; i < count; i = next++) call(context, i);
    }

    void help() {
        std::size_t seen = 0;
        for (;;) {
            {
                std::unique_lock lock(mutex);
                wake.wait(lock, [&] { return stopping || round != seen; });
                if (stopping) return;
                seen = round;
            }
            work();
            const std::lock_guard lock(mutex);
            if (--busy == 0) done.notify_one();
        }
    }

    unsigned threads;
    std::vector<std::thread> helpers;
    std::mutex mutex;
    std::condition_variable wake, done;
    std::atomic<std::size_t> next = 0;
    std::size_t count = 0, round = 0;
    unsigned busy = 0;
    Call call = nullptr;
    void* context = nullptr;
    bool stopping = false;
};

#else

struct Workers::Pool {
    explicit Pool(unsigned) {}
    void run(std::size_t count, Call call, void* context) {
        for (std::size_t i = 0; i < count; ++i) call(context, i);
    }
    unsigned threads = 1;
};

#endif

Workers::Workers(unsigned threads) : pool_(std::make_unique<Pool>(threads)) {}
Workers::~Workers() = default;
Workers::Workers(Workers&&) noexcept = default;
Workers& Workers::operator=(Workers&&) noexcept = default;

unsigned Workers::threads() const { return pool_->threads; }

void Workers::run(std::size_t count, Call call, void* context) {
    if (count == 0) return;
    if (count == 1 || pool_->threads == 1) {
        for (std::size_t i = 0; i < count; ++i) call(context, i);
        return;
    }
    pool_->run(count, call, context);
}

}  // namespace pliant::parallel
