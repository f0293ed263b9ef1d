// Usable tetrahedra in blocks of eight, neighbours in space close together, and what is odd about their volumes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "broad_phase/blocks.hpp"
#include "frame/bodies.hpp"
#include "frame/tetrahedra.hpp"
#include "narrow_phase/inside_tests.hpp"
#include "parallel/parallel.hpp"

namespace pliant::spatial_hash {

class Slots {
public:
    /// Orders the tetrahedra of each body so that those of a block lie together. Needs positions.
    void build(const frame::Bodies& bodies, const frame::Tetrahedra& tetrahedra);

    /// The signs of volumes, with proof or not at all, by block: `find_signs` writes them, unless the sweep does.
    [[nodiscard]] narrow_phase::VolumeSigns* signs() { return signs_.data(); }
    void find_signs(const frame::Bodies& bodies, parallel::Workers& workers);
    /// Finds flat and inverted tetrahedra, at positions of which the signs are known.
    void name_flaws(const frame::Bodies& bodies, const frame::Tetrahedra& tetrahedra);

    [[nodiscard]] std::span<const broad_phase::TetrahedronBlock> blocks() const { return blocks_; }
    /// Bits for the lanes of each block that hold a tetrahedron: the last block of a body may have fewer than eight,
    /// and repeats one in the others.
    [[nodiscard]] broad_phase::GroupedBlocks grouped() const {
        return {blocks_.data(), filled_.data(), groups_.data(), own_.data()};
    }
    [[nodiscard]] std::size_t groups() const { return groups_.size() - 1; }
    [[nodiscard]] bool filled(std::uint32_t slot) const { return tetrahedron_[slot] != nothing; }
    /// Of slots, filled or not.
    [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(tetrahedron_.size()); }
    [[nodiscard]] std::uint32_t tetrahedron(std::uint32_t slot) const { return tetrahedron_[slot]; }
    [[nodiscard]] geometry::TetrahedronCorners corners(const frame::Bodies& bodies, std::uint32_t slot) const {
        const auto at = [&](std::size_t i) {
            return bodies.position(blocks_[slot / broad_phase::block_size].vertex[i][slot % broad_phase::block_size]);
        };
        return {at(0), at(1), at(2), at(3)};
    }

    [[nodiscard]] std::span<const std::uint32_t> flat() const { return flat_; }  // tetrahedra
    [[nodiscard]] std::span<const Flaw> inverted() const { return inverted_; }   // sorted

    /// Mean length of the edges of some tetrahedra, evenly chosen, as the cell size of [Teschner2003, 4.3], without
    /// those far larger than most; 0 where none has finite corners.
    [[nodiscard]] double mean_edge(const simd::FloatVertex* vertices) const;

private:
    void form_groups(std::span<const std::uint32_t> numbers_of_blocks);
    bool add_group(std::uint32_t first_block, std::uint32_t blocks, std::uint32_t tries);
    void judge_unsure(const frame::Bodies& bodies, const frame::Tetrahedra& tetrahedra);
    void list_inverted(const frame::Tetrahedra& tetrahedra);

    static constexpr std::uint32_t nothing = 0xffffffffu;
    std::vector<broad_phase::TetrahedronBlock> blocks_;
    std::vector<std::uint8_t> filled_;
    std::vector<broad_phase::BlockGroup> groups_{{0, 0, 0}};
    std::vector<broad_phase::OwnVertex> own_;  // by group
    std::vector<std::uint32_t> tetrahedron_;
    std::vector<std::uint32_t> first_slot_;  // by index of body; one more
    std::vector<narrow_phase::VolumeSigns> signs_;
    std::vector<std::uint32_t> flat_;
    std::vector<std::uint32_t> negative_;  // by index of body
    std::vector<Flaw> inverted_;
};

}  // namespace pliant::spatial_hash
