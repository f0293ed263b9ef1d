// The kernels of the spatial hash against plain loops over all vertices, on every vector target.
#include "detect/spatial_hash/cell_sweep.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "detect/spatial_hash/cells.hpp"
#include "detect/spatial_hash/slots.hpp"
#include "detect/spatial_hash/vertex_table.hpp"
#include "each_target.hpp"
#include "geometry/point_tetrahedron.hpp"
#include "mesh/boundary.hpp"
#include "numeric/orientation.hpp"
#include "oracle/random.hpp"
#include "shapes/meshes.hpp"

namespace pliant::spatial_hash {
namespace {

using broad_phase::block_size;
using oracle::Random;
using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;  // slot, vertex

constexpr float infinite = std::numeric_limits<float>::infinity();
constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();
constexpr VerticesWanted everything;

float spoilt(Random& random) {
    return std::array{infinite, -infinite, not_a_number}[static_cast<std::size_t>(random.integer(0, 2))];
}

/// One body of floats: boxes of tetrahedra that overlap, on a grid or not, and tetrahedra of any size among them.
class Body {
public:
    explicit Body(Random& random) {
        add_box(random, {});
        add_box(random, random.chance(50) ? Vec3{1, 1, 0} : random.in_cube());
        const int strays = random.integer(0, 20);
        for (int i = 0; i < strays; ++i) add_stray(random);
        constexpr std::array exponents{0, 0, -147, -60, 40, 118};
        const int exponent = exponents[static_cast<std::size_t>(random.integer(0, 5))];
        for (auto& p : positions_) {
            for (float& c : p) c = std::ldexp(c, exponent);
        }
        all_finite_ = random.chance(60);
        for (int i = 0; i < 4 && !all_finite_; ++i) {
            auto& p = positions_[static_cast<std::size_t>(random.integer(0, static_cast<int>(positions_.size()) - 1))];
            p[static_cast<std::size_t>(random.integer(0, 2))] = spoilt(random);
        }
        const auto id = bodies_.add(Points(positions_), mesh::boundary(mesh::check(all_, positions_.size()).sound));
        volumes_.emplace(id, frame::Volume(all_));
        bodies_.update(workers_);
        tetrahedra_.update(bodies_, volumes_);
        slots_.build(bodies_, tetrahedra_);
        for (std::uint32_t v = 0; v < positions_.size(); ++v) ids_.push_back(v);
    }

    [[nodiscard]] const Slots& slots() const { return slots_; }
    [[nodiscard]] bool all_finite() const { return all_finite_; }
    [[nodiscard]] const simd::FloatVertex* vertices() const { return bodies_.vertices().floats; }
    [[nodiscard]] std::span<const std::uint32_t> ids() const { return ids_; }
    [[nodiscard]] Vec3 at(std::uint32_t v) const { return bodies_.position(v); }
    [[nodiscard]] std::array<std::uint32_t, 4> corners(std::uint32_t slot) const {
        const auto& v = slots_.blocks()[slot / block_size].vertex;
        const std::size_t lane = slot % block_size;
        return {v[0][lane], v[1][lane], v[2][lane], v[3][lane]};
    }
    [[nodiscard]] geometry::TetrahedronCorners corner_positions(std::uint32_t slot) const {
        const auto [a, b, c, d] = corners(slot);
        return {at(a), at(b), at(c), at(d)};
    }
    [[nodiscard]] CellTable table(float inverse_cell, std::uint32_t buckets) {
        table_.build({vertices(), ids_, inverse_cell, buckets}, workers_);
        return table_.view();
    }

    /// Vertices in the closed box of a tetrahedron, without its corners; none where a corner is not finite.
    [[nodiscard]] Pairs in_box(std::uint32_t slot) const {
        Pairs pairs;
        const auto own = corners(slot);
        const FloatBox box = box_of(vertices(), own);
        if (!slots_.filled(slot) || !finite(box)) return pairs;
        for (const std::uint32_t v : ids_) {
            const bool corner = std::find(own.begin(), own.end(), v) != own.end();
            if (!corner && finite(vertices()[v]) && holds(box, vertices()[v])) pairs.emplace_back(slot, v);
        }
        return pairs;
    }

private:
    void add_box(Random& random, const Vec3& shift) {
        const auto side = [&] { return static_cast<std::uint32_t>(random.integer(1, 3)); };
        const shapes::Mesh mesh = shapes::tetra_box({side(), side(), side()});
        const auto first = static_cast<std::uint32_t>(positions_.size());
        const bool exact = random.chance(50);
        for (const auto& p : mesh.positions) {
            const Vec3 q = Vec3{p[0], p[1], p[2]} + shift + (exact ? Vec3{} : 0.2 * random.in_cube());
            positions_.push_back({static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z)});
        }
        for (const Tetrahedron& t : mesh.tetrahedra) {
            all_.push_back({t[0] + first, t[1] + first, t[2] + first, t[3] + first});
        }
    }

