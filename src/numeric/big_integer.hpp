// Integers for a 3 x 3 determinant of any doubles brought to a common exponent (3 x 2099 bits and a few). The last
// resort of the exact signs, where expansions would over- or underflow.
#pragma once

#include "numeric/wide_integer.hpp"

namespace pliant {

using BigInteger = WideInteger<6656>;

/// Exponent of the lowest set bit of a finite, non-zero double.
inline int lowest_bit_exponent(double value) {
    const auto [mantissa, exponent] = binary_parts(value);
    return exponent + std::countr_zero(mantissa);
}

}  // namespace pliant
