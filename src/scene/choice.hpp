// Which detector answers when the question names none. All give the same answer: only time is at stake.
#pragma once

#include <array>
#include <cstdint>
#include <limits>

#include <pliant/scene.hpp>

namespace pliant {

/// Learns from the times of the questions that are asked again and again about the same triangles. The first two are
/// answered by the box tree, which is built soonest; then, where a body is asked about itself, two by surface
/// regularity, whose building pays only when many questions follow; from then on by the one that was faster. Now and
/// then the other one is timed again, for bodies that bend change their ways.
class Choice {
public:
    Method next(const IntersectionOptions& options, std::uint64_t topology_version);

    /// Tells how long a question took. `built`: that includes building, and says nothing about the next one.
    void took(Method method, double milliseconds, bool built);

private:
    static constexpr std::uint32_t questions_between_trials = 256;

    struct Asked {
        bool self, between;
        Neighbours neighbours;
        std::uint64_t topology_version;
        friend bool operator==(const Asked&, const Asked&) = default;
    };

    [[nodiscard]] Method faster() const { return time_[1] < time_[0] ? Method::regularity : Method::box_tree; }
    [[nodiscard]] Method slower() const { return time_[1] < time_[0] ? Method::box_tree : Method::regularity; }

    static constexpr double unknown = std::numeric_limits<double>::infinity();

    Asked asked_{};
    std::uint32_t questions_ = 0;
    std::array<double, 2> time_{unknown, unknown};  // of the box tree, of regularity
};

}  // namespace pliant
