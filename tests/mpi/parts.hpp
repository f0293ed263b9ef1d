// A whole body cut into parts, one for each rank.
#pragma once

#include <mpi.h>

#include <algorithm>
#include <array>

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include <pliant/mpi.hpp>

namespace pliant::mpi_test {

inline int rank() {
    int own = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &own);
    return own;
}
inline int ranks() {
    int all = 1;
    MPI_Comm_size(MPI_COMM_WORLD, &all);
    return all;
}

/// What element e of so many becomes a part of.
struct Split {
    const char* name;
    std::function<int(std::size_t e, std::size_t count)> rank_of;
};

inline std::vector<Split> splits() {
    const auto all = std::size_t(ranks());
    return {{"runs", [=](std::size_t e, std::size_t count) { return int(e * all / count); }},
            {"stripes", [=](std::size_t e, std::size_t) { return int(e % all); }},
            {"only the last rank has anything", [=](std::size_t, std::size_t) { return int(all - 1); }},
            {"scattered", [=](std::size_t e, std::size_t) { return int((e * 2654435761u >> 7) % all); }}};
}

/// The part of this rank. Numbers in the whole are those of the whole's arrays.
template <std::size_t Corners>
struct Part {
    using Element = std::array<std::uint32_t, Corners>;
    std::vector<Point> positions;
    std::vector<Element> elements;
    std::vector<std::uint64_t> vertex_numbers, element_numbers;

    Part(std::span<const Point> whole, std::span<const Element> all, const Split& split) {
        constexpr std::uint32_t none = 0xffffffffu;
        std::vector<std::uint32_t> place(whole.size(), none);
        for (std::size_t e = 0; e < all.size(); ++e) {
            if (split.rank_of(e, all.size()) != rank()) continue;
            Element element = all[e];
            for (std::uint32_t& v : element) {
                if (v >= whole.size()) {
                    v = none;  // as far out of range as in the whole
                    continue;
                }
                if (place[v] == none) {
                    place[v] = std::uint32_t(vertex_numbers.size());
                    vertex_numbers.push_back(v);
                }
                v = place[v];
            }
            elements.push_back(element);
            element_numbers.push_back(e);
        }
        move(whole);
    }

    void move(std::span<const Point> whole) {
        positions.clear();
        for (const std::uint64_t v : vertex_numbers) positions.push_back(whole[v]);
    }
};

/// What all ranks have, sorted; on every rank.
template <class T>
std::vector<T> united(const std::vector<T>& own) {
    const int bytes = int(own.size() * sizeof(T));
    const auto number = std::size_t(ranks());
    std::vector<int> counts(number), offsets(number);
    MPI_Allgather(&bytes, 1, MPI_INT, counts.data(), 1, MPI_INT, MPI_COMM_WORLD);
    int end = 0;
    for (std::size_t r = 0; r < counts.size(); ++r) {
        offsets[r] = end;
        end += counts[r];
    }
    std::vector<T> all(std::size_t(end) / sizeof(T));
    MPI_Allgatherv(own.data(), bytes, MPI_BYTE, all.data(), counts.data(), offsets.data(), MPI_BYTE, MPI_COMM_WORLD);
    std::sort(all.begin(), all.end());
    return all;
}

}  // namespace pliant::mpi_test
