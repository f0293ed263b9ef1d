// meet() against a table of triangle pairs whose common sets were found by an exact kernel beforehand.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "geometry/triangle_pair.hpp"

namespace pliant::geometry {
namespace {

const std::string table = std::string(PLIANT_SHARED_DATA) + "/groundtruth/primitives/tri_tri.csv";

struct Row {
    std::string family;
    TriangleCorners a, b;
    bool intersect = false, coplanar = false;
    std::string common;  // none, point, segment or polygon
};

std::vector<std::string> fields(const std::string& line) {
    std::vector<std::string> result;
    std::istringstream in(line);
    for (std::string field; std::getline(in, field, ',');) result.push_back(field);
    return result;
}

Vec3 point(const std::vector<std::string>& field, std::size_t first) {
    const auto number = [&](std::size_t i) { return std::strtod(field[first + i].c_str(), nullptr); };
    return {number(0), number(1), number(2)};
}

Row row(const std::string& line) {
    const std::vector<std::string> field = fields(line);
    return {field.at(0),
            {point(field, 1), point(field, 4), point(field, 7)},
            {point(field, 10), point(field, 13), point(field, 16)},
            field.at(19) == "1",
            field.at(20) == "1",
            field.at(21)};
}

/// An area in common is coplanar; a point can only be touched; a segment in one plane too, across two planes it may be
/// either.
bool agrees(const Row& row, const std::optional<PairKind>& kind) {
    if (!row.intersect) return !kind && row.common == "none";
    if (!kind) return false;
    if (row.common == "polygon") return row.coplanar && kind == PairKind::coplanar;
    if (row.common == "point" || row.coplanar) return kind == PairKind::touching;
    return row.common == "segment" && (kind == PairKind::crossing || kind == PairKind::touching);
}

TEST(GroundTruth, triangle_pairs_agree_with_the_table) {
    std::ifstream in(table);
    if (!in) GTEST_SKIP() << "no " << table << ": set PLIANT_SHARED_DATA";
    std::map<std::string, int> seen;
    int number = 0;
    for (std::string line; std::getline(in, line);) {
        ++number;
        if (line.empty() || line[0] == '#') continue;
        const Row truth = row(line);
        EXPECT_TRUE(agrees(truth, meet(truth.a, truth.b))) << "line " << number << ", " << truth.family;
        EXPECT_TRUE(agrees(truth, meet(truth.b, truth.a))) << "line " << number << ", " << truth.family;
        ++seen[truth.common];
    }
    for (const char* common : {"none", "point", "segment", "polygon"}) EXPECT_GT(seen[common], 100) << common;
}

}  // namespace
}  // namespace pliant::geometry
