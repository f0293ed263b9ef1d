#include "mutator/mutation.hpp"

#include <cstdint>
#include <cstring>
#include <string_view>

namespace pliant::mutator {
namespace {

using shapes::Random;

std::size_t below(Random& random, std::size_t n) { return n == 0 ? 0 : std::size_t(random.next() % n); }

void flip_bytes(std::string& bytes, Random& random) {
    for (std::size_t i = 0, count = 1 + below(random, 8); i < count && !bytes.empty(); ++i) {
        char& byte = bytes[below(random, bytes.size())];
        byte = random.next() % 2 == 0 ? char(random.next()) : char(byte ^ char(1 << random.next() % 8));
    }
}

struct Part {
    std::size_t begin, size;
};

/// Mostly a short one.
Part some_part(const std::string& bytes, Random& random) {
    const std::size_t begin = below(random, bytes.size()), rest = bytes.size() - begin;
    const std::size_t most = random.next() % 4 == 0 ? rest : std::min<std::size_t>(rest, 64);
    return {begin, 1 + below(random, most)};
}

void cut_off(std::string& bytes, Random& random) { bytes.resize(below(random, bytes.size())); }

void take_out(std::string& bytes, Random& random) {
    const auto [begin, size] = some_part(bytes, random);
    bytes.erase(begin, size);
}

void double_part(std::string& bytes, Random& random) {
    const auto [begin, size] = some_part(bytes, random);
    bytes.insert(below(random, bytes.size()), bytes.substr(begin, size));
}

bool is_numeric(char c) { return (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '+' || c == 'e' || c == 'E'; }

void change_number(std::string& bytes, Random& random) {
    static constexpr std::string_view others[] = {
        "0",     "-1",         "1",           "2147483647", "4294967295",
        "1e38",  "1e-45",      "1e308",       "5e-324",     "nan",
        "inf",   "-0",         "0.1",         "3",          "18446744073709551615",
        "1e999", "4294967296", "-2147483649", "7",          "1000000000"};
    std::size_t begin = below(random, bytes.size());
    while (begin < bytes.size() && !is_numeric(bytes[begin])) ++begin;
    while (begin > 0 && begin < bytes.size() && is_numeric(bytes[begin - 1])) --begin;
    std::size_t end = begin;
    while (end < bytes.size() && is_numeric(bytes[end])) ++end;
    if (end > begin) bytes.replace(begin, end - begin, others[below(random, std::size(others))]);
}

/// Four or eight bytes that may be a count or a coordinate.
void change_word(std::string& bytes, Random& random) {
    static constexpr std::uint64_t others[] = {0,          1,          0x7fffffff, 0x80000000,          0xffffffff,
                                               0x7f800000, 0x7fc00000, 0x7f7fffff, 0x7ff0000000000000u, 0x00ffffff,
                                               0x01000000, 0x10000,    1u << 31,   ~std::uint64_t{0},   0x3f800000};
    const std::uint64_t word = others[below(random, std::size(others))];
    const std::size_t size = random.next() % 2 == 0 ? 4 : 8;
    if (bytes.size() < size) return;
    std::memcpy(bytes.data() + below(random, bytes.size() - size + 1), &word, size);
}

void swap_lines(std::string& bytes, Random& random) {
    const std::size_t begin = bytes.find('\n', below(random, bytes.size()));
    const std::size_t end = begin == std::string::npos ? begin : bytes.find('\n', begin + 1);
    if (end == std::string::npos) return;
    const std::string line = bytes.substr(begin, end - begin);
    bytes.erase(begin, end - begin);
    const std::size_t to = bytes.find('\n', below(random, bytes.size()));
    bytes.insert(to == std::string::npos ? bytes.size() : to, line);
}

}  // namespace

std::string damaged(std::string bytes, Random& random) {
    constexpr std::size_t most = 1 << 20;
    using Damage = void (*)(std::string&, Random&);
    static constexpr Damage kinds[] = {flip_bytes,    cut_off,       take_out,    double_part,
                                       change_number, change_number, change_word, swap_lines};
    for (std::size_t i = 0, count = 1 + below(random, 4); i < count && !bytes.empty(); ++i) {
        kinds[below(random, std::size(kinds))](bytes, random);
        if (bytes.size() > most) bytes.resize(most);
    }
    return bytes;
}

}  // namespace pliant::mutator
