// A hash table from pairs of triangles to numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace pliant::sphere_tree {

/// Open addressing, linear probing. It only grows; `clear` raises a stamp instead of writing every slot.
class PairNumbers {
public:
    void clear();
    /// The number of a pair: the one that it has, or else the one given.
    std::uint32_t find_or_add(std::uint32_t a, std::uint32_t b, std::uint32_t number);
    [[nodiscard]] std::optional<std::uint32_t> find(std::uint32_t a, std::uint32_t b) const;
    [[nodiscard]] std::size_t size() const { return taken_; }

private:
    struct Slot {
        std::uint64_t pair;
        std::uint32_t number, stamp;
    };

    [[nodiscard]] std::size_t place_of(std::uint64_t pair) const;
    void grow();

    std::vector<Slot> slots_;  // none, or a power of two
    std::size_t taken_ = 0;
    std::uint32_t stamp_ = 1;
};

}  // namespace pliant::sphere_tree
