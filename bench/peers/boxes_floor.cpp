#include "boxes_floor.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "boxes_floor.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace pliant::bench::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET == HWY_SCALAR

void WriteBoxes(const float* positions, const Triangle* triangles, std::size_t begin, std::size_t end,
                FloorBox* boxes) {
    for (std::size_t i = begin; i < end; ++i) {
        const Triangle& t = triangles[i];
        for (std::size_t k = 0; k < 3; ++k) {
            const float a = positions[3 * std::size_t{t[0]} + k], b = positions[3 * std::size_t{t[1]} + k],
                        c = positions[3 * std::size_t{t[2]} + k];
            const float low = a < b ? a : b, high = a < b ? b : a;
            boxes[i].lo[k] = low < c ? low : c;
            boxes[i].hi[k] = high > c ? high : c;
        }
    }
}

void WriteTetrahedronBoxes(const float* positions, const Tetrahedron* tetrahedra, std::size_t begin, std::size_t end,
                           FloorBox* boxes) {
    for (std::size_t i = begin; i < end; ++i) {
        for (std::size_t k = 0; k < 3; ++k) {
            float low = positions[3 * std::size_t{tetrahedra[i][0]} + k], high = low;
            for (const std::uint32_t v : tetrahedra[i]) {
                const float c = positions[3 * std::size_t{v} + k];
                low = low < c ? low : c;
                high = high > c ? high : c;
            }
            boxes[i].lo[k] = low;
            boxes[i].hi[k] = high;
        }
    }
}

#else

// A corner is one load of four floats, of which the last is not used. Gathers of eight corners at a time take four
// times as long: they make nine loads per triangle instead of three. Packing the boxes into 24 bytes gains nothing.
void WriteBoxes(const float* positions, const Triangle* triangles, std::size_t begin, std::size_t end,
                FloorBox* boxes) {
    const hn::FixedTag<float, 4> d;
    for (std::size_t i = begin; i < end; ++i) {
        const Triangle& t = triangles[i];
        const auto a = hn::LoadU(d, positions + 3 * std::size_t{t[0]});
        const auto b = hn::LoadU(d, positions + 3 * std::size_t{t[1]});
        const auto c = hn::LoadU(d, positions + 3 * std::size_t{t[2]});
        hn::Store(hn::Min(hn::Min(a, b), c), d, boxes[i].lo);
        hn::Store(hn::Max(hn::Max(a, b), c), d, boxes[i].hi);
    }
}

void WriteTetrahedronBoxes(const float* positions, const Tetrahedron* tetrahedra, std::size_t begin, std::size_t end,
                           FloorBox* boxes) {
    const hn::FixedTag<float, 4> f;
    for (std::size_t i = begin; i < end; ++i) {
        const Tetrahedron& t = tetrahedra[i];
        const auto a = hn::LoadU(f, positions + 3 * std::size_t{t[0]});
        const auto b = hn::LoadU(f, positions + 3 * std::size_t{t[1]});
        const auto c = hn::LoadU(f, positions + 3 * std::size_t{t[2]});
        const auto d = hn::LoadU(f, positions + 3 * std::size_t{t[3]});
        hn::Store(hn::Min(hn::Min(a, b), hn::Min(c, d)), f, boxes[i].lo);
        hn::Store(hn::Max(hn::Max(a, b), hn::Max(c, d)), f, boxes[i].hi);
    }
}

#endif

}  // namespace pliant::bench::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::bench {

HWY_EXPORT(WriteBoxes);

void write_boxes(const float* positions, const Triangle* triangles, std::size_t begin, std::size_t end,
                 FloorBox* boxes) {
    HWY_DYNAMIC_DISPATCH(WriteBoxes)(positions, triangles, begin, end, boxes);
}

HWY_EXPORT(WriteTetrahedronBoxes);

void write_tetrahedron_boxes(const float* positions, const Tetrahedron* tetrahedra, std::size_t begin, std::size_t end,
                             FloorBox* boxes) {
    HWY_DYNAMIC_DISPATCH(WriteTetrahedronBoxes)(positions, tetrahedra, begin, end, boxes);
}

}  // namespace pliant::bench
#endif
