// Rain on a body that deforms [Heidelberger2003, figure 11].
#pragma once

#include "papers/experiment.hpp"
#include "peers/statistics.hpp"

namespace pliant::heidelberger2003 {

/// A ball with bumps.
shapes::Mesh blob(std::size_t faces, std::uint64_t seed);

/// 20,000 particles on a body of 10k faces, moved by a script.
bench::Json rain(const bench::Experiment& experiment);
/// The living scene `rain`, drawn in time.
bench::Json living_rain(const bench::Experiment& experiment);

}  // namespace pliant::heidelberger2003
