// Comparing answers item by item, with the first difference in words.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <ostream>
#include <string>
#include <vector>

#include <pliant/report.hpp>

namespace pliant {

// Found by GoogleTest through the namespace of the types.
inline std::ostream& operator<<(std::ostream& out, const TriangleRef& t) {
    return out << static_cast<std::uint32_t>(t.body) << ":" << t.triangle;
}

inline std::ostream& operator<<(std::ostream& out, const TrianglePair& p) {
    return out << p.a << " - " << p.b << " " << name(p.kind);
}

inline std::ostream& operator<<(std::ostream& out, const Flaw& f) {
    return out << "body " << static_cast<std::uint32_t>(f.body) << " " << name(f.kind) << " " << f.element;
}

inline std::ostream& operator<<(std::ostream& out, const Counters& c) {
    return out << c.box_tests << " box tests, " << c.candidates << " candidates, " << c.exact_tests << " exact tests";
}

namespace agreement {

template <class Item>
testing::AssertionResult same_list(const std::vector<Item>& found, const std::vector<Item>& expected) {
    const auto [f, e] = std::mismatch(found.begin(), found.end(), expected.begin(), expected.end());
    if (f == found.end() && e == expected.end()) return testing::AssertionSuccess();
    auto failure = testing::AssertionFailure();
    failure << found.size() << " found, " << expected.size() << " expected; item " << f - found.begin() << ": found ";
    if (f == found.end()) failure << "nothing";
    if (f != found.end()) failure << *f;
    failure << ", expected ";
    if (e == expected.end()) failure << "nothing";
    if (e != expected.end()) failure << *e;
    return failure;
}

/// Pairs and what was set aside, exactly.
inline testing::AssertionResult same_answer(const Answer<TrianglePair>& found, const Answer<TrianglePair>& expected) {
    if (auto flaws = same_list(found.report.set_aside, expected.report.set_aside); !flaws) return flaws << " set aside";
    if (found.report.complete != expected.report.complete) return testing::AssertionFailure() << "complete differs";
    return same_list(found.items, expected.items);
}

}  // namespace agreement
}  // namespace pliant
