// The second pass for a group of blocks: vertices in the boxes of its tetrahedra, or inside them.
// Included once per vector target.
#if defined(PLIANT_SPATIAL_HASH_GROUP_QUERY_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLIANT_SPATIAL_HASH_GROUP_QUERY_INL
#undef PLIANT_SPATIAL_HASH_GROUP_QUERY_INL
#else
#define PLIANT_SPATIAL_HASH_GROUP_QUERY_INL
#endif

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include <hwy/cache_control.h>

#include "detect/spatial_hash/block_boxes-inl.hpp"
#include "detect/spatial_hash/block_planes-inl.hpp"
#include "detect/spatial_hash/box_codes-inl.hpp"
#include "detect/spatial_hash/cell_rows-inl.hpp"
#include "simd/compress-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::spatial_hash::HWY_NAMESPACE {

using namespace simd::HWY_NAMESPACE;

// A group whose box covers more cells than this is swept block by block, and such a block tetrahedron by tetrahedron.
constexpr std::uint64_t most_rows = 25;
constexpr std::uint32_t most_cells_along_x = 24;

struct MeasuredBlock {
    BlockBoxes boxes;
    BlockPlanes planes;
};

/// A group of blocks. Sets of its tetrahedra are bits, those of the first block lowest.
struct GroupToSweep {
    std::size_t count;  // of blocks
    std::uint32_t slot;
    const broad_phase::OwnVertex* own;  // corners of its tetrahedra; the first stands for all other vertices
    std::size_t own_count;
    std::uint32_t multiplier;  // of the perfect hash of the corners
    VerticesWanted wanted;
    MeasuredBlock measured[broad_phase::blocks_per_group];
};

/// The vertices of a vector that are wanted, as bits.
HWY_INLINE unsigned wanted_lanes(hn::Vec<hn::RebindToUnsigned<Floats>> vertices, const VerticesWanted& wanted) {
    constexpr unsigned all = (1u << float_lanes) - 1;
    const hn::RebindToUnsigned<Floats> u;
    const auto in = hn::Lt(hn::Sub(vertices, hn::Set(u, wanted.first)), hn::Set(u, wanted.count));
    return bits_of(u, in) ^ (wanted.others ? all : 0);
}

/// Sweeps the tetrahedra of a group together, in stages: vertices in the box around the group, a vector at a time; each
/// of these against the quantised boxes of eight tetrahedra at a time; those in boxes against the planes of eight.
/// Loops are branchless where branches would be mispredicted. Stages are not inlined, so that each keeps its data in
/// registers.
class GroupQuery {
public:
    HWY_INLINE GroupQuery(const CellTable& table, const GroupToSweep& group, Sweep& out)
        : table_(table), group_(group), out_(out) {
        const hn::CappedTag<std::uint8_t, 32> bytes;
        for (std::size_t i = 0; i < sizeof(own_at_); i += 4 * hn::MaxLanes(bytes)) {
            for (std::size_t k = 0; k < 4; ++k)
                hn::Store(hn::Zero(bytes), bytes, own_at_ + i + k * hn::MaxLanes(bytes));
        }
        for (std::size_t k = 1; k < group.own_count; ++k) {
            own_at_[broad_phase::own_place(group.own[k].vertex, group.multiplier)] = static_cast<std::uint8_t>(k);
        }
    }

    /// Sweeps these tetrahedra, at least one. False, and nothing is done, where they lie too far apart.
    HWY_INLINE bool run(std::uint32_t lanes, std::uint32_t filled) {
        lanes_ = lanes;
        unite(group_.measured, group_.count, lanes, filled, around_);
        const Rows rows(around_, table_.inverse_cell);
        if (!suits(rows)) return false;
        code_.set_box(around_);
        for (std::size_t b = 0; b < group_.count; ++b) code_.boxes(group_.measured[b].boxes, boxes_[b]);
        compare(collect(without_overlaps(list_ranges(rows))));
        return true;
    }

private:
    static constexpr std::size_t room = 512;  // vertices that are compared together
    // Each row may wrap around at the end of the table.
    static constexpr std::size_t most_ranges = 2 * most_rows;

    // More ranges than this are sorted to find overlaps; fewer are compared pair by pair.
    static constexpr std::size_t most_compared = 10;

    using Numbers = hn::RebindToUnsigned<Floats>;
    struct Range {
        std::uint32_t begin, end;  // in the table
    };

    [[nodiscard]] HWY_INLINE bool suits(const Rows& rows) const {
        return rows.length < table_.buckets && rows.length <= most_cells_along_x && rows.number() <= most_rows &&
               BoxCode::suits(around_);
    }

