// Impacts of primitives against answers that were found by rational arithmetic beforehand: the queries and lists of
// colliding pairs of the Continuous-Collision-Detection benchmark [Wang2021].
#include <gtest/gtest.h>

#include <gmpxx.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <pliant/impacts.hpp>
#include <pliant/io.hpp>

namespace pliant {
namespace {

namespace fs = std::filesystem;
using Four = std::array<Point, 4>;

const fs::path sequences = fs::path(PLIANT_SHARED_DATA) / "sequences";

std::optional<Impact> impact_of(FeatureKind kind, const Four& start, const Four& end) {
    return kind == FeatureKind::vertex_triangle ? vertex_triangle_impact(start, end) : edge_edge_impact(start, end);
}

/// A fraction that is a double: 0 and a failure where it is none.
double number(const std::string& numerator, const std::string& denominator) {
    mpq_class exact{mpz_class(numerator), mpz_class(denominator)};
    exact.canonicalize();
    EXPECT_EQ(mpq_class(exact.get_d()), exact);
    return exact.get_d();
}

struct Row {
    Point point;
    bool collides;
};

Row read_row(const std::string& line) {
    std::array<std::string, 7> field;
    std::istringstream in(line);
    for (std::string& f : field) std::getline(in, f, ',');
    return {{number(field[0], field[1]), number(field[2], field[3]), number(field[4], field[5])}, field[6] == "1"};
}

struct Seen {
    int queries = 0, colliding = 0;
};

void ask_file(const fs::path& file, FeatureKind kind, Seen& seen) {
    std::ifstream in(file);
    std::vector<Row> rows;
    for (std::string line; std::getline(in, line);) rows.push_back(read_row(line));
    ASSERT_EQ(rows.size() % 8, 0u);
    for (std::size_t first = 0; first < rows.size(); first += 8) {
        Four start, end;
        for (std::size_t i = 0; i < 4; ++i) {
            start[i] = rows[first + i].point;
            end[i] = rows[first + 4 + i].point;
        }
        ASSERT_EQ(impact_of(kind, start, end).has_value(), rows[first].collides) << file << ", query " << first / 8;
        ++seen.queries;
        seen.colliding += rows[first].collides ? 1 : 0;
    }
}

void ask_all(FeatureKind kind, const std::string& folder, int queries, int colliding) {
    const fs::path root = sequences / "ccd-queries";
    if (!fs::exists(root)) GTEST_SKIP() << "no " << root << ": set PLIANT_SHARED_DATA";
    Seen seen;
    for (const auto& entry : fs::recursive_directory_iterator(root)) {
        if (entry.path().extension() != ".csv" || entry.path().parent_path().filename() != folder) continue;
        ASSERT_NO_FATAL_FAILURE(ask_file(entry.path(), kind, seen));
    }
    EXPECT_EQ(seen.queries, queries);
    EXPECT_EQ(seen.colliding, colliding);
}

TEST(ImpactGroundTruth, every_vertex_triangle_query) { ask_all(FeatureKind::vertex_triangle, "vertex-face", 1710, 92); }
TEST(ImpactGroundTruth, every_edge_edge_query) { ask_all(FeatureKind::edge_edge, "edge-edge", 2924, 72); }

/// Lines of whole numbers; those that begin with # are comments.
std::vector<std::vector<std::uint32_t>> read_list(const fs::path& file) {
    std::vector<std::vector<std::uint32_t>> out;
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) {
        if (line.empty() || line[0] == '#') continue;
        std::istringstream numbers(line);
        std::vector<std::uint32_t> row;
        for (std::uint32_t n = 0; numbers >> n;) row.push_back(n);
        out.push_back(row);
    }
    return out;
}

void ask_listed(const std::string& folder, const std::string& first, const std::string& second) {
    const fs::path root = sequences / folder;
    if (!fs::exists(root)) GTEST_SKIP() << "no " << root << ": set PLIANT_SHARED_DATA";
    const io::Mesh from = io::read_mesh(root / first), to = io::read_mesh(root / second);
    const auto corners = [&](const std::vector<std::uint32_t>& ids) {
        Four start{}, end{};
        for (std::size_t i = 0; i < 4; ++i) start[i] = from.positions[ids[i]], end[i] = to.positions[ids[i]];
        return std::pair{start, end};
    };
    std::size_t asked = 0;
    for (const auto& row : read_list(root / "collisions_vf.txt")) {
        const Triangle t = from.triangles[row[1]];
        const auto [start, end] = corners({row[0], t[0], t[1], t[2]});
        ASSERT_EQ(vertex_triangle_impact(start, end).has_value(), row[2] == 1) << row[0] << " " << row[1];
        ++asked;
    }
    for (const auto& row : read_list(root / "collisions_ee.txt")) {
        const auto [start, end] = corners(row);
        ASSERT_EQ(edge_edge_impact(start, end).has_value(), row[4] == 1)
            << row[0] << " " << row[1] << " " << row[2] << " " << row[3];
        ++asked;
    }
    EXPECT_GT(asked, 300u);
}

TEST(ImpactGroundTruth, every_listed_pair_of_cloth_ball) {
    ask_listed("cloth-ball", "cloth_ball92.ply", "cloth_ball93.ply");
}
TEST(ImpactGroundTruth, every_listed_pair_of_cloth_funnel) { ask_listed("cloth-funnel", "227.ply", "228.ply"); }

}  // namespace
}  // namespace pliant
