// The tetrahedra of a body, which come and go under numbers that stay.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include <pliant/report.hpp>
#include <pliant/views.hpp>

#include "frame/body.hpp"
#include "mesh/volume_boundary.hpp"

namespace pliant::frame {

inline constexpr Tetrahedron no_tetrahedron{~0u, ~0u, ~0u, ~0u};

class Volume {
public:
    explicit Volume(std::vector<Tetrahedron> tetrahedra)
        : tetrahedra_(std::move(tetrahedra)), gone_(tetrahedra_.size(), 0) {}

    /// As given, in the body's own numbering; `no_tetrahedron` where one was removed.
    [[nodiscard]] const std::vector<Tetrahedron>& tetrahedra() const { return tetrahedra_; }
    /// By number: whether it was removed.
    [[nodiscard]] std::span<const std::uint8_t> gone() const { return gone_; }

    /// Numbers of removed ones are used again, smallest first; then new ones follow. `body`: whose boundary is that of
    /// the tetrahedra as they are. The first change costs as much as the boundary of all, each later one as much as it
    /// changes.
    std::vector<std::uint32_t> insert(std::span<const Tetrahedron> tetrahedra, const Body& body);
    /// Throws std::out_of_range, and removes nothing, where a number is not there or given twice.
    void remove(std::span<const std::uint32_t> numbers, const Body& body);
    /// Takes back the last `insert` or `remove`, whether it came to its end or not. Never throws.
    void undo() noexcept;
    /// What the last change means for the triangles; their numbers are told back by `number`.
    const mesh::VolumeBoundary::Change& take_change() { return boundary_.take_change(tetrahedra_); }
    void number(std::span<const std::uint32_t> triangles) { boundary_.number(triangles); }
    [[nodiscard]] std::vector<Flaw> flaws() const { return boundary_.flaws(); }
    /// The triangles were made anew by somebody else.
    void forget_boundary() { knows_boundary_ = false; }

private:
    void know_boundary(const Body& body);
    void begin_change(std::size_t changes);
    void note(std::uint32_t number);

    std::vector<Tetrahedron> tetrahedra_;
    std::vector<std::uint8_t> gone_;
    std::vector<std::uint32_t> free_;                            // numbers that are gone: a heap, smallest first
    std::vector<std::pair<std::uint32_t, Tetrahedron>> before_;  // by number, what the last change has changed
    std::size_t count_before_ = 0;
    mesh::VolumeBoundary boundary_;
    bool knows_boundary_ = false;
};

using Volumes = std::map<BodyId, Volume>;

}  // namespace pliant::frame