    /// Flat, small or large.
    void add_stray(Random& random) {
        const auto first = static_cast<std::uint32_t>(positions_.size());
        const double size = std::array{0.01, 0.3, 1.0, 30.0}[static_cast<std::size_t>(random.integer(0, 3))];
        const bool flat = random.chance(25);
        const Vec3 at = 2.0 * random.in_cube();
        for (int k = 0; k < 4; ++k) {
            const Vec3 q = at + size * random.in_cube();
            positions_.push_back(
                {static_cast<float>(q.x), static_cast<float>(q.y), flat ? 1.0f : static_cast<float>(q.z)});
        }
        all_.push_back({first, first + 1, first + 2, first + 3});
    }

    std::vector<std::array<float, 3>> positions_;
    std::vector<Tetrahedron> all_;
    bool all_finite_ = true;
    parallel::Workers workers_{1};
    frame::Bodies bodies_;
    frame::Volumes volumes_;
    frame::Tetrahedra tetrahedra_;
    Slots slots_;
    std::vector<std::uint32_t> ids_;
    VertexTable table_;
};

Pairs sorted(const broad_phase::Candidates& candidates) {
    Pairs pairs;
    for (std::size_t i = 0; i < candidates.size(); ++i) pairs.emplace_back(candidates.slot(i), candidates.vertex(i));
    std::sort(pairs.begin(), pairs.end());
    return pairs;
}

/// Largest extent in cells, in floats as the kernel has it.
float size_in_cells(const Body& body, std::uint32_t slot, float inverse_cell) {
    return extent(box_of(body.vertices(), body.corners(slot))) * inverse_cell;
}

struct Tally {
    std::size_t in_boxes = 0, box_misses = 0, inside = 0, outside = 0, open = 0, outliers = 0, positive = 0,
                negative = 0;
};

class CellSweep : public testing::Test {
protected:
    /// Random bodies with cells of several sizes in tables of several sizes.
    template <class Check>
    void each_case(std::uint64_t test, int count, const Check& check) {
        for (const std::uint64_t seed : oracle::Seeds(oracle::first_seed(test), count)) {
            SCOPED_TRACE("seed " + std::to_string(seed));
            Random random(seed);
            Body body(random);
            const double mean = body.slots().mean_edge(body.vertices());
            const double part = std::array{2.0, 0.5, 2.0, 20.0, 1e-5}[static_cast<std::size_t>(random.integer(0, 4))];
            const float inverse_cell = inverse_of_cell(mean > 0 ? part * mean : 1);
            const std::uint32_t buckets = 1u << std::array{0, 3, 7, 12}[static_cast<std::size_t>(random.integer(0, 3))];
            check(body, body.table(inverse_cell, buckets));
            if (HasFatalFailure()) return;
        }
    }

    struct Asked {
        bool levels = false;
        float coordinate_error = 0;
        VerticesWanted wanted{};
    };
    static WantedOfBodies of(const Body& body, const VerticesWanted& wanted) {
        return {&wanted, body.slots().view().first_slot};
    }
    [[nodiscard]] Sweep swept(const Body& body, const CellTable& table, const Asked& asked) {
        signs_.assign(body.slots().blocks().size(), {});
        Sweep out;
        sweep(table, body.vertices(), body.slots().grouped(), 0, body.slots().groups(),
              {asked.levels, body.all_finite(), asked.coordinate_error, signs_.data(), of(body, asked.wanted)}, out);
        return out;
    }

