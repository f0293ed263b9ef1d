// Constraints in blocks of eight that share no vertex: the lanes of a block are solved side by side.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "deform/schedule.hpp"
#include "parallel/parallel.hpp"

namespace pliant::deform {

inline constexpr std::size_t block_lanes = 8;  // whatever the vectors are: the order must not depend on them
inline constexpr std::uint32_t no_constraint = ~std::uint32_t{0};
using Block = std::array<std::uint32_t, block_lanes>;  // constraints; no_constraint where a lane is empty

/// The runs of a schedule, each cut into blocks.
class BlockSchedule {
public:
    template <class Vertices>
    void build(std::size_t constraints, std::span<const std::uint32_t> part, std::size_t parts,
               const Vertices& vertices) {
        schedule_.build(constraints, part, parts, vertices);
        taken_.assign(part.size(), 0);
        blocks_.clear();
        first_.assign(1, 0);
        for (std::size_t run = 0; run < schedule_.runs(); ++run) {
            if (run < parts) {
                pack_colours(schedule_.run(run), vertices);
            } else {
                pack(schedule_.run(run), run + 1 < schedule_.runs() ? block_lanes : 1);
            }
            first_.push_back(blocks_.size());
        }
        parts_ = parts;
    }

    [[nodiscard]] std::span<const Block> blocks() const { return blocks_; }

    /// solve(first, end) for blocks, all of them.
    template <class Solve>
    void each(parallel::Workers& workers, const Solve& solve) const {
        workers.for_each(parts_, [&](std::size_t k) { solve(first_[k], first_[k + 1]); });
        for (std::size_t k = parts_; k + 2 < first_.size(); ++k) {
            const parallel::Chunks chunks{first_[k + 1] - first_[k], chunk_size};
            workers.for_each(chunks.number(), [&](std::size_t chunk) {
                solve(first_[k] + chunks.begin(chunk), first_[k] + chunks.end(chunk));
            });
        }
        if (first_.size() > parts_ + 1) solve(first_[first_.size() - 2], first_.back());  // one after another
    }

private:
    static constexpr std::size_t colours = 64, chunk_size = 128;

    /// Constraints of a part: those of a colour share no vertex.
    template <class Vertices>
    void pack_colours(std::span<const std::uint32_t> run, const Vertices& vertices) {
        std::array<std::vector<std::uint32_t>, colours + 1> by_colour;
        for (const std::uint32_t i : run) {
            std::uint64_t taken = 0;
            for (const std::uint32_t v : vertices(i)) taken |= taken_[v];
            const auto colour = static_cast<std::size_t>(std::countr_one(taken));
            by_colour[colour].push_back(i);
            if (colour == colours) continue;
            for (const std::uint32_t v : vertices(i)) taken_[v] |= std::uint64_t{1} << colour;
        }
        for (std::size_t colour = 0; colour <= colours; ++colour)
            pack(by_colour[colour], colour < colours ? block_lanes : 1);
    }

    void pack(std::span<const std::uint32_t> constraints, std::size_t lanes) {
        for (std::size_t i = 0; i < constraints.size(); i += lanes) {
            Block& block = blocks_.emplace_back();
            for (std::size_t lane = 0; lane < block_lanes; ++lane)
                block[lane] = lane < lanes && i + lane < constraints.size() ? constraints[i + lane] : no_constraint;
        }
    }

    Schedule schedule_;
    std::size_t parts_ = 0;
    std::vector<std::uint64_t> taken_;  // colours at a vertex, within its part
    std::vector<Block> blocks_;
    std::vector<std::size_t> first_;  // of each run, and the end
};

}  // namespace pliant::deform
