#include "soak/failing_allocations.hpp"

#include <cstddef>
#include <cstdlib>
#include <new>

namespace pliant::soak {

std::atomic<long> allocations_until_failure = -1;

}  // namespace pliant::soak

namespace {

using pliant::soak::allocations_until_failure;

void* allocate(std::size_t size, std::size_t alignment) {
    if (allocations_until_failure >= 0 && allocations_until_failure-- == 0) throw std::bad_alloc();
    const std::size_t whole = (size + alignment - 1) / alignment * alignment;
    if (void* memory = std::aligned_alloc(alignment, whole == 0 ? alignment : whole)) return memory;
    throw std::bad_alloc();
}

}  // namespace

// Where GCC 12 sees one of these through another it takes them for a mismatched pair.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"
#endif
void* operator new(std::size_t size) { return allocate(size, alignof(std::max_align_t)); }
void* operator new[](std::size_t size) { return allocate(size, alignof(std::max_align_t)); }
void* operator new(std::size_t size, std::align_val_t a) { return allocate(size, static_cast<std::size_t>(a)); }
void* operator new[](std::size_t size, std::align_val_t a) { return allocate(size, static_cast<std::size_t>(a)); }
void operator delete(void* p) noexcept { std::free(p); }
void operator delete[](void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
void operator delete[](void* p, std::size_t) noexcept { std::free(p); }
void operator delete(void* p, std::align_val_t) noexcept { std::free(p); }
void operator delete[](void* p, std::align_val_t) noexcept { std::free(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }
void operator delete[](void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }
