// Counts allocations: interposes glibc's allocator in the program it is linked into.
#include "allocations.hpp"

#include <atomic>
#include <cerrno>
#include <cstddef>

extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t number, std::size_t size);
void* __libc_realloc(void* old, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
}

namespace {

std::atomic<std::uint64_t> count = 0;

void counted() { count.fetch_add(1, std::memory_order_relaxed); }

}  // namespace

namespace pliant::bench {

std::uint64_t allocations() { return count.load(std::memory_order_relaxed); }

}  // namespace pliant::bench

extern "C" {

void* malloc(std::size_t size) {
    counted();
    return __libc_malloc(size);
}

void* calloc(std::size_t number, std::size_t size) {
    counted();
    return __libc_calloc(number, size);
}

void* realloc(void* old, std::size_t size) {
    counted();
    return __libc_realloc(old, size);
}

void* memalign(std::size_t alignment, std::size_t size) {
    counted();
    return __libc_memalign(alignment, size);
}

void* aligned_alloc(std::size_t alignment, std::size_t size) {
    counted();
    return __libc_memalign(alignment, size);
}

int posix_memalign(void** out, std::size_t alignment, std::size_t size) {
    counted();
    *out = __libc_memalign(alignment, size);
    return *out == nullptr ? ENOMEM : 0;
}
}