    std::vector<narrow_phase::VolumeSigns> signs_;
};

TEST_F(CellSweep, FindsTheVerticesInEveryBox) {
    Tally tally;
    each_case(251, 150, [&](const Body& body, const CellTable& table) {
        Pairs expected;
        for (std::uint32_t slot = 0; slot < body.slots().count(); ++slot) {
            const Pairs own = body.in_box(slot);
            expected.insert(expected.end(), own.begin(), own.end());
            tally.box_misses += table.vertices - own.size();
        }
        tally.in_boxes += expected.size();
        std::sort(expected.begin(), expected.end());
        simd::on_each_target([&](const std::string&) {
            const Sweep out = swept(body, table, {.coordinate_error = infinite});  // leaves all of them open
            ASSERT_EQ(sorted(out.candidates), expected);
            ASSERT_EQ(out.inside.size() + out.judged + out.outliers.size(), 0u);
        });
    });
    EXPECT_GT(tally.in_boxes, 20000u);
    EXPECT_GT(tally.box_misses, 20000u);
}

/// What is judged inside is, and what is dropped is outside, exactly; signs of volumes that are told are true.
TEST_F(CellSweep, JudgesWithProof) {
    Tally tally;
    each_case(252, 250, [&](const Body& body, const CellTable& table) {
        std::map<std::pair<std::uint32_t, std::uint32_t>, geometry::Side> sides;
        for (std::uint32_t slot = 0; slot < body.slots().count(); ++slot) {
            for (const auto& pair : body.in_box(slot)) {
                sides[pair] = geometry::locate(body.at(pair.second), body.corner_positions(slot));
            }
        }
        simd::on_each_target([&](const std::string&) {
            const Sweep out = swept(body, table, {});
            const Pairs open = sorted(out.candidates), inside = sorted(out.inside);
            ASSERT_EQ(std::adjacent_find(open.begin(), open.end()), open.end());
            ASSERT_EQ(std::adjacent_find(inside.begin(), inside.end()), inside.end());
            std::size_t outside = 0;
            for (const auto& [pair, side] : sides) {
                const bool is_open = std::binary_search(open.begin(), open.end(), pair);
                const bool is_inside = std::binary_search(inside.begin(), inside.end(), pair);
                ASSERT_FALSE(is_open && is_inside);
                if (is_inside) {
                    ASSERT_EQ(side, geometry::Side::inside) << pair.first << " " << pair.second;
                }
                if (is_open || is_inside) continue;
                ASSERT_EQ(side, geometry::Side::outside) << pair.first << " " << pair.second;
                ++outside;
            }
            ASSERT_EQ(open.size() + inside.size() + outside, sides.size());  // nothing else was listed
            // Groups judge; tetrahedra that are swept one by one leave their candidates open, and those do not count.
            ASSERT_EQ(out.judged, inside.size() + outside);
            for (std::uint32_t slot = 0; slot < body.slots().count(); ++slot) {
                const auto c = body.corner_positions(slot);
                const bool finite = std::all_of(c.begin(), c.end(), pliant::finite);
                const int sign = finite ? orient3d(c[0], c[1], c[2], c[3]) : 0;
                const narrow_phase::VolumeSigns& own = signs_[slot / block_size];
                const bool positive = (own.positive >> slot % block_size & 1) != 0;
                const bool negative = (own.negative >> slot % block_size & 1) != 0;
                ASSERT_FALSE((positive && sign <= 0) || (negative && sign >= 0)) << "slot " << slot;
                tally.positive += positive;
                tally.negative += negative;
            }
            tally.inside += inside.size();
            tally.outside += outside;
            tally.open += open.size();
        });
    });
    // Summed over targets; enough for one.
    EXPECT_GT(tally.inside, 300u);
    EXPECT_GT(tally.outside, 1000u);
    EXPECT_GT(tally.open, 500u);
    EXPECT_GT(tally.positive, 1500u);
    EXPECT_GT(tally.negative, 150u);
}

/// With levels, tetrahedra that cells of this size do not suit are listed; alone they find the same as all others.
TEST_F(CellSweep, ListsTetrahedraOfOtherSizes) {
    Tally tally;
    each_case(253, 150, [&](const Body& body, const CellTable& table) {
        std::set<std::uint32_t> outliers;
        Pairs of_outliers, of_others;
        for (std::uint32_t slot = 0; slot < body.slots().count(); ++slot) {
            if (!body.slots().filled(slot) || !finite(box_of(body.vertices(), body.corners(slot)))) continue;
            const float cells = size_in_cells(body, slot, table.inverse_cell);
            const bool outlier = (cells > 0 && cells < 0.35f) || cells >= 1.4f;
            if (outlier) outliers.insert(slot);
            const Pairs own = body.in_box(slot);
            (outlier ? of_outliers : of_others)
                .insert((outlier ? of_outliers : of_others).end(), own.begin(), own.end());
        }
        std::sort(of_outliers.begin(), of_outliers.end());
        std::sort(of_others.begin(), of_others.end());
        tally.outliers += outliers.size();
        tally.in_boxes += of_others.size();
        simd::on_each_target([&](const std::string&) {
            const Sweep out = swept(body, table, {.levels = true, .coordinate_error = infinite});
            std::vector<std::uint32_t> slots;
            for (const Outlier& o : out.outliers) {
                slots.push_back(o.slot);
                const float cells = size_in_cells(body, o.slot, table.inverse_cell);
                ASSERT_TRUE(o.level >= lowest_level && o.level <= highest_level && o.level != 0);
                ASSERT_EQ(o.level > 0, cells >= 1.4f);
            }
            ASSERT_EQ(std::set<std::uint32_t>(slots.begin(), slots.end()), outliers);
            ASSERT_EQ(slots.size(), outliers.size());
            ASSERT_EQ(sorted(out.candidates), of_others);
            Sweep alone;
            sweep_slots(table, body.vertices(), body.slots().blocks().data(), slots, of(body, everything), alone);
            ASSERT_EQ(sorted(alone.candidates), of_outliers);
        });
    });
    EXPECT_GT(tally.outliers, 1000u);
    EXPECT_GT(tally.in_boxes, 2000u);
}

/// A range of vertices, or all but these, in groups and one by one.
TEST_F(CellSweep, FindsOnlyVerticesThatAreWanted) {
    std::size_t wanted_ones = 0, others = 0;
    Random random(oracle::first_seed(254));
    each_case(254, 100, [&](const Body& body, const CellTable& table) {
        const auto all = static_cast<int>(body.ids().size());
        const auto first = static_cast<std::uint32_t>(random.integer(0, all - 1));
        const VerticesWanted wanted{first, static_cast<std::uint32_t>(random.integer(0, all)), random.chance(50)};
        Pairs expected;
        std::vector<std::uint32_t> slots;
        for (std::uint32_t slot = 0; slot < body.slots().count(); ++slot) {
            const Pairs own = body.in_box(slot);
            const bool finite_corners = finite(box_of(body.vertices(), body.corners(slot)));
            if (body.slots().filled(slot) && finite_corners) slots.push_back(slot);
            std::copy_if(own.begin(), own.end(), std::back_inserter(expected), [&](const auto& pair) {
                const bool in_range = pair.second >= wanted.first && pair.second - wanted.first < wanted.count;
                return in_range != wanted.others && !wanted.none();
            });
            others += own.size();
        }
        std::sort(expected.begin(), expected.end());
        wanted_ones += expected.size();
        simd::on_each_target([&](const std::string&) {
            const Sweep out = swept(body, table, {.coordinate_error = infinite, .wanted = wanted});
            ASSERT_EQ(sorted(out.candidates), expected);
            Sweep alone;
            sweep_slots(table, body.vertices(), body.slots().blocks().data(), slots, of(body, wanted), alone);
            ASSERT_EQ(sorted(alone.candidates), expected);
        });
    });
    EXPECT_GT(wanted_ones, 3000u);
    EXPECT_GT(others - wanted_ones, 3000u);
}

/// Cells along x are a quarter as long; cells of a row have neighbouring buckets.
TEST(BucketsOf, IsTheHashOfTheCell) {
    std::size_t finite_ones = 0, others = 0;
    for (const std::uint64_t seed : oracle::Seeds(oracle::first_seed(254), 200)) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        std::vector<simd::FloatVertex> vertices;
        std::vector<std::uint32_t> ids, expected;
        const auto number = [&] {
            if (random.chance(5)) return spoilt(random);
            if (random.chance(20))
                return static_cast<float>(std::ldexp(random.uniform(-1, 1), random.integer(-148, 127)));
            return static_cast<float>(random.chance(50) ? random.integer(-9, 9) : random.uniform(-9, 9));
        };
        const float inverse_cell = static_cast<float>(std::ldexp(random.uniform(1, 2), random.integer(-4, 4)));
        const std::uint32_t mask = (1u << random.integer(0, 20)) - 1;
        const auto cell = [](float c, float inverse) {
            return static_cast<std::uint32_t>(
                static_cast<std::int32_t>(std::clamp(std::floor(c * inverse), -0x1p23f, 0x1p23f)));
        };
        for (int i = random.integer(1, 70); i > 0; --i) {
            const float x = number(), y = number();
            vertices.push_back({x, y, number(), 0});
        }
        for (int i = random.integer(1, 90); i > 0; --i) {
            ids.push_back(static_cast<std::uint32_t>(random.integer(0, static_cast<int>(vertices.size()) - 1)));
            const simd::FloatVertex& v = vertices[ids.back()];
            const bool whole = finite(v);
            ++(whole ? finite_ones : others);
            expected.push_back(!whole ? no_bucket
                                      : ((cell(v.y, inverse_cell) * 19349663u ^ cell(v.z, inverse_cell) * 83492791u) +
                                         cell(v.x, 4 * inverse_cell)) &
                                            mask);
        }
        simd::on_each_target([&](const std::string&) {
            std::vector<std::uint32_t> found(ids.size(), 77);
            buckets_of(vertices.data(), ids.data(), 0, ids.size(), inverse_cell, mask, found.data());
            ASSERT_EQ(found, expected);
        });
        if (testing::Test::HasFatalFailure()) return;
    }
    EXPECT_GT(finite_ones, 2000u);
    EXPECT_GT(others, 200u);
}