    /// All ranges first, with prefetches: the misses of their vertices overlap.
    HWY_INLINE std::size_t list_ranges(const Rows& rows) {
        std::size_t count = 0;
        rows.each(table_, [&](std::uint32_t begin, std::uint32_t end, std::int32_t, std::int32_t) HWY_ATTR {
            ranges_[count] = {begin, end};
            count += begin < end ? 1 : 0;
            hwy::Prefetch(table_.x + begin);
            hwy::Prefetch(table_.y + begin);
            hwy::Prefetch(table_.z + begin);
            hwy::Prefetch(table_.vertex + begin);
        });
        return count;
    }

    /// Rarely, the ranges of two rows overlap in the table: their vertices must count once.
    HWY_INLINE std::size_t without_overlaps(std::size_t count) {
        bool overlap = count > most_compared;
        for (std::size_t i = 1; i < count && !overlap; ++i) {
            for (std::size_t k = 0; k < i; ++k) {
                overlap |= (ranges_[i].begin < ranges_[k].end) & (ranges_[k].begin < ranges_[i].end);
            }
        }
        return HWY_UNLIKELY(overlap) ? unite_ranges(count) : count;
    }

    HWY_NOINLINE std::size_t unite_ranges(std::size_t count) {
        std::sort(ranges_, ranges_ + count, [](const Range& p, const Range& q) { return p.begin < q.begin; });
        std::size_t last = 0;
        for (std::size_t i = 1; i < count; ++i) {
            if (ranges_[i].begin > ranges_[last].end) {
                ranges_[++last] = ranges_[i];
            } else {
                ranges_[last].end = std::max(ranges_[last].end, ranges_[i].end);
            }
        }
        return last + 1;
    }

    /// Collects the vertices of the first ranges that may be in the box around the group. Returns how many are left to
    /// compare.
    HWY_NOINLINE std::size_t collect(std::size_t ranges) {
        const Floats f;
        const Numbers u;
        const BoxCode code = code_;
        const float *xs = table_.x, *ys = table_.y, *zs = table_.z;
        const std::uint32_t* vertices = table_.vertex;
        const VerticesWanted wanted = group_.wanted;
        const bool all_wanted = wanted.all();
        std::size_t count = 0, read = 0;
        const auto put = [&](std::size_t at, unsigned among) HWY_ATTR {
            const auto coded = code.vertices(hn::LoadU(f, xs + at), hn::LoadU(f, ys + at), hn::LoadU(f, zs + at));
            unsigned kept = bits_of(u, coded.in) & among;
            if (!all_wanted) kept &= wanted_lanes(hn::LoadU(u, vertices + at), wanted);
            const auto* order = compress_orders.lane[kept];
            hn::StoreU(hn::TableLookupLanes(coded.code, hn::SetTableIndices(u, order)), u, codes_ + count);
            const auto first = hn::Set(u, static_cast<std::uint32_t>(at));
            hn::StoreU(hn::Add(hn::BitCast(u, hn::Load(Integers(), order)), first), u, places_ + count);
            count += static_cast<std::size_t>(std::popcount(kept));
        };
        constexpr unsigned all = (1u << float_lanes) - 1;
        for (std::size_t i = 0; i < ranges; ++i) {
            const std::size_t end = ranges_[i].end;
            std::size_t at = ranges_[i].begin;
            read += end - at;
            for (std::size_t stop = end; at < end; at = stop, stop = end) {
                if (HWY_UNLIKELY(count + (end - at) > room)) {  // full: compare what is collected first
                    compare(count);
                    count = 0;
                    stop = std::min(end, at + room);
                }
                for (; at + float_lanes <= stop; at += float_lanes) put(at, all);
                if (at < stop) put(at, (1u << (stop - at)) - 1);
            }
        }
        out_.box_tests += read;
        return count;
    }

    /// Tests the first `count` collected vertices against the tetrahedra.
    HWY_INLINE void compare(std::size_t count) {
        out_.box_tests += count * static_cast<std::uint64_t>(std::popcount(lanes_));
        static_assert(broad_phase::blocks_per_group == 4);
        const std::size_t held = group_.count == 4   ? find_held<4>(count)
                                 : group_.count == 3 ? find_held<3>(count)
                                 : group_.count == 2 ? find_held<2>(count)
                                                     : find_held<1>(count);
        if (held > 0) judge(held);
    }

    /// The tetrahedra of which a vertex is a corner. Branchless.
    static HWY_INLINE std::uint32_t lanes_of_corner(const broad_phase::OwnVertex& own, std::uint32_t vertex) {
        return own.lanes & (0u - std::uint32_t{own.vertex == vertex});
    }

    /// Lists the vertices that may be in the box of a tetrahedron of which they are no corner.
    template <std::size_t blocks>
    HWY_NOINLINE std::size_t find_held(std::size_t count) {
        const BoxCode::Test<blocks> test(boxes_);
        const std::uint32_t* vertices = table_.vertex;
        const broad_phase::OwnVertex* own = group_.own;
        const std::uint32_t multiplier = group_.multiplier, lanes = lanes_;
        std::size_t held = 0;
        for (std::size_t i = 0; i < count; ++i) {
            const std::uint32_t place = places_[i], vertex = vertices[place];
            const broad_phase::OwnVertex& corner = own[own_at_[broad_phase::own_place(vertex, multiplier)]];
            const std::uint32_t by = test(codes_[i]) & ~lanes_of_corner(corner, vertex) & lanes;
            places_[held] = place;
            held_[held] = by;
            held += by != 0 ? 1 : 0;
        }
        return held;
    }

