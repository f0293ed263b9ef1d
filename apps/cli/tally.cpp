#include "tally.hpp"

#include <vector>

#include <fmt/format.h>

namespace pliant::cli {

Tally tally(std::span<const TrianglePair> pairs) {
    Tally result;
    result.pairs = pairs.size();
    for (const TrianglePair& pair : pairs) {
        ++(pair.a.body == pair.b.body ? result.self : result.between);
        ++result.kinds[std::size_t(pair.kind)];
    }
    return result;
}

std::array<std::size_t, 3> severity(const Tally& tally) {
    const auto count = [&](PairKind kind) { return tally.kinds[std::size_t(kind)]; };
    return {count(PairKind::crossing), count(PairKind::coplanar) + count(PairKind::fold), count(PairKind::touching)};
}

std::string kinds_in_words(const Tally& tally) {
    std::vector<std::string> parts;
    for (const PairKind kind : pair_kinds) {
        const std::size_t count = tally.kinds[std::size_t(kind)];
        if (count > 0) parts.push_back(fmt::format("{} {}", count, name(kind)));
    }
    return parts.empty() ? "none" : fmt::format("{}", fmt::join(parts, ", "));
}

std::string counted(std::size_t count, std::string_view one, std::string_view many) {
    return fmt::format("{} {}", count, count == 1 ? one : many);
}

}  // namespace pliant::cli
