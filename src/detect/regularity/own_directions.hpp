// Directions of their own for pieces of surface that face none of the sampled ones. A steeply wrinkled sheet is still a
// graph over some plane, but few directions show it: one is searched, and kept from frame to frame.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "detect/regularity/leaf_blocks.hpp"
#include "detect/regularity/leaf_update.hpp"
#include "detect/regularity/regions.hpp"
#include "frame/bodies.hpp"

namespace pliant::regularity {

/// Guesses a direction from a few triangles, has the leaves bounded about it, which proves or refutes it, and learns
/// from triangles that do not face it (a cutting-plane method). A direction that holds costs nothing further: leaves
/// are bounded about it in the pass that bounds them anyway. Pieces without one are asked again ever more seldom.
class OwnDirectionSearch {
public:
    /// Once per topology.
    void build(const Regions& regions);

    /// After an update that moved something.
    void begin_frame();
    /// The leaves of the piece that is returned are to be bounded again, and all regions united, before the next call.
    /// Nothing: this frame's work is done.
    std::optional<Region> next(const frame::Bodies& bodies, const LeafBlocks& blocks, Regions& regions,
                               LeafUpdate& leaf_update);

private:
    /// A connected piece of a body.
    struct Piece {
        std::uint32_t root;
        std::uint8_t number = OwnAxes::none;  // of its own direction
        std::uint8_t failures = 0;
        std::uint64_t next_frame = 0;  // not before
    };

    [[nodiscard]] std::optional<std::size_t> piece_to_try(const frame::Bodies& bodies, const Regions& regions);
    [[nodiscard]] std::optional<Region> try_piece(Regions& regions, LeafUpdate& leaf_update);
    [[nodiscard]] std::optional<Region> give_up(const Regions& regions, LeafUpdate& leaf_update);
    bool take_number(Piece& piece);
    void sample_normals(const frame::Bodies& bodies, const LeafBlocks& blocks, const LeafUpdate& leaf_update,
                        const Region& piece);
    void add_refuting_normals(const frame::Bodies& bodies, const LeafBlocks& blocks, const LeafUpdate& leaf_update,
                              const Regions& regions, const Piece& piece);
    [[nodiscard]] std::optional<Vec3> direction_within_normals() const;

    std::vector<Piece> pieces_;
    std::array<bool, most_own_directions> taken_{};
    std::uint64_t frames_ = 0;
    std::size_t looked_at_ = 0, cursor_ = 0;  // in this frame; where the next one begins
    std::optional<std::size_t> trying_;       // a piece whose direction is being proven
    unsigned tries_ = 0;
    bool leaves_follow_ = false;  // leaves of that piece are bounded about its direction
    std::vector<Vec3> normals_;   // that the direction has to face
};

}  // namespace pliant::regularity
