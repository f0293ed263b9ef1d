#include "parallel/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>

#if defined(PLIANT_PARALLEL_TBB)
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#elif defined(PLIANT_PARALLEL_THREADS)
#include <condition_variable>
#include <vector>
#endif

#include "parallel/floating_point_mode.hpp"

namespace pliant::parallel {

using Call = void (*)(void* context, std::size_t item);

/// A loop on threads that must not see an exception: the first one is kept until the loop has ended. TBB does so
/// itself.
class GuardedLoop {
public:
    GuardedLoop(Call call, void* context) : call_(call), context_(context) {}

    static void item(void* loop, std::size_t i) { static_cast<GuardedLoop*>(loop)->run(i); }

    void rethrow() {
        if (first_) std::rethrow_exception(first_);
    }

private:
    void run(std::size_t i) noexcept {
        if (failed_.load(std::memory_order_relaxed)) return;
        const FloatingPointMode mode;
        try {
            call_(context_, i);
        } catch (...) {
            const std::lock_guard lock(mutex_);
            if (!first_) first_ = std::current_exception();
            failed_.store(true, std::memory_order_relaxed);
        }
    }

    Call call_;
    void* context_;
    std::mutex mutex_;
    std::exception_ptr first_;
    std::atomic<bool> failed_ = false;
};

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
        arena.execute([&] {
            tbb::parallel_for(std::size_t{0}, count, [=](std::size_t i) {
                const FloatingPointMode mode;
                call(context, i);
            });
        });
    }

    unsigned threads;
    tbb::task_arena arena;
};

#elif defined(PLIANT_PARALLEL_THREADS)

// Built on the standard library alone, so that a thread sanitizer sees every synchronisation.
struct Workers::Pool {
    explicit Pool(unsigned number) : threads(or_all(number)) {
        helpers.reserve(threads - 1);
        try {
            while (helpers.size() + 1 < threads) helpers.emplace_back([this] { help(); });
        } catch (...) {  // the system has no more, or no memory for them: those that are there will do
            threads = unsigned(helpers.size()) + 1;
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
        GuardedLoop loop(function, argument);
        run_guarded(number, loop);
        loop.rethrow();
    }

    void run_guarded(std::size_t number, GuardedLoop& loop) {
        {
            const std::lock_guard lock(mutex);
            guarded = &loop;
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
        for (std::size_t i = next++; i < count; i = next++) GuardedLoop::item(guarded, i);
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
    GuardedLoop* guarded = nullptr;
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

Workers::Workers(unsigned threads, JobSystem* jobs)
    : pool_(jobs == nullptr ? std::make_unique<Pool>(threads) : nullptr),
      jobs_(jobs),
      threads_(jobs == nullptr ? pool_->threads : std::max(1u, jobs->threads())) {}
Workers::~Workers() = default;
Workers::Workers(Workers&&) noexcept = default;
Workers& Workers::operator=(Workers&&) noexcept = default;

unsigned Workers::threads() const { return threads_; }

void Workers::run(std::size_t count, Call call, void* context) {
    if (count == 0) return;
    if (count == 1 || threads_ == 1) {
        for (std::size_t i = 0; i < count; ++i) call(context, i);
    } else if (jobs_ == nullptr) {
        pool_->run(count, call, context);
    } else {
        GuardedLoop loop(call, context);
        jobs_->run(count, &GuardedLoop::item, &loop);
        loop.rethrow();
    }
}

}  // namespace pliant::parallel
