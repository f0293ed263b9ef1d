// The vertices in the boxes, or inside, of the tetrahedra of a block.
// Included once per vector target.
#if defined(PLIANT_SIMD_BLOCK_QUERY_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLIANT_SIMD_BLOCK_QUERY_INL
#undef PLIANT_SIMD_BLOCK_QUERY_INL
#else
#define PLIANT_SIMD_BLOCK_QUERY_INL
#endif

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include <hwy/cache_control.h>

#include "simd/block_boxes-inl.hpp"
#include "simd/block_planes-inl.hpp"
#include "simd/cell_rows-inl.hpp"
#include "simd/front-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::simd::HWY_NAMESPACE {

// Tetrahedra of a block that lie further apart than this are swept one by one.
constexpr std::uint64_t most_rows = 25;
constexpr std::uint32_t most_cells_along_x = 24;

/// A block and what is known of it.
struct BlockToSweep {
    const TetrahedronBlock& corners;
    std::uint32_t slot;
    unsigned lanes;  // those to be swept
    const BlockBoxes& boxes;
    const BlockPlanes* planes;  // null where nothing is to be judged
};

/// The tetrahedra of a block together: first the vertices in the box around all of them, eight at a time, then each of
/// these with eight boxes at a time, then those in boxes with the planes of eight tetrahedra. Without branches that
/// nobody can foresee. Steps are functions of their own, so that what they need stays in registers.
class BlockQuery {
public:
    static HWY_INLINE bool suits(const CellTable& table, const Rows& rows) {
        return rows.length < table.buckets && rows.length <= most_cells_along_x && rows.number() <= most_rows;
    }

    HWY_INLINE BlockQuery(const CellTable& table, const BlockToSweep& block, Sweep& out)
        : table_(table), block_(block), out_(out) {}

    HWY_INLINE void run(const Rows& rows, const float (&lo)[3], const float (&hi)[3]) {
        compare(collect(without_overlaps(list_ranges(rows)), lo, hi));
    }

private:
    static constexpr std::size_t room = 512;  // of vertices that are compared at once
    // One for each row, and one for a row that goes on at the beginning of the table.
    static constexpr std::size_t most_ranges = 2 * most_rows;
    static constexpr std::size_t most_compared = 8;

    struct Range {
        std::uint32_t begin, end;
    };

    /// All of them first: the vertices of one are on their way while others are looked up.
    HWY_INLINE std::size_t list_ranges(const Rows& rows) {
        std::size_t count = 0;
        rows.each(table_, [&](std::uint32_t begin, std::uint32_t end, std::int32_t, std::int32_t) HWY_ATTR {
            ranges_[count] = {begin, end};
            count += begin < end ? 1 : 0;
            hwy::Prefetch(table_.x + begin);
            hwy::Prefetch(table_.y + begin);
            hwy::Prefetch(table_.z + begin);
        });
        return count;
    }

