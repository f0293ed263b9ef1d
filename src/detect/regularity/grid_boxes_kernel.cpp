#include "detect/regularity/grid_boxes.hpp"

#include <algorithm>
#include <bit>
#include <iterator>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "detect/regularity/grid_boxes_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "broad_phase/box_overlaps-inl.hpp"
#include "detect/regularity/grid_overlaps-inl.hpp"
#include "simd/gather-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::regularity::HWY_NAMESPACE {

using namespace simd::HWY_NAMESPACE;
using broad_phase::HWY_NAMESPACE::above_diagonal;
using broad_phase::HWY_NAMESPACE::diagonal;
using broad_phase::HWY_NAMESPACE::overlaps;

// ---- boxes

template <class Tag>
using GridNumbers = hn::Rebind<std::int16_t, Tag>;

/// Doubles are rounded to floats, which keeps their order, too: all targets then do the same with the same numbers.
HWY_INLINE Float as_floats(Float v) { return v; }
HWY_INLINE hn::Vec<hn::Rebind<float, Doubles>> as_floats(Double v) {
    return hn::DemoteTo(hn::Rebind<float, Doubles>(), v);
}

template <class Tag>
HWY_INLINE hn::Vec<hn::Rebind<std::int32_t, Tag>> steps_on_grid(Tag d, hn::Vec<Tag> coordinate, float centre,
                                                                float scale) {
    const auto steps = hn::Mul(hn::Sub(coordinate, hn::Set(d, centre)), hn::Set(d, scale));
    return hn::ConvertTo(hn::Rebind<std::int32_t, Tag>(), steps);
}

template <class Tag>
HWY_INLINE void store_on_grid(Tag d, hn::Vec<Tag> coordinate, float centre, float scale, std::int16_t* out) {
    const GridNumbers<Tag> numbers;
    hn::StoreU(hn::DemoteTo(numbers, steps_on_grid(d, coordinate, centre, scale)), numbers, out);
}

template <class Tag, class Vertex>
void boxes_on_grid(Tag d, const Vertex* vertices, const broad_phase::CornerBlock* corners, std::size_t blocks,
                   const BoxGrid& grid, GridBoxBlock* boxes) {
    const hn::Rebind<float, Tag> f;
    for (std::size_t i = 0; i < blocks; ++i) {
        for (std::size_t lane = 0; lane < broad_phase::block_size; lane += hn::MaxLanes(d)) {
            const auto a = load(d, vertices, corners[i].vertex[0] + lane);
            const auto b = load(d, vertices, corners[i].vertex[1] + lane);
            const auto c = load(d, vertices, corners[i].vertex[2] + lane);
            const auto store = [&](std::size_t axis, hn::Vec<Tag> p, hn::Vec<Tag> q, hn::Vec<Tag> r) HWY_ATTR {
                const auto lo = as_floats(hn::Min(hn::Min(p, q), r)), hi = as_floats(hn::Max(hn::Max(p, q), r));
                store_on_grid(f, lo, grid.centre[axis], grid.scale[axis], boxes[i].lo[axis] + lane);
                store_on_grid(f, hi, grid.centre[axis], grid.scale[axis], boxes[i].hi[axis] + lane);
            };
            store(0, a.x, b.x, c.x);
            store(1, a.y, b.y, c.y);
            store(2, a.z, b.z, c.z);
        }
    }
}

#if HWY_TARGET == HWY_SCALAR

void UniteLeaf(const GridBoxBlock* blocks, GridBoxBlock& out) {
    for (std::size_t block = 0; block < broad_phase::block_size; ++block) {
        for (int axis = 0; axis < 3; ++axis) {
            const auto& [lo, hi] = blocks[block];
            out.lo[axis][block] = *std::min_element(std::begin(lo[axis]), std::end(lo[axis]));
            out.hi[axis][block] = *std::max_element(std::begin(hi[axis]), std::end(hi[axis]));
        }
    }
}

#else

using EightNumbers = hn::FixedTag<std::int16_t, broad_phase::block_size>;

/// Lane i becomes what `better` leaves of the eight numbers of row i: halves are folded onto one another, each time of
/// two rows at once.
template <class RowOf, class Better>
HWY_INLINE hn::Vec<EightNumbers> fold_rows(const RowOf& row, const Better& better) {
    const EightNumbers d;
    const auto fold = [&](hn::Vec<EightNumbers> p, hn::Vec<EightNumbers> q)
                          HWY_ATTR { return better(hn::InterleaveLower(d, p, q), hn::InterleaveUpper(d, p, q)); };
    const auto even = fold(fold(row(0), row(4)), fold(row(2), row(6)));
    const auto odd = fold(fold(row(1), row(5)), fold(row(3), row(7)));
    return fold(even, odd);
}

