// PAIRLIST of the paper: pairs of spheres that may hold a contact, the most important first [Mendoza2005, 4.2].
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "numeric/vec.hpp"

namespace pliant::sphere_tree {

/// Two spheres that may hold a contact.
struct SpherePair {
    double importance = 0;
    std::uint32_t a = 0, b = 0;  // nodes
    bool tested = false;
    bool finest = false;      // not to be refined any further
    bool second_next = true;  // whose children come next, breadth first
    double gap = 0, error = 0;
    Vec3 position;
    double depth = 0;  // once tested
    Vec3 normal;
};

/// A binary heap of small entries; the pairs themselves never move.
class PairList {
public:
    void clear();
    [[nodiscard]] bool empty() const { return heap_.empty(); }
    [[nodiscard]] std::size_t size() const { return heap_.size(); }
    void put(const SpherePair& pair);
    /// The largest importance first; ties by the smaller nodes.
    [[nodiscard]] const SpherePair& first() const { return pairs_[heap_.front().place]; }
    [[nodiscard]] SpherePair take_first();

    /// In heap order; valid until a pair is put or taken.
    [[nodiscard]] const SpherePair& operator[](std::size_t i) const { return pairs_[heap_[i].place]; }

    template <class Visit>
    void for_each(const Visit& visit) {
        for (const Entry& entry : heap_) visit(pairs_[entry.place]);
    }

private:
    struct Entry {
        double importance;
        std::uint32_t place;
    };

    /// Less important, and later among equals.
    [[nodiscard]] bool comes_later(const Entry& p, const Entry& q) const {
        if (p.importance != q.importance) return p.importance < q.importance;
        const SpherePair &first = pairs_[p.place], &second = pairs_[q.place];
        return first.a != second.a ? first.a > second.a : first.b > second.b;
    }

    std::vector<Entry> heap_;
    std::vector<SpherePair> pairs_;
    std::vector<std::uint32_t> free_;  // places
};

}  // namespace pliant::sphere_tree
