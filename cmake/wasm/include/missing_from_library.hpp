// What the standard library of emscripten 3.1.6 (libc++ 13) lacks of C++20 and pliant uses. Included before every file.
#pragma once

#include <array>
#include <atomic>
#include <charconv>
#include <compare>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <type_traits>
#include <version>

namespace std {

#ifndef __cpp_lib_bit_cast
template <class To, class From>
constexpr To bit_cast(const From& from) noexcept {
    static_assert(sizeof(To) == sizeof(From) && is_trivially_copyable_v<To> && is_trivially_copyable_v<From>);
    return __builtin_bit_cast(To, from);
}
#endif

#ifndef __cpp_lib_atomic_ref
/// The few members that pliant uses; threads of the module, if any, see them as the real ones.
template <class T>
class atomic_ref {
public:
    explicit atomic_ref(T& value) : value_(&value) {}
    T load(memory_order order = memory_order_seq_cst) const {
        T result;
        __atomic_load(value_, &result, int(order));
        return result;
    }
    void store(T value, memory_order order = memory_order_seq_cst) const { __atomic_store(value_, &value, int(order)); }
    T fetch_or(T value, memory_order order = memory_order_seq_cst) const {
        return __atomic_fetch_or(value_, value, int(order));
    }
    T fetch_and(T value, memory_order order = memory_order_seq_cst) const {
        return __atomic_fetch_and(value_, value, int(order));
    }
    T fetch_add(T value, memory_order order = memory_order_seq_cst) const {
        return __atomic_fetch_add(value_, value, int(order));
    }

private:
    T* value_;
};
#endif

#if defined(_LIBCPP_VERSION) && _LIBCPP_VERSION < 14000
/// The shortest decimals that read back as the same number.
inline to_chars_result to_chars(char* first, char* last, double value) {
    char text[32];
    int size = 0;
    for (int digits = 1; digits <= 17; ++digits) {
        size = snprintf(text, sizeof text, "%.*g", digits, value);
        if (strtod(text, nullptr) == value) break;
    }
    if (last - first < size) return {last, errc::value_too_large};
    memcpy(first, text, size_t(size));
    return {first + size, errc()};
}

/// Of text that begins with a digit or a point, as that which pliant passes on does, or says inf or nan.
inline from_chars_result from_chars(const char* first, const char* last, double& value, chars_format format) {
    const string text = (format == chars_format::hex ? "0x" : "") + string(first, last);
    char* end = nullptr;
    const double read = strtod(text.c_str(), &end);
    const auto taken = end - text.c_str() - (format == chars_format::hex ? 2 : 0);
    if (taken <= 0) return {first, errc::invalid_argument};
    value = read;
    return {first + taken, errc()};
}
#endif

#if defined(_LIBCPP_VERSION) && _LIBCPP_VERSION < 17000
/// Of arrays, which `= default` in an aggregate asks for.
template <class T, size_t n>
constexpr auto operator<=>(const array<T, n>& a, const array<T, n>& b) {
    using Order = decltype(a[0] <=> b[0]);
    for (size_t i = 0; i < n; ++i) {
        if (const Order order = a[i] <=> b[i]; order != 0) return order;
    }
    return Order(strong_ordering::equal);
}
#endif

}  // namespace std
