// The only door to threads.
#pragma once

#include <cstddef>
#include <memory>
#include <type_traits>

#include <pliant/jobs.hpp>

namespace pliant::parallel {

/// Runs loops on a fixed number of threads. What a loop writes goes by item, never by thread, so that results do not
/// depend on how many there are.
class Workers {
public:
    /// `threads`: 0 for as many as the machine has. Where there are `jobs`, they run the loops, and no thread is
    /// started. Borrowed.
    explicit Workers(unsigned threads = 0, JobSystem* jobs = nullptr);
    ~Workers();
    Workers(Workers&&) noexcept;
    Workers& operator=(Workers&&) noexcept;

    [[nodiscard]] unsigned threads() const;

    /// body(i) for every i < count, in any order. What a body throws reaches the caller, one exception where there are
    /// several, once no body runs any more; items that were not begun by then are left out.
    template <class Body>
    void for_each(std::size_t count, Body&& body) {
        using Plain = std::remove_reference_t<Body>;
        run(
            count, [](void* context, std::size_t i) { (*static_cast<Plain*>(context))(i); },
            const_cast<void*>(static_cast<const void*>(&body)));
    }

private:
    using Call = void (*)(void* context, std::size_t item);
    void run(std::size_t count, Call call, void* context);

    struct Pool;
    std::unique_ptr<Pool> pool_;  // none where jobs_ run the loops
    JobSystem* jobs_;
    unsigned threads_;
};

/// [0, count) cut into chunks of a fixed size, whatever the number of threads.
struct Chunks {
    std::size_t count = 0;
    std::size_t size = 1;

    [[nodiscard]] std::size_t number() const { return (count + size - 1) / size; }
    [[nodiscard]] std::size_t begin(std::size_t chunk) const { return chunk * size; }
    [[nodiscard]] std::size_t end(std::size_t chunk) const { return chunk + 1 < number() ? (chunk + 1) * size : count; }
};

}  // namespace pliant::parallel