    /// Ranges of two rows may share vertices, which is rare: those count once.
    HWY_INLINE std::size_t without_overlaps(std::size_t count) {
        bool overlap = count > most_compared;  // many are quicker sorted than compared with each other
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

    /// The vertices of the first ranges that are in the box around all.
    HWY_NOINLINE std::size_t collect(std::size_t ranges, const float (&lo)[3], const float (&hi)[3]) {
        const Floats f;
        const Integers n;
        const FloatPoints3 low{hn::Set(f, lo[0]), hn::Set(f, lo[1]), hn::Set(f, lo[2])};
        const FloatPoints3 high{hn::Set(f, hi[0]), hn::Set(f, hi[1]), hn::Set(f, hi[2])};
        const float *xs = table_.x, *ys = table_.y, *zs = table_.z;
        std::size_t count = 0, looked_at = 0;
        const auto put = [&](std::size_t at, unsigned among) HWY_ATTR {
            const auto x = hn::LoadU(f, xs + at), y = hn::LoadU(f, ys + at), z = hn::LoadU(f, zs + at);
            const auto in_x = hn::And(hn::Ge(x, low.x), hn::Le(x, high.x));
            const auto in_y = hn::And(hn::Ge(y, low.y), hn::Le(y, high.y));
            const auto in_z = hn::And(hn::Ge(z, low.z), hn::Le(z, high.z));
            const unsigned kept = bits_of(f, hn::And(hn::And(in_x, in_y), in_z)) & among;
            const auto order = hn::Load(n, front_orders.lane[kept]);
            hn::StoreU(hn::Add(order, hn::Set(n, static_cast<std::int32_t>(at))), n, places_ + count);
            count += static_cast<std::size_t>(std::popcount(kept));
        };
        constexpr unsigned all = (1u << float_lanes) - 1;
        for (std::size_t i = 0; i < ranges; ++i) {
            const std::size_t end = ranges_[i].end;
            looked_at += end - ranges_[i].begin;
            for (std::size_t at = ranges_[i].begin, stop = end; at < end; at = stop, stop = end) {
                if (HWY_UNLIKELY(count + (end - at) > room)) {  // what there is no room for waits
                    compare(count);
                    count = 0;
                    stop = std::min(end, at + room);
                }
                for (; at + float_lanes <= stop; at += float_lanes) put(at, all);
                if (at < stop) put(at, (1u << (stop - at)) - 1);
            }
        }
        out_.box_tests += looked_at;
        return count;
    }

    /// Finds which boxes hold the first `count` vertices that were collected.
    HWY_NOINLINE void compare(std::size_t count) {
        out_.box_tests += count * static_cast<std::uint64_t>(std::popcount(block_.lanes));
        const CellTable table = table_;
        const unsigned lanes = block_.lanes;
        const LoadedBlock loaded(block_.boxes, block_.corners);
        std::size_t hits = 0;
        for (std::size_t i = 0; i < count; ++i) {
            const auto place = static_cast<std::uint32_t>(places_[i]);
            const unsigned foreign =
                lanes & loaded.holding(table.x[place], table.y[place], table.z[place], table.vertex[place]);
            places_[hits] = static_cast<std::int32_t>(place);
            lanes_[hits] = static_cast<std::uint8_t>(foreign);
            hits += foreign != 0 ? 1 : 0;
        }
        if (hits == 0) return;
        if (block_.planes == nullptr) {
            write(hits, lanes_, out_.candidates);
        } else {
            judge(hits, *block_.planes);
        }
    }

    HWY_NOINLINE void judge(std::size_t hits, const BlockPlanes& planes) {
        const CellTable table = table_;
        std::uint64_t judged = 0;
        unsigned any_inside = 0, any_unsure = 0;
        for (std::size_t i = 0; i < hits; ++i) {
            const auto place = static_cast<std::uint32_t>(places_[i]);
            const SidesOfVertex sides = sides_of(planes, table.x[place], table.y[place], table.z[place]);
            const unsigned held = lanes_[i], inside = held & sides.inside, unsure = held & ~sides.outside & ~inside;
            judged += static_cast<std::uint64_t>(std::popcount(held ^ unsure));
            inside_[i] = static_cast<std::uint8_t>(inside);
            lanes_[i] = static_cast<std::uint8_t>(unsure);
            any_inside |= inside;
            any_unsure |= unsure;
        }
        out_.judged += judged;
        if (any_inside != 0) write(hits, inside_, out_.inside);
        if (any_unsure != 0) write(hits, lanes_, out_.candidates);
    }

    HWY_NOINLINE void write(std::size_t hits, const std::uint8_t* lanes, Candidates& out) const {
        out.make_room(hits * block_size);
        std::uint32_t *slots = out.next_slots(), *vertices = out.next_vertices();
        std::size_t written = 0;
        for (std::size_t i = 0; i < hits; ++i) {
            const std::uint32_t vertex = table_.vertex[static_cast<std::uint32_t>(places_[i])];
            for (unsigned left = lanes[i]; left != 0; left &= left - 1) {
                slots[written] = block_.slot + static_cast<std::uint32_t>(std::countr_zero(left));
                vertices[written++] = vertex;
            }
        }
        out.added(written);
    }

    const CellTable& table_;
    const BlockToSweep& block_;
    Sweep& out_;
    Range ranges_[most_ranges];
    std::int32_t places_[room + block_size];                             // of vertices in the table
    std::uint8_t lanes_[room + block_size], inside_[room + block_size];  // of tetrahedra, for each of them
};

}  // namespace pliant::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