    /// Of the tetrahedra that may hold a vertex: those of the first block, and the others.
    struct Hit {
        unsigned block, lanes;
        std::uint32_t others;

        HWY_INLINE explicit Hit(std::uint32_t held) {
            const unsigned shift =
                static_cast<unsigned>(std::countr_zero(held)) & ~(static_cast<unsigned>(broad_phase::block_size) - 1);
            block = shift / broad_phase::block_size;
            lanes = held >> shift & 0xffu;
            others = held & ~(0xffu << shift);
        }
    };

    /// Calls visit(place, hit) for the first `held` vertices, one block at a time: most vertices have hits in one
    /// block.
    template <class Visit>
    HWY_INLINE void each_hit(std::size_t held, const Visit& visit) {
        while (held > 0) {
            std::size_t left = 0;
            for (std::size_t i = 0; i < held; ++i) {
                const std::uint32_t place = places_[i];
                const Hit hit(held_[i]);
                visit(place, hit);
                held_[left] = hit.others;
                places_[left] = place;
                left += hit.others != 0 ? 1 : 0;
            }
            held = left;
        }
    }

    /// Tetrahedra of a block that may hold the vertex at a place of the table, and those that do.
    struct Found {
        std::uint32_t place;
        std::uint8_t block, lanes, inside;
    };

    HWY_NOINLINE void judge(std::size_t held) {
        const float *xs = table_.x, *ys = table_.y, *zs = table_.z;
        const MeasuredBlock* measured = group_.measured;
        std::uint64_t in_boxes = 0;
        std::size_t found = 0;
        each_hit(held, [&](std::uint32_t place, const Hit& hit) HWY_ATTR {
            const float x = xs[place], y = ys[place], z = zs[place];
            const MeasuredBlock& block = measured[hit.block];
            const SidesOfVertex sides = sides_of(block.planes, x, y, z);
            const unsigned lanes = hit.lanes & lanes_holding(block.boxes, x, y, z), left = lanes & ~sides.outside;
            in_boxes += static_cast<std::uint64_t>(std::popcount(lanes));
            found_[found] = {place, static_cast<std::uint8_t>(hit.block), static_cast<std::uint8_t>(left),
                             static_cast<std::uint8_t>(sides.inside)};
            found += left != 0 ? 1 : 0;
        });
        out_.judged += in_boxes;
        if (found > 0) sort_out(found);
    }

    /// Splits what is not outside into inside and open.
    HWY_NOINLINE void sort_out(std::size_t found) {
        unsigned any_open = 0;
        for (std::size_t i = 0; i < found; ++i) {
            Found& f = found_[i];
            f.inside &= f.lanes;
            f.lanes ^= f.inside;
            any_open |= f.lanes;
            out_.judged -= static_cast<std::uint64_t>(std::popcount(f.lanes));
        }
        write(found, &Found::inside, out_.inside);
        if (any_open != 0) write(found, &Found::lanes, out_.candidates);
    }

    HWY_NOINLINE void write(std::size_t found, std::uint8_t Found::*lanes, broad_phase::Candidates& out) const {
        out.make_room(found * broad_phase::block_size);
        std::uint32_t *slots = out.next_slots(), *vertices = out.next_vertices();
        std::size_t written = 0;
        for (std::size_t i = 0; i < found; ++i) {
            const Found& f = found_[i];
            const std::uint32_t vertex = table_.vertex[f.place];
            const auto slot = static_cast<std::uint32_t>(group_.slot + f.block * broad_phase::block_size);
            for (unsigned left = f.*lanes; left != 0; left &= left - 1) {
                slots[written] = slot + static_cast<std::uint32_t>(std::countr_zero(left));
                vertices[written++] = vertex;
            }
        }
        out.added(written);
    }

    const CellTable& table_;
    const GroupToSweep& group_;
    Sweep& out_;
    std::uint32_t lanes_ = 0;
    BoxAround around_;
    BoxCode code_;
    BoxCode::Boxes boxes_[broad_phase::blocks_per_group];
    Range ranges_[most_ranges];
    alignas(
        32) std::uint8_t own_at_[std::size_t{1} << broad_phase::own_place_bits];  // perfect hash: index in group_.own
    // Collected vertices, SoA: places in the table, codes, and tetrahedra that may hold them.
    std::uint32_t places_[room + broad_phase::block_size], codes_[room + broad_phase::block_size], held_[room];
    Found found_[broad_phase::blocks_per_group * room];
};

}  // namespace pliant::spatial_hash::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
