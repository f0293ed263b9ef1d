// Cells of triangles against the same told one by one, on every vector target.
#include "surfaces/cell_ranges.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "each_target.hpp"
#include "surfaces/outcodes.hpp"
#include "surfaces/point_states.hpp"
#include "test_vertices.hpp"

namespace pliant::surfaces {

using namespace simd;
namespace {

using Triangle = std::array<std::uint32_t, 3>;

struct Soup {
    TestVertices vertices;
    std::vector<Triangle> triangles;

    explicit Soup(double size) {
        std::mt19937 engine(3);
        std::uniform_real_distribution<float> place(-1.2f, 1.2f), offset(-1.0f, 1.0f);
        for (int i = 0; i < 4001; ++i) {
            const Vec3 middle{place(engine), place(engine), place(engine)};
            Triangle t;
            for (std::uint32_t& corner : t) {
                const auto at = [&](double x) {
                    return static_cast<double>(static_cast<float>(x + size * offset(engine)));
                };
                corner = vertices.add({at(middle.x), at(middle.y), at(middle.z)});
            }
            triangles.push_back(t);
        }
    }

    [[nodiscard]] std::array<double, 2> range(std::size_t i, std::size_t k) const {
        const Triangle& t = triangles[i];
        const double a = vertices.at(t[0])[k], b = vertices.at(t[1])[k], c = vertices.at(t[2])[k];
        return {std::min({a, b, c}), std::max({a, b, c})};
    }
};

CellGrid grid_along(int axis) {
    CellGrid grid;
    grid.axis = axis;
    grid.shift = 10;
    grid.columns_per_place = 0x1p-10;
    grid.first_middle = 511;
    grid.last_middle = 512;
    for (std::size_t k = 0; k < 3; ++k) {
        grid.lo[k] = -1;
        grid.per_unit[k] = k < 2 ? 20 * 1024 / 2.0 : 64;
        grid.last[k] = k < 2 ? 20 * 1024 - 1 : 127;
    }
    return grid;
}

TEST(CellsOfTriangles, AreThoseOfTheirBoxes) {
    for (const double size : {0.02, 0.15}) {
        const Soup soup(size);
        const std::size_t begin = 3, end = soup.triangles.size();
        for (const int axis : {0, 1, 2}) {
            const CellGrid grid = grid_along(axis);
            std::vector<std::uint32_t> expected_large;
            for (std::size_t i = begin; i < end; ++i) {
                unsigned widest = 0;
                for (std::size_t k = 0; k < 2; ++k) {
                    const auto [lo, hi] = soup.range(i, (static_cast<std::size_t>(axis) + 1 + k) % 3);
                    widest = std::max(widest, (grid.place(hi, k) >> grid.shift) - (grid.place(lo, k) >> grid.shift));
                }
                if (widest > 1) expected_large.push_back(static_cast<std::uint32_t>(i));
            }
            for (const bool floats : {false, true}) {
                on_each_target([&](const std::string&) {
                    std::vector<VertexPlace> places(3 * end);
                    places_of_vertices(soup.vertices.as(floats), 1, places.size(), grid, places.data());
                    std::vector<CellRange> ranges(end - begin);
                    std::vector<std::uint32_t> crossed(end - begin), large(end - begin);
                    const auto found = cells_of_triangles(places.data(), soup.triangles.data(), begin, end, grid,
                                                          {ranges.data(), crossed.data(), large.data()});
                    large.resize(found.large);
                    crossed.resize(found.crossed);
                    EXPECT_EQ(large, expected_large);
                    std::size_t next = 0;
                    for (std::size_t i = begin; i < end; ++i) {
                        bool between = false;
                        for (std::size_t k = 0; k < 3; ++k) {
                            const auto [lo, hi] = soup.range(i, (static_cast<std::size_t>(axis) + 1 + k) % 3);
                            ASSERT_EQ(ranges[i - begin].first[k], grid.place(lo, k));
                            ASSERT_EQ(ranges[i - begin].last[k], grid.place(hi, k));
                            if (k == 2) continue;
                            bool holds_middle = false;
                            for (std::uint32_t column = 0; column < 20; ++column) {
                                holds_middle |= grid.place(hi, k) >= column * 1024 + grid.first_middle &&
                                                grid.place(lo, k) <= column * 1024 + grid.last_middle;
                            }
                            between |= !holds_middle;
                        }
                        const bool is_crossed = next < crossed.size() && crossed[next] == i;
                        if (is_crossed) ++next;
                        const bool is_large = std::binary_search(large.begin(), large.end(), i);
                        EXPECT_EQ(is_crossed, !is_large && !between) << i;
                    }
                    EXPECT_EQ(next, crossed.size());
                    EXPECT_GT(found.crossed, 10u);
                });
            }
            EXPECT_EQ(expected_large.empty(), size < 0.1);
        }
    }
}

TEST(FacesOfTriangles, AreTheSignsOfTheirNormals) {
    Soup soup(0.1);
    // One that lies flat, and one of no area.
    const auto corner = [&](double x, double y, double z) { return soup.vertices.add({x, y, z}); };
    soup.triangles.push_back({corner(0, 0, 0.5), corner(0.5, 0, 0.5), corner(0, 0.5, 0.5)});
    soup.triangles.push_back({corner(0, 0, 0), corner(0.5, 0.25, 0.125), corner(1, 0.5, 0.25)});
    const std::size_t end = soup.triangles.size();
    for (const int axis : {0, 1, 2}) {
        for (const bool floats : {false, true}) {
            on_each_target([&](const std::string&) {
                std::vector<std::uint16_t> faces(end + 4);
                faces_of_triangles(soup.vertices.as(floats), soup.triangles.data(), 0, end, axis, faces.data());
                std::size_t unknown = 0;
                for (std::size_t i = 0; i < end; ++i) {
                    const Triangle& t = soup.triangles[i];
                    const Vec3 p = soup.vertices.at(t[0]);
                    const Vec3 normal = cross(soup.vertices.at(t[1]) - p, soup.vertices.at(t[2]) - p);
                    unsigned expected = 0;
                    for (std::size_t k = 0; k < 3; ++k) {
                        const double along = normal[(static_cast<std::size_t>(axis) + 1 + k) % 3];
                        expected |= (along > 0 ? 1u : 2u) << (2 * k);
                    }
                    const bool is_unknown = faces[i] == unknown_faces;
                    unknown += is_unknown ? 1 : 0;
                    ASSERT_EQ(faces[i], is_unknown ? unknown_faces : expected);
                }
                EXPECT_EQ(faces[end - 2], unknown_faces);
                EXPECT_EQ(faces[end - 1], unknown_faces);
                EXPECT_LT(unknown, 5u);
            });
        }
    }
}

TEST(TrianglesWithin, AreThoseWhoseBoxesMeetTheBox) {
    const Soup soup(0.1);
    const Box<double> box{{-0.5, -std::numeric_limits<double>::infinity(), 0.25}, {0.5, 0.125, 0.75}};
    std::vector<Triangle> expected;
    for (std::size_t i = 1; i < soup.triangles.size(); ++i) {
        bool meets = true;
        for (std::size_t k = 0; k < 3; ++k) {
            const auto [lo, hi] = soup.range(i, k);
            meets &= lo <= box.hi[k] && hi >= box.lo[k];
        }
        if (meets) expected.push_back(soup.triangles[i]);
    }
    EXPECT_GT(expected.size(), 100u);
    for (const bool floats : {false, true}) {
        on_each_target([&](const std::string&) {
            std::vector<Triangle> found(soup.triangles.size());
            std::vector<std::uint8_t> sides(3 * soup.triangles.size(), 0);
            sides_beyond(soup.vertices.as(floats), 3, sides.size(), box, sides.data());
            found.resize(triangles_within(sides.data(), soup.triangles.data(), 1, soup.triangles.size(), found.data()));
            EXPECT_EQ(found, expected);
        });
    }
}

}  // namespace
}  // namespace pliant::surfaces
