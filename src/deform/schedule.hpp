// Constraints in an order that any number of threads can solve with the same result.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "parallel/parallel.hpp"

namespace pliant::deform {

/// Vertices in parts of about equal size that hang together, breadth first over elements: part of each vertex.
/// `vertices(i)`: a range of the vertices of element i.
template <class Vertices>
std::vector<std::uint32_t> parts_of(std::size_t elements, std::size_t vertex_count, std::size_t part_size,
                                    const Vertices& vertices) {
    std::vector<std::uint32_t> first(vertex_count + 1, 0);
    for (std::size_t i = 0; i < elements; ++i)
        for (const std::uint32_t v : vertices(i)) ++first[v + 1];
    for (std::size_t v = 0; v < vertex_count; ++v) first[v + 1] += first[v];
    std::vector<std::uint32_t> at(first.back()), next(first.begin(), first.end() - 1);
    for (std::size_t i = 0; i < elements; ++i)
        for (const std::uint32_t v : vertices(i)) at[next[v]++] = static_cast<std::uint32_t>(i);
    constexpr std::uint32_t none = ~std::uint32_t{0};
    std::vector<std::uint32_t> part(vertex_count, none), queue;
    const auto reach = [&](std::uint32_t v) {
        if (part[v] != none) return;
        part[v] = static_cast<std::uint32_t>(queue.size() / part_size);
        queue.push_back(v);
    };
    for (std::uint32_t seed = 0; seed < vertex_count; ++seed) {
        reach(seed);
        for (std::size_t k = queue.size() - 1; k < queue.size(); ++k)
            for (std::uint32_t e = first[queue[k]]; e < first[queue[k] + 1]; ++e)
                for (const std::uint32_t v : vertices(at[e])) reach(v);
    }
    return part;
}

/// Constraints within a part come first: parts share no vertex, and each is solved in order. Those between parts follow
/// by colours, each the first that none of its vertices has; what finds none of 64 comes last, one after another.
class Schedule {
public:
    template <class Vertices>
    void build(std::size_t constraints, std::span<const std::uint32_t> part, std::size_t parts,
               const Vertices& vertices) {
        taken_.assign(part.size(), 0);
        run_.resize(constraints);
        parts_ = parts;
        first_.assign(parts + colours + 2, 0);
        for (std::size_t i = 0; i < constraints; ++i) {
            run_[i] = choose_run(vertices(i), part);
            ++first_[run_[i] + 1];
        }
        for (std::size_t c = 0; c + 1 < first_.size(); ++c) first_[c + 1] += first_[c];
        order_.resize(constraints);
        next_ = first_;
        end_.assign(first_.begin() + 1, first_.end());
        for (std::size_t i = 0; i < constraints; ++i) order_[next_[run_[i]]++] = static_cast<std::uint32_t>(i);
    }

    /// Parts, colours, and what has none.
    [[nodiscard]] std::size_t runs() const { return parts_ + colours + 1; }
    [[nodiscard]] std::span<const std::uint32_t> run(std::size_t k) const {
        return std::span(order_).subspan(first_[k], end_[k] - first_[k]);
    }

    /// Passes over the others from now on.
    template <class Keep>
    void keep(parallel::Workers& workers, const Keep& keep) {
        workers.for_each(runs(), [&](std::size_t k) {
            const auto begin = order_.begin() + std::ptrdiff_t(first_[k]);
            const auto end = order_.begin() + std::ptrdiff_t(end_[k]);
            end_[k] -= std::size_t(end - std::remove_if(begin, end, [&](std::uint32_t i) { return !keep(i); }));
        });
    }

    /// solve(i) for every constraint.
    template <class Solve>
    void each(parallel::Workers& workers, const Solve& solve) const {
        const auto solve_run = [&](std::size_t k) {
            for (std::size_t i = first_[k]; i < end_[k]; ++i) solve(order_[i]);
        };
        workers.for_each(first_[parts_] > 0 ? parts_ : 0, solve_run);
        for (std::size_t k = parts_; k < parts_ + colours; ++k) {
            const parallel::Chunks chunks{end_[k] - first_[k], chunk_size};
            if (chunks.number() < 2) {
                solve_run(k);
                continue;
            }
            workers.for_each(chunks.number(), [&](std::size_t chunk) {
                for (std::size_t i = chunks.begin(chunk); i < chunks.end(chunk); ++i) solve(order_[first_[k] + i]);
            });
        }
        solve_run(parts_ + colours);
    }

private:
    static constexpr std::size_t colours = 64, chunk_size = 1024;

    template <class Range>
    std::uint32_t choose_run(const Range& vertices, std::span<const std::uint32_t> part) {
        bool within = true;
        std::uint64_t taken = 0;
        for (const std::uint32_t v : vertices) {
            within &= part[v] == part[vertices[0]];
            taken |= taken_[v];
        }
        if (within) return part[vertices[0]];
        const int colour = std::countr_one(taken);
        if (colour < int(colours))
            for (const std::uint32_t v : vertices) taken_[v] |= std::uint64_t{1} << colour;
        return static_cast<std::uint32_t>(parts_ + std::size_t(colour));
    }

    std::size_t parts_ = 0;
    std::vector<std::uint64_t> taken_;  // colours at a vertex
    std::vector<std::uint32_t> run_, order_;
    std::vector<std::size_t> first_, end_, next_;
};

}  // namespace pliant::deform
