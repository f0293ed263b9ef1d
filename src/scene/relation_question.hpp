// The question `relations` of a scene: which bodies are inside others, which coincide.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include <pliant/relations.hpp>
#include <pliant/report.hpp>

#include "frame/bodies.hpp"
#include "parallel/parallel.hpp"
#include "scene/intersection_question.hpp"
#include "scene/overlap_question.hpp"

namespace pliant {

/// The questions that this one asks in turn.
struct AskedQuestions {
    IntersectionQuestion& intersections;
    OverlapQuestion& overlaps;
};

/// The answer stays valid until the same is asked again.
class RelationQuestion {
public:
    const Answer<BodyRelation>& answer(frame::Bodies& bodies, const RelationOptions& options, AskedQuestions ask,
                                       parallel::Workers& workers);
    void forget(BodyId body) { pieces_.erase(body); }

private:
    /// What of a body is connected by vertices. Kept until its triangles change.
    struct Pieces {
        std::uint64_t times_remade = ~std::uint64_t{0};
        std::vector<std::uint32_t> of_vertex;
        std::vector<std::uint32_t> first_vertex;
    };
    /// A piece met a surface, so that it is not wholly inside.
    struct Meeting {
        BodyId body, other;
        std::uint32_t piece;
        auto operator<=>(const Meeting&) const = default;
    };

    const Pieces& pieces(const frame::Body& body);
    void note_meetings(const frame::Bodies& bodies, std::span<const TrianglePair> pairs);
    void find_coincident(const frame::Bodies& bodies, std::span<const TrianglePair> pairs);
    void find_inside(frame::Bodies& bodies, const frame::Body& outer, OverlapQuestion& overlaps, const Watch& watch,
                     parallel::Workers& workers);
    void end();
    void add_pieces(const frame::Bodies& bodies, const frame::Body& outer, RelationKind kind,
                    std::span<const std::uint32_t> points);
    void collect_points(const frame::Bodies& bodies, const frame::Body& outer);

    std::map<BodyId, Pieces> pieces_;
    std::vector<Meeting> meetings_;
    std::vector<std::array<double, 3>> points_;  // one of each piece that may be inside
    std::vector<BodyId> body_of_point_;
    Answer<BodyRelation> answer_;
};

}  // namespace pliant
