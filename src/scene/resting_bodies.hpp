// Bodies that did not move since the same question was last answered: pairs of two of them are known.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <pliant/scene.hpp>

#include "frame/bodies.hpp"

namespace pliant {

/// Puts more pairs into an answer; both are sorted. Those that both have stay once.
void unite(Answer<TrianglePair>& answer, std::span<const TrianglePair> more, std::vector<TrianglePair>& scratch);

class RestingBodies {
public:
    /// Whether a question wants all there is, to the end: only such answers are kept.
    static bool is_asked_for_all(const IntersectionOptions& options);

    /// Before a search, positions read: which bodies rest, by index, 1 for each; empty where none does. Takes their
    /// pairs out of the last answer. A search may leave out what two of them have in common.
    std::span<const std::uint8_t> start(const frame::Bodies& bodies, const IntersectionOptions& options,
                                        const Answer<TrianglePair>& last);
    /// After the search: puts what was taken out into the answer, and remembers what was asked. Without it, a search
    /// that throws for instance, the next one finds no body at rest.
    void finish(const frame::Bodies& bodies, const IntersectionOptions& options, Answer<TrianglePair>& answer);

private:
    /// What decides which pairs are asked for; unset for a question that may end early or leaves triangles out.
    struct Asked {
        IntersectionMethod method;  // who asks another one by name wants its own answer
        bool self, between;
        Neighbours neighbours;
        bool operator==(const Asked&) const = default;
    };
    static std::optional<Asked> all_that_is_asked(const IntersectionOptions& options);

    void take_pairs(const frame::Bodies& bodies, std::span<const TrianglePair> pairs);

    std::optional<Asked> asked_;  // of the last answer
    std::uint64_t topology_version_ = 0;
    std::vector<std::uint64_t> versions_;  // of the bodies in the last answer, by index
    std::vector<std::uint8_t> resting_;    // by index
    std::vector<TrianglePair> kept_, united_;
};

}  // namespace pliant
