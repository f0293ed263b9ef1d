// The questions that differ in what they leave out, and what each leaves of the full answer.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <vector>

#include <pliant/scene.hpp>

namespace pliant::agreement {

struct Question {
    std::string_view name;
    bool self, between;
    Neighbours neighbours;

    [[nodiscard]] IntersectionOptions options(IntersectionMethod method) const {
        return {.method = method, .self = self, .between = between, .neighbours = neighbours};
    }
};

inline constexpr std::array questions{
    Question{"everything", true, true, Neighbours::beyond_shared},
    Question{"without neighbours", true, true, Neighbours::ignored},
    Question{"self", true, false, Neighbours::beyond_shared},
    Question{"self without neighbours", true, false, Neighbours::ignored},
    Question{"between", false, true, Neighbours::beyond_shared},
    Question{"nothing", false, false, Neighbours::beyond_shared},
};

inline bool share_a_vertex(const Triangle& a, const Triangle& b) {
    return std::find_first_of(a.begin(), a.end(), b.begin(), b.end()) != a.end();
}

/// What a question asks for of all pairs, by its definition.
inline std::vector<TrianglePair> asked_for(const Question& question, const Scene& scene,
                                           std::span<const TrianglePair> all) {
    std::vector<TrianglePair> kept;
    for (const TrianglePair& pair : all) {
        const bool self = pair.a.body == pair.b.body;
        if (!(self ? question.self : question.between)) continue;
        const auto corners = [&](const TriangleRef& t) { return scene.triangles(t.body)[t.triangle]; };
        if (self && question.neighbours == Neighbours::ignored && share_a_vertex(corners(pair.a), corners(pair.b))) {
            continue;
        }
        kept.push_back(pair);
    }
    return kept;
}

}  // namespace pliant::agreement
