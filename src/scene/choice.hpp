// Which detector answers when the question names none. All give the same answer: only time is at stake.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include <pliant/scene.hpp>

namespace pliant {

/// Learns from the times of questions that are asked again and again about the same triangles. The first ones are
/// answered by gjk_cut, which builds nothing: triangles that change from question to question never cost a structure
/// that serves once. Where they stay, the others have their turns, each long enough to be built and timed; from then on
/// the fastest answers. Now and then another one is timed again, for bodies that bend change their ways.
class Choice {
public:
    Method next(const IntersectionOptions& options, std::uint64_t topology_version);

    /// Tells how long a question took. `built`: that includes building, and says nothing about the next one.
    void took(Method method, double milliseconds, bool built);

    static constexpr std::uint32_t questions_per_turn = 3;
    static constexpr std::uint32_t questions_between_trials = 256;

private:
    /// In the order of their turns; the last one is for bodies that are asked about themselves.
    static constexpr std::array candidates{Method::gjk_cut, Method::box_tree, Method::spatial_hash, Method::regularity};

    struct Asked {
        bool self, between, all;
        Neighbours neighbours;
        std::uint64_t topology_version;
        friend bool operator==(const Asked&, const Asked&) = default;
    };

    [[nodiscard]] std::size_t fastest() const;

    static constexpr double unknown = std::numeric_limits<double>::infinity();
    static constexpr std::array<double, candidates.size()> nothing_known{unknown, unknown, unknown, unknown};

    Asked asked_{};
    std::uint32_t questions_ = 0;
    std::array<double, candidates.size()> time_ = nothing_known;  // milliseconds, by candidate
};

}  // namespace pliant
