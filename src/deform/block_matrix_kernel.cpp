#include "deform/block_matrix.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "deform/block_matrix_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace pliant::deform::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Column by column, so that a lane of the sum is a row of the product; each adds up as a scalar would.
void MultiplyRows(const BlockRows& m, const Lane* x, Lane* y, std::size_t begin, std::size_t end) {
#if HWY_TARGET == HWY_SCALAR
    for (std::size_t row = begin; row < end; ++row) {
        Lane sum{};
        for (std::uint32_t k = m.first[row]; k < m.first[row + 1]; ++k) {
            const float* const a = m.values + std::size_t{9} * k;
            const Lane& p = x[m.columns[k]];
            for (std::size_t i = 0; i < 3; ++i) sum[i] += a[i] * p[0] + a[3 + i] * p[1] + a[6 + i] * p[2];
        }
        y[row] = sum;
    }
#else
    const hn::FixedTag<float, 4> d;
    const auto three = hn::FirstN(d, 3);
    for (std::size_t row = begin; row < end; ++row) {
        auto sum = hn::Zero(d);
        for (std::uint32_t k = m.first[row]; k < m.first[row + 1]; ++k) {
            const float* const a = m.values + std::size_t{9} * k;  // the fourth lane is of the next column
            const Lane& p = x[m.columns[k]];
            const auto c0 = hn::Mul(hn::LoadU(d, a), hn::Set(d, p[0]));
            const auto c1 = hn::Mul(hn::LoadU(d, a + 3), hn::Set(d, p[1]));
            const auto c2 = hn::Mul(hn::LoadU(d, a + 6), hn::Set(d, p[2]));
            sum = hn::Add(sum, hn::Add(hn::Add(c0, c1), c2));
        }
        hn::StoreU(hn::IfThenElseZero(three, sum), d, y[row].data());
    }
#endif
}

}  // namespace pliant::deform::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::deform {

HWY_EXPORT(MultiplyRows);

void multiply_rows(const BlockRows& matrix, const Lane* x, Lane* y, std::size_t begin, std::size_t end) {
    HWY_DYNAMIC_DISPATCH(MultiplyRows)(matrix, x, y, begin, end);
}

}  // namespace pliant::deform
#endif
