// Counts of pairs by kind in one frame, and their order of severity.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include <pliant/pliant.hpp>

namespace pliant::cli {

constexpr std::array pair_kinds{PairKind::crossing, PairKind::touching, PairKind::coplanar, PairKind::fold};

struct Tally {
    std::size_t pairs = 0;
    std::size_t self = 0;
    std::size_t between = 0;
    std::array<std::size_t, pair_kinds.size()> kinds{};  // in the order of PairKind
};

Tally tally(std::span<const TrianglePair> pairs);

/// Compares how bad frames and regions are: crossings weigh before folds and coplanar pairs, these before contacts.
std::array<std::size_t, 3> severity(const Tally& tally);

/// "17 crossing, 1 touching": the kinds that occur, "none" where nothing does.
std::string kinds_in_words(const Tally& tally);

/// "1 body", "2 bodies".
std::string counted(std::size_t count, std::string_view one, std::string_view many);

}  // namespace pliant::cli
