// Two equal bodies with waves running over them, nearer and farther, as a hand would move them [Hatab2006, 6].
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "papers/experiment.hpp"
#include "peers/statistics.hpp"

namespace pliant::hatab2006 {

using bench::Experiment;
using bench::Json;
using Positions = std::vector<std::array<float, 3>>;

/// The fastest of some tries, in milliseconds of processor time.
template <class Work>
double fastest(int tries, const Work& work) {
    double best = std::numeric_limits<double>::infinity();
    for (int i = 0; i < tries; ++i) {
        bench::Stopwatch watch;
        work();
        best = std::min(best, watch.lap().processor);
    }
    return best;
}

class WavingPair {
public:
    explicit WavingPair(shapes::Mesh body) : body_(std::move(body)) {}

    /// Where the bodies are at a time; `apart` is the distance of their middles.
    void show(double time, double apart) {
        a = waving(time, {0, 0, 0});
        b = waving(time + 1, {0.48 * apart, 0.64 * apart, 0.6 * apart});
    }
    [[nodiscard]] const std::vector<Triangle>& triangles() const { return body_.triangles; }

    Positions a, b;

private:
    [[nodiscard]] Positions waving(double time, const std::array<double, 3>& place) const {
        Positions out;
        out.reserve(body_.positions.size());
        for (const auto& p : body_.positions) {
            const double height =
                1 + 0.02 * std::sin(9 * p[0] + 4 * p[1] + time) + 0.02 * std::sin(7 * p[2] - 5 * p[0] + 2 * time);
            out.push_back({static_cast<float>(height * p[0] + place[0]), static_cast<float>(height * p[1] + place[1]),
                           static_cast<float>(height * p[2] + place[2])});
        }
        return out;
    }

    shapes::Mesh body_;
};

/// A ball of about so many triangles.
inline shapes::Mesh ball(std::size_t triangles) {
    return shapes::icosphere(static_cast<std::uint32_t>(std::lround(std::sqrt(static_cast<double>(triangles) / 20))));
}

/// From far apart to one in the other and back. Bodies are within two units.
inline double apart_at(int step, int steps) { return 0.65 + 0.6 * std::cos(6.283 * step / steps); }

Json threshold_of_the_cut(Experiment& experiment);          // figure 2
Json random_removal(Experiment& experiment);                // figures 3 and 4
Json waves(std::size_t triangles, Experiment& experiment);  // figures 5 and 6
Json exchanged_resolution(Experiment& experiment);          // its section 7: rough triangles go, fine ones come
Json cutting(const Experiment& experiment);                 // a scalpel, end to end
Json penetration_bound(const Experiment& experiment);       // its section 3

}  // namespace pliant::hatab2006