/// Floats keep the order of the doubles that they stand for, at both ends of the range as well.
TEST(Localise, KeepsOrderAndSpoilsNothing) {
    std::size_t clamped = 0, others = 0, ordered = 0;
    for (const std::uint64_t seed : oracle::Seeds(oracle::first_seed(255), 200)) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        LocalOrigin local{{random.uniform(-1e3, 1e3), 0, random.any_finite() * 0x1p-10},
                          std::ldexp(1.0, random.integer(-30, 30))};
        std::vector<simd::DoubleVertex> doubles;
        for (int i = random.integer(1, 40); i > 0; --i) {
            const double x = random.chance(5) ? spoilt(random) : random.uniform(-2e3, 2e3);
            const double y =
                random.chance(50) ? std::ldexp(random.uniform(-1, 1), random.integer(-1074, 900)) : spoilt(random);
            doubles.push_back({x, y, local.origin[2] + random.uniform(), 0});
        }
        simd::on_each_target([&](const std::string&) {
            std::vector<simd::FloatVertex> floats(doubles.size());
            localise(doubles.data(), 0, doubles.size(), local, floats.data());
            for (std::size_t i = 0; i < doubles.size(); ++i) {
                ASSERT_EQ(std::isnan(floats[i].x), !std::isfinite(doubles[i].x));
                ASSERT_EQ(std::isnan(floats[i].y), !std::isfinite(doubles[i].y));
                ASSERT_FALSE(std::isinf(floats[i].y));
                clamped += std::abs(floats[i].y) == std::numeric_limits<float>::max();
                others += std::isnan(floats[i].y);
                for (std::size_t k = 0; k < i; ++k) {
                    const bool finite_x = std::isfinite(doubles[k].x) && std::isfinite(doubles[i].x);
                    if (finite_x && doubles[k].x < doubles[i].x) {
                        ASSERT_LE(floats[k].x, floats[i].x);
                    }
                    if (doubles[k].y < doubles[i].y && std::isfinite(doubles[k].y) && std::isfinite(doubles[i].y)) {
                        ASSERT_LE(floats[k].y, floats[i].y);
                        ordered += floats[k].y < floats[i].y;
                    }
                }
            }
        });
        if (testing::Test::HasFatalFailure()) return;
    }
    EXPECT_GT(clamped, 100u);
    EXPECT_GT(others, 100u);
    EXPECT_GT(ordered, 500u);
}

}  // namespace
}  // namespace pliant::spatial_hash
