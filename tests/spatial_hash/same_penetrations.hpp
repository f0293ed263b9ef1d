// Two answers of `penetrations`, compared byte by byte.
#pragma once

#include <gtest/gtest.h>

#include <ostream>

#include <pliant/penetrations.hpp>

#include "agreement/same_answer.hpp"

namespace pliant {

inline std::ostream& operator<<(std::ostream& out, const Penetration& p) {
    out << "vertex " << static_cast<std::uint32_t>(p.vertex.body) << ":" << p.vertex.vertex << " in "
        << static_cast<std::uint32_t>(p.tetrahedron.body) << ":" << p.tetrahedron.tetrahedron << " " << name(p.kind);
    for (const double weight : p.barycentric) out << " " << weight;
    return out << " depth " << p.depth;
}

inline std::ostream& operator<<(std::ostream& out, const EdgePenetration& e) {
    return out << "edge " << static_cast<std::uint32_t>(e.body) << ":" << e.vertices[0] << "-" << e.vertices[1]
               << " through " << static_cast<std::uint32_t>(e.tetrahedron.body) << ":" << e.tetrahedron.tetrahedron;
}

}  // namespace pliant

namespace pliant::spatial_hash_test {

inline testing::AssertionResult same(const Penetrations& found, const Penetrations& expected) {
    using agreement::same_list;
    if (auto flaws = same_list(found.report.set_aside, expected.report.set_aside); !flaws) return flaws << " set aside";
    if (auto noted = same_list(found.report.noted, expected.report.noted); !noted) return noted << " noted";
    if (auto edges = same_list(found.edges, expected.edges); !edges) return edges << " edges";
    if (found.report.complete != expected.report.complete) return testing::AssertionFailure() << "complete differs";
    return same_list(found.items, expected.items);
}

}  // namespace pliant::spatial_hash_test
