// When moving features meet first, in doubles with bounds on their rounding: an answer that is certain, or none.
#pragma once

#include <array>

#include "impact/motion.hpp"

namespace pliant::impact {

enum class Verdict : unsigned char {
    apart,    // at all times
    meet,     // at some time
    unknown,  // rounding leaves it open
};

struct CertainImpact {
    Verdict verdict = Verdict::unknown;
    std::array<double, 2> time{};  // where they meet: certainly hold the first time between them
    int side = 0;                  // of det(u, v, w) just before it
};

CertainImpact certain_impact(FeatureKind kind, const FourPoints& start, const FourPoints& end);

}  // namespace pliant::impact
