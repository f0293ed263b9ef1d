#include "shapes/portable_math.hpp"

namespace pliant::shapes {

namespace {

// atan of t in [0, 1] by halving the angle twice, which leaves at most tan(pi/16), then the Taylor series.
double arc_tangent(double t) {
    for (int halving = 0; halving < 2; ++halving) t = t / (1 + std::sqrt(1 + t * t));
    const double y = t * t;
    double sum = 0;
    for (int n = 23; n >= 1; n -= 2) sum = 1.0 / n - y * sum;
    return 4 * t * sum;
}

}  // namespace

double angle_turns(double x, double y) {
    const double ax = x < 0 ? -x : x, ay = y < 0 ? -y : y;
    if (ax == 0 && ay == 0) return 0;
    double turns = ay <= ax ? arc_tangent(ay / ax) / full_turn : 0.25 - arc_tangent(ax / ay) / full_turn;
    if (x < 0) turns = 0.5 - turns;
    return y < 0 ? -turns : turns;
}

}  // namespace pliant::shapes