void UniteLeaf(const GridBoxBlock* blocks, GridBoxBlock& out) {
    const EightNumbers d;
    for (int axis = 0; axis < 3; ++axis) {
        const auto lo = fold_rows([&](std::size_t i) HWY_ATTR { return hn::Load(d, blocks[i].lo[axis]); },
                                  [](auto p, auto q) HWY_ATTR { return hn::Min(p, q); });
        const auto hi = fold_rows([&](std::size_t i) HWY_ATTR { return hn::Load(d, blocks[i].hi[axis]); },
                                  [](auto p, auto q) HWY_ATTR { return hn::Max(p, q); });
        hn::Store(lo, d, out.lo[axis]);
        hn::Store(hi, d, out.hi[axis]);
    }
}

#endif

#if HWY_TARGET <= HWY_AVX3

static_assert(OwnVertices::at_once == hn::MaxLanes(SixteenFloats()));

/// Each vertex is brought onto the grid once, and triangles find their corners in registers: of the sixty-four numbers
/// in two of them, one instruction takes any thirty-two.
class VerticesOnGrid {
public:
    HWY_INLINE VerticesOnGrid(const simd::FloatVertex* vertices, const OwnVertices& own, const BoxGrid& grid) {
        const auto sixteen = [&](std::size_t i) HWY_ATTR {
            // Padding: lanes beyond the last vertex repeat vertices of the leaf; no triangle refers to them.
            return own.vertices + std::min(i * OwnVertices::at_once, own.count - OwnVertices::at_once);
        };
        put(front_, vertices, sixteen(0), sixteen(1), grid);
        put(back_, vertices, sixteen(2), sixteen(3), grid);
    }

    HWY_INLINE void make_boxes(const OwnCorners& corners, std::uint64_t there, GridBoxBlock* boxes,
                               GridBoxBlock& unions) const {
        const __m512i empty_lo = _mm512_set1_epi16(std::numeric_limits<std::int16_t>::max());
        const __m512i empty_hi = _mm512_set1_epi16(std::numeric_limits<std::int16_t>::min());
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const auto bound_half = [&](std::size_t half, __m512i& lo, __m512i& hi) HWY_ATTR {
                const auto corner = [&](std::size_t k) HWY_ATTR {
                    return _mm512_permutex2var_epi16(front_[axis], half_of(corners.place[k], half), back_[axis]);
                };
                const auto in_half = static_cast<__mmask32>(there >> (32 * half));
                const __m512i p = corner(0), q = corner(1), r = corner(2);
                lo = _mm512_mask_min_epi16(empty_lo, in_half, _mm512_min_epi16(p, q), r);
                hi = _mm512_mask_max_epi16(empty_hi, in_half, _mm512_max_epi16(p, q), r);
                GridBoxBlock* four = boxes + 4 * half;
                store_four(lo, four[0].lo[axis], four[1].lo[axis], four[2].lo[axis], four[3].lo[axis]);
                store_four(hi, four[0].hi[axis], four[1].hi[axis], four[2].hi[axis], four[3].hi[axis]);
            };
            __m512i lo[2], hi[2];
            bound_half(0, lo[0], hi[0]);
            bound_half(1, lo[1], hi[1]);
            const auto least = [](__m512i p, __m512i q) HWY_ATTR { return _mm512_min_epi16(p, q); };
            const auto most = [](__m512i p, __m512i q) HWY_ATTR { return _mm512_max_epi16(p, q); };
            unite(lo[0], lo[1], least, unions.lo[axis]);
            unite(hi[0], hi[1], most, unions.hi[axis]);
        }
    }

