// One number for an answer: FNV-1a of 64 bits over its pairs, the same on every machine.
#pragma once

#include <cstdint>

#include <pliant/report.hpp>

namespace pliant::determinism {

class ResultHash {
public:
    void add(const Answer<TrianglePair>& answer) {
        add_word(static_cast<std::uint32_t>(answer.size()));
        for (const TrianglePair& pair : answer) {
            add_triangle(pair.a);
            add_triangle(pair.b);
            add_word(static_cast<std::uint32_t>(pair.kind));
        }
    }

    [[nodiscard]] std::uint64_t value() const { return hash_; }

private:
    void add_triangle(const TriangleRef& t) {
        add_word(static_cast<std::uint32_t>(t.body));
        add_word(t.triangle);
    }

    void add_word(std::uint32_t word) {
        for (int byte = 0; byte < 4; ++byte, word >>= 8) hash_ = (hash_ ^ (word & 0xff)) * 1099511628211u;
    }

    std::uint64_t hash_ = 14695981039346656037u;
};

}  // namespace pliant::determinism
