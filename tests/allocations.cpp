#include "allocations.hpp"

#include <cstdlib>

namespace pliant::allocations {

std::atomic<std::size_t> number = 0;
std::atomic<bool> counting = false;
std::atomic<long> until_failure = -1;

}  // namespace pliant::allocations

namespace {

void count() {
    if (pliant::allocations::counting) ++pliant::allocations::number;
}

void* allocate(std::size_t size, std::size_t alignment) {
    using pliant::allocations::until_failure;
    count();
    if (until_failure >= 0 && until_failure-- == 0) throw std::bad_alloc();
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

// Libraries that go to malloc itself are counted too, where its inner name is known and no sanitizer has taken it over.
#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
extern "C" {
void* __libc_malloc(std::size_t size);                      // NOLINT(bugprone-reserved-identifier)
void* __libc_calloc(std::size_t number, std::size_t size);  // NOLINT(bugprone-reserved-identifier)
void* __libc_realloc(void* memory, std::size_t size);       // NOLINT(bugprone-reserved-identifier)

void* malloc(std::size_t size) {
    count();
    return __libc_malloc(size);
}
void* calloc(std::size_t number, std::size_t size) {
    count();
    return __libc_calloc(number, size);
}
void* realloc(void* memory, std::size_t size) {
    count();
    return __libc_realloc(memory, size);
}
}
#endif