private:
    using Points = Coordinates<hn::Vec<SixteenFloats>>;

    /// Two times sixteen vertices. Packing takes turns between two vectors, four numbers each: so does what they hold.
    static HWY_INLINE void put(__m512i (&out)[3], const simd::FloatVertex* vertices, const std::uint32_t* first,
                               const std::uint32_t* second, const BoxGrid& grid) {
        const auto every_other_four = [&](std::size_t at) HWY_ATTR {
            const auto four = [&](std::size_t i) HWY_ATTR {
                return four_vertices(vertices, first[i], first[i + 8], second[i], second[i + 8]);
            };
            return columns_of(SixteenFloats(), four(at), four(at + 1), four(at + 2), four(at + 3));
        };
        const Points even = every_other_four(0), odd = every_other_four(4);
        out[0] = packed(even.x, odd.x, grid.centre[0], grid.scale[0]);
        out[1] = packed(even.y, odd.y, grid.centre[1], grid.scale[1]);
        out[2] = packed(even.z, odd.z, grid.centre[2], grid.scale[2]);
    }
    static HWY_INLINE __m512i packed(hn::Vec<SixteenFloats> even, hn::Vec<SixteenFloats> odd, float centre,
                                     float scale) {
        const auto steps = [&](hn::Vec<SixteenFloats> coordinate) HWY_ATTR {
            const SixteenFloats d;
            // What is out of reach, and converted to anything, belongs to no triangle that is there.
            return _mm512_cvttps_epi32(hn::Mul(hn::Sub(coordinate, hn::Set(d, centre)), hn::Set(d, scale)).raw);
        };
        return _mm512_packs_epi32(steps(even), steps(odd));
    }
    static HWY_INLINE __m512i half_of(const std::uint8_t* places, std::size_t half) {
        return _mm512_cvtepu8_epi16(_mm256_load_si256(reinterpret_cast<const __m256i*>(places + 32 * half)));
    }
    static HWY_INLINE void store_four(__m512i numbers, std::int16_t* first, std::int16_t* second, std::int16_t* third,
                                      std::int16_t* fourth) {
        _mm_store_si128(reinterpret_cast<__m128i*>(first), _mm512_castsi512_si128(numbers));
        _mm_store_si128(reinterpret_cast<__m128i*>(second), _mm512_extracti32x4_epi32(numbers, 1));
        _mm_store_si128(reinterpret_cast<__m128i*>(third), _mm512_extracti32x4_epi32(numbers, 2));
        _mm_store_si128(reinterpret_cast<__m128i*>(fourth), _mm512_extracti32x4_epi32(numbers, 3));
    }

    /// What `better` leaves of the eight numbers of each of four blocks and four more: halves are folded onto one
    /// another, as `fold_rows` does it.
    template <class Better>
    static HWY_INLINE void unite(__m512i first, __m512i second, const Better& better, std::int16_t* out) {
        const __m512i by_turns = better(_mm512_unpacklo_epi16(first, second), _mm512_unpackhi_epi16(first, second));
        const __m512i of_four = better(by_turns, _mm512_shuffle_epi32(by_turns, _MM_PERM_BADC));
        const __m512i of_all = better(of_four, _mm512_shuffle_epi32(of_four, _MM_PERM_CDAB));
        const __m128i order = _mm_setr_epi16(0, 8, 16, 24, 1, 9, 17, 25);
        const __m512i ordered = _mm512_permutexvar_epi16(_mm512_castsi128_si512(order), of_all);
        _mm_store_si128(reinterpret_cast<__m128i*>(out), _mm512_castsi512_si128(ordered));
    }

    __m512i front_[3], back_[3];  // by axis
};

#endif

void GridBoxes(const simd::Vertices& vertices, const broad_phase::CornerBlock* corners, std::size_t blocks,
               [[maybe_unused]] const OwnVertices& own, std::uint64_t there, const BoxGrid& grid, GridBoxBlock* boxes,
               GridBoxBlock& unions) {
#if HWY_TARGET <= HWY_AVX3
    if (vertices.floats != nullptr && own.count != 0) {
        return VerticesOnGrid(vertices.floats, own, grid).make_boxes(*own.corners, there, boxes, unions);
    }
#endif
    if (vertices.doubles != nullptr) {
        boxes_on_grid(Doubles(), vertices.doubles, corners, blocks, grid, boxes);
    } else {
        boxes_on_grid(Floats(), vertices.floats, corners, blocks, grid, boxes);
    }
    for (std::size_t block = blocks; block < broad_phase::block_size; ++block) boxes[block] = GridBoxBlock::empty();
    for (std::uint64_t absent = ~there; absent != 0; absent &= absent - 1) {
        const auto slot = static_cast<std::size_t>(std::countr_zero(absent));
        boxes[slot / broad_phase::block_size].clear(slot % broad_phase::block_size);
    }
    UniteLeaf(boxes, unions);
}

// ---- pairs of leaves

template <class Block>
void OverlappingBlocks(const Block* leaves, const broad_phase::Pair* pairs, std::size_t count, std::uint64_t* out) {
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t bits = overlaps(leaves[pairs[i].a], leaves[pairs[i].b]);
        out[i] = pairs[i].a == pairs[i].b ? bits & (above_diagonal | diagonal) : bits;
    }
}

