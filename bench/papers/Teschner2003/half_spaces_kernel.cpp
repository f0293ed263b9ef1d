#include "papers/Teschner2003/half_spaces.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "papers/Teschner2003/half_spaces_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "narrow_phase/inside_tests-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::narrow_phase::HWY_NAMESPACE {

struct HalfSpaceTest {
    template <class Tag, class Vector>
    static HWY_INLINE JudgedLanes lanes(Tag d, const Coordinates<Vector> (&corner)[4], const Coordinates<Vector>& p) {
        const auto a = corner[0] - p, b = corner[1] - p, c = corner[2] - p, e = corner[3] - p;
        const Determinant<Vector> volumes[4] = {determinant(d, b, c, e), determinant(d, a, e, c),
                                                determinant(d, a, b, e), determinant(d, a, c, b)};
        return lanes_by_signs(d, volumes);
    }
};

void JudgeByHalfSpaces(const simd::Vertices& vertices, const broad_phase::TetrahedronBlock* blocks,
                       const broad_phase::Candidates& candidates, Inside* out) {
    judge_by<HalfSpaceTest>(vertices, blocks, candidates, out);
}

}  // namespace pliant::narrow_phase::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::narrow_phase {
HWY_EXPORT(JudgeByHalfSpaces);
}  // namespace pliant::narrow_phase

namespace pliant::teschner2003 {

void judge_by_half_spaces(const simd::Vertices& vertices, const broad_phase::TetrahedronBlock* blocks,
                          const broad_phase::Candidates& candidates, narrow_phase::Inside* out) {
    using namespace narrow_phase;
    HWY_DYNAMIC_DISPATCH(JudgeByHalfSpaces)(vertices, blocks, candidates, out);
}

}  // namespace pliant::teschner2003
#endif
