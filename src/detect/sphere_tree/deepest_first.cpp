#include "detect/sphere_tree/deepest_first.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <tuple>
#include <utility>

namespace pliant::sphere_tree {

namespace {

constexpr std::size_t few = 128;  // below this, std::sort is faster
constexpr unsigned digit_bits = 8, digits = 3;

bool before(const ListedPair& p, const ListedPair& q) {
    if (p.depth != q.depth) return p.depth > q.depth;
    return std::tie(p.pair->a, p.pair->b) < std::tie(q.pair->a, q.pair->b);
}

/// Monotonic: not larger for a deeper pair. The exponent of a float and two bytes of its mantissa.
std::uint32_t key(const ListedPair& p) { return ~(std::bit_cast<std::uint32_t>(static_cast<float>(p.depth)) >> 7); }

std::size_t digit(const ListedPair& p, unsigned place) {
    return key(p) >> (place * digit_bits) & ((1u << digit_bits) - 1);
}

}  // namespace

void DeepestFirst::sort_by_digits(std::vector<ListedPair>& pairs) {
    other_.resize(pairs.size());
    for (unsigned place = 0; place < digits; ++place) {
        std::array<std::uint32_t, 1u << digit_bits> next{};
        for (const ListedPair& p : pairs) ++next[digit(p, place)];
        std::uint32_t sum = 0;
        for (std::uint32_t& n : next) sum += std::exchange(n, sum);
        for (const ListedPair& p : pairs) other_[next[digit(p, place)]++] = p;
        std::swap(pairs, other_);
    }
}

void DeepestFirst::sort(std::vector<ListedPair>& pairs) {
    if (pairs.size() <= few) {
        std::sort(pairs.begin(), pairs.end(), before);
        return;
    }
    sort_by_digits(pairs);
    for (auto first = pairs.begin(); first != pairs.end();) {
        auto end = first + 1;
        while (end != pairs.end() && key(*end) == key(*first)) ++end;
        if (end - first > 1) std::sort(first, end, before);
        first = end;
    }
}

}  // namespace pliant::sphere_tree