/// Pairs with nothing are written as well, and then written over: which have something is hard to predict.
template <bool with_neighbours, class Block>
HWY_INLINE FoundBlocks find_triangles(const Block* a, const Block* b, std::uint64_t wanted,
                                      const SharedVertices& shared, TrianglesOfBlocks* unconnected,
                                      [[maybe_unused]] TrianglesOfBlocks* neighbours) {
    FoundBlocks found;
    for (; wanted != 0; wanted &= wanted - 1) {
        const auto place = static_cast<std::uint32_t>(std::countr_zero(wanted));
        const Block &p = a[place / broad_phase::block_size], &q = b[place % broad_phase::block_size];
        std::uint64_t bits = overlaps(p, q);
        if (&p == &q) bits &= above_diagonal;
        const std::uint64_t related = shared.words[shared.place[place]];
        const std::uint64_t any = (bits & ~related) != 0 ? 1 : 0;
        unconnected[found.unconnected] = {bits & ~related, place};
        found.unconnected += any;
        found.places_of_unconnected |= any << place;
        if constexpr (with_neighbours) {
            neighbours[found.neighbours] = {bits & related, place};
            found.neighbours += (bits & related) != 0 ? 1 : 0;
        }
    }
    return found;
}

template <class Block>
FoundBlocks OverlappingTriangles(const Block* a, const Block* b, std::uint64_t wanted, const SharedVertices& shared,
                                 TrianglesOfBlocks* unconnected, TrianglesOfBlocks* neighbours) {
    return neighbours == nullptr ? find_triangles<false>(a, b, wanted, shared, unconnected, nullptr)
                                 : find_triangles<true>(a, b, wanted, shared, unconnected, neighbours);
}

void OverlappingGridBlocks(const GridBoxBlock* leaves, const broad_phase::Pair* pairs, std::size_t count,
                           std::uint64_t* out) {
    OverlappingBlocks(leaves, pairs, count, out);
}
void OverlappingBoxBlocks(const broad_phase::BoxBlock* leaves, const broad_phase::Pair* pairs, std::size_t count,
                          std::uint64_t* out) {
    OverlappingBlocks(leaves, pairs, count, out);
}

FoundBlocks OverlappingOnGrid(const GridBoxBlock* a, const GridBoxBlock* b, std::uint64_t wanted,
                              const SharedVertices& shared, TrianglesOfBlocks* unconnected,
                              TrianglesOfBlocks* neighbours) {
    return OverlappingTriangles(a, b, wanted, shared, unconnected, neighbours);
}
FoundBlocks OverlappingInFloats(const broad_phase::BoxBlock* a, const broad_phase::BoxBlock* b, std::uint64_t wanted,
                                const SharedVertices& shared, TrianglesOfBlocks* unconnected,
                                TrianglesOfBlocks* neighbours) {
    return OverlappingTriangles(a, b, wanted, shared, unconnected, neighbours);
}

}  // namespace pliant::regularity::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::regularity {

HWY_EXPORT(GridBoxes);
HWY_EXPORT(OverlappingGridBlocks);
HWY_EXPORT(OverlappingBoxBlocks);
HWY_EXPORT(OverlappingOnGrid);
HWY_EXPORT(OverlappingInFloats);

void grid_boxes(const simd::Vertices& vertices, const broad_phase::CornerBlock* corners, std::size_t blocks,
                const OwnVertices& own, std::uint64_t there, const BoxGrid& grid, GridBoxBlock* boxes,
                GridBoxBlock& unions) {
    HWY_DYNAMIC_DISPATCH(GridBoxes)(vertices, corners, blocks, own, there, grid, boxes, unions);
}

void overlapping_blocks(const GridBoxBlock* leaves, std::span<const broad_phase::Pair> pairs, std::uint64_t* out) {
    HWY_DYNAMIC_DISPATCH(OverlappingGridBlocks)(leaves, pairs.data(), pairs.size(), out);
}
void overlapping_blocks(const broad_phase::BoxBlock* leaves, std::span<const broad_phase::Pair> pairs,
                        std::uint64_t* out) {
    HWY_DYNAMIC_DISPATCH(OverlappingBoxBlocks)(leaves, pairs.data(), pairs.size(), out);
}

FoundBlocks overlapping_triangles(const GridBoxBlock* a, const GridBoxBlock* b, std::uint64_t wanted,
                                  const SharedVertices& shared, TrianglesOfBlocks* unconnected,
                                  TrianglesOfBlocks* neighbours) {
    return HWY_DYNAMIC_DISPATCH(OverlappingOnGrid)(a, b, wanted, shared, unconnected, neighbours);
}
FoundBlocks overlapping_triangles(const broad_phase::BoxBlock* a, const broad_phase::BoxBlock* b, std::uint64_t wanted,
                                  const SharedVertices& shared, TrianglesOfBlocks* unconnected,
                                  TrianglesOfBlocks* neighbours) {
    return HWY_DYNAMIC_DISPATCH(OverlappingInFloats)(a, b, wanted, shared, unconnected, neighbours);
}

}  // namespace pliant::regularity
#endif
