// IntersectionMethod::tuned: the detector that was fastest. All give the same answer: only time is at stake.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>

#include <pliant/scene.hpp>

namespace pliant {

/// Learns from the times of questions that are asked again and again about the same triangles. The first ones are
/// answered by what is done soonest when nothing is built yet: gjk_cut between bodies, box_tree where bodies are asked
/// about themselves. While the triangles stay, each of the others has its turn, long enough to be built and timed; from
/// then on the fastest answers. Those that take less than twice as long are timed again now and then, since bodies that
/// bend change over time; the rest are not used again.
class TunedChoice {
public:
    IntersectionMethod next(const IntersectionOptions& options, std::uint64_t topology_version);

    /// How long one whose time is not known yet may search, in milliseconds: many times as long as the fastest takes,
    /// or as any should. So no scene that a detector cannot cope with holds up those who named none. Unset: as long as
    /// it takes. The box tree copes with everything.
    [[nodiscard]] std::optional<double> patience(IntersectionMethod method, std::size_t triangles) const;

    /// Tells how long a question took. `built`: that includes building, and says nothing about the next one.
    void took(IntersectionMethod method, double milliseconds, bool built);

    /// Tells that a method did not end in that time; returns the one to ask instead.
    IntersectionMethod gave_up(IntersectionMethod method);

    /// Whether a method will not be asked again about these triangles: what it built can be freed.
    [[nodiscard]] bool lost(IntersectionMethod method) const;

    static constexpr std::uint32_t questions_per_turn = 3;
    static constexpr std::uint32_t questions_between_near_trials = 32;

private:
    // In the order of their turns.
    static constexpr std::array between_bodies{IntersectionMethod::gjk_cut, IntersectionMethod::box_tree,
                                               IntersectionMethod::spatial_hash};
    static constexpr std::array with_self{IntersectionMethod::box_tree, IntersectionMethod::regularity,
                                          IntersectionMethod::gjk_cut, IntersectionMethod::spatial_hash};
    [[nodiscard]] std::span<const IntersectionMethod> candidates() const {
        return asked_.self ? std::span<const IntersectionMethod>(with_self)
                           : std::span<const IntersectionMethod>(between_bodies);
    }

    struct Asked {
        bool self, between, all;
        Neighbours neighbours;
        std::uint64_t topology_version;
        friend bool operator==(const Asked&, const Asked&) = default;
    };

    [[nodiscard]] std::size_t fastest() const;
    [[nodiscard]] std::size_t index_of(IntersectionMethod method) const;

    static constexpr double unknown = std::numeric_limits<double>::infinity();
    static constexpr std::array<double, with_self.size()> nothing_known{unknown, unknown, unknown, unknown};

    Asked asked_{};
    std::uint32_t questions_ = 0;
    std::array<double, with_self.size()> time_ = nothing_known;  // milliseconds, by candidate
    std::array<bool, with_self.size()> gave_up_{};
};

}  // namespace pliant
