// Answers of all ranks together against those of one scene: catalogue, random bodies, splits made to be bad.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>

#include "agreement/random_bodies.hpp"
#include "mpi/parts.hpp"
#include "oracle/random.hpp"
#include "shapes/catalogue.hpp"

namespace pliant::mpi_test {
namespace {

struct Whole {
    std::vector<Point> positions;
    std::vector<Triangle> triangles;
    std::vector<Tetrahedron> tetrahedra;
};

struct FeatureKey {
    FeatureKind kind;
    BodyId body_a, body_b;
    std::array<std::uint64_t, 4> vertices;
    std::uint64_t triangle;
    double distance;
    auto operator<=>(const FeatureKey&) const = default;
};

/// The same bodies in a scene of this rank alone and in one of all ranks.
class Both {
public:
    Both(std::vector<Whole> bodies, const Split& split, mpi::DistributedOptions options = {})
        : bodies_(std::move(bodies)), together_(MPI_COMM_WORLD, (options.threads = 1, options)) {
        for (const Whole& body : bodies_) {
            if (body.tetrahedra.empty()) {
                alone_.add(SurfaceView{body.positions, body.triangles});
                auto& part = *surfaces_.emplace_back(
                    std::make_unique<Part<3>>(body.positions, std::span<const Triangle>(body.triangles), split));
                volumes_.emplace_back();
                together_.add(
                    mpi::SurfacePart{part.positions, part.elements, part.vertex_numbers, part.element_numbers});
            } else {
                alone_.add(VolumeView{body.positions, body.tetrahedra});
                auto& part = *volumes_.emplace_back(
                    std::make_unique<Part<4>>(body.positions, std::span<const Tetrahedron>(body.tetrahedra), split));
                surfaces_.emplace_back();
                together_.add(
                    mpi::VolumePart{part.positions, part.elements, part.vertex_numbers, part.element_numbers});
            }
        }
    }

    void move(std::size_t body, const std::vector<Point>& positions) {
        bodies_[body].positions = positions;
        alone_.move(BodyId(body), bodies_[body].positions);
        const auto move_part = [&](auto& part) {
            part.move(positions);
            together_.move(BodyId(body), part.positions);
        };
        if (surfaces_[body])
            move_part(*surfaces_[body]);
        else
            move_part(*volumes_[body]);
    }

    /// Number of pairs; fails where the answers differ.
    std::size_t compare_intersections(const IntersectionOptions& options = {}) {
        const auto& found = together_.intersections(options);
        EXPECT_TRUE(std::is_sorted(found.begin(), found.end()));
        const auto all = united(found);
        const auto& answer = alone_.intersections(options);
        std::vector<mpi::TrianglePair> expected;
        for (const auto& [a, b, kind] : answer) expected.push_back({{a.body, a.triangle}, {b.body, b.triangle}, kind});
        EXPECT_EQ(all.size(), expected.size());
        EXPECT_TRUE(all == expected);
        compare_flaws(answer.report);
        return expected.size();
    }

    std::size_t compare_penetrations() {
        const auto all = united(together_.penetrations());
        std::vector<mpi::Penetration> expected;
        for (const Penetration& p : alone_.penetrations()) {
            expected.push_back(
                {p.vertex.body, p.vertex.vertex, p.tetrahedron.body, p.tetrahedron.tetrahedron, p.kind, p.barycentric});
        }
        EXPECT_EQ(all.size(), expected.size());
        EXPECT_TRUE(all == expected);
        return expected.size();
    }

    std::size_t compare_proximities(double distance) {
        ProximityOptions options;
        options.distance = distance;
        const auto& own = together_.proximities(options);
        std::vector<FeatureKey> keys;
        for (const mpi::Proximity& p : own)
            keys.push_back({p.kind, p.body_a, p.body_b, p.vertices, p.triangle, p.near.distance});
        const auto all = united(keys);
        std::vector<FeatureKey> expected;
        for (const Proximity& p : alone_.proximities(options)) {
            FeatureKey& key =
                expected.emplace_back(FeatureKey{p.kind, p.body_a, p.body_b, {}, p.triangle, p.near.distance});
            std::ranges::copy(p.vertices, key.vertices.begin());
        }
        EXPECT_EQ(all.size(), expected.size());
        EXPECT_TRUE(all == expected);
        return expected.size();
    }

    mpi::DistributedScene& together() { return together_; }

private:
    /// Of surfaces; inner vertices of volumes are no part of the question over ranks.
    void compare_flaws(const Report& report) {
        std::set<mpi::Flaw> expected, found;
        for (const Flaw& flaw : report.set_aside) {
            const Whole& body = bodies_[std::size_t(flaw.body)];
            if (!body.tetrahedra.empty()) continue;
            const bool used = std::ranges::any_of(
                body.triangles, [&](const Triangle& t) { return std::ranges::count(t, flaw.element) > 0; });
            if (flaw.kind == FlawKind::empty_body || (flaw.kind == FlawKind::not_finite && !used)) continue;
            expected.insert({flaw.body, flaw.kind, flaw.element});
        }
        for (const mpi::Flaw& flaw : united(together_.report().set_aside)) {
            if (bodies_[std::size_t(flaw.body)].tetrahedra.empty()) found.insert(flaw);
        }
        EXPECT_TRUE(expected == found) << expected.size() << " and " << found.size() << " flaws";
    }

    std::vector<Whole> bodies_;
    Scene alone_{SceneOptions{1}};
    mpi::DistributedScene together_;
    std::vector<std::unique_ptr<Part<3>>> surfaces_;
    std::vector<std::unique_ptr<Part<4>>> volumes_;
};

constexpr std::size_t catalogue_triangles = 800;

class EveryScene : public testing::TestWithParam<std::size_t> {
protected:
    const shapes::SceneInfo& info = shapes::catalogue()[GetParam()];
    std::unique_ptr<shapes::AnimatedScene> animation = shapes::make_scene(info.name, {catalogue_triangles, {}, 1});

    [[nodiscard]] std::vector<Whole> bodies() const {
        std::vector<Whole> all;
        for (std::size_t b = 0; b < animation->bodies(); ++b) {
            const shapes::Mesh& mesh = animation->body(b);
            all.push_back(
                {mesh.positions, mesh.tetrahedra.empty() ? mesh.triangles : std::vector<Triangle>(), mesh.tetrahedra});
        }
        return all;
    }
    void show(Both& both, std::size_t frame) const {
        std::vector<Point> positions;
        for (std::size_t b = 0; b < animation->bodies(); ++b) {
            animation->positions(frame, b, positions);
            both.move(b, positions);
        }
    }
};

TEST_P(EveryScene, AnswersAreThoseOfOneMachine) {
    std::size_t pairs = 0;
    const std::vector<Split> all = splits();
    for (const std::size_t k : {GetParam() % 2, 2 + GetParam() % 2}) {  // the other two in the next scene
        const Split& split = all[k];
        SCOPED_TRACE(split.name);
        Both both(bodies(), split);
        for (const std::size_t frame : {std::size_t{0}, animation->frames() / 3}) {
            show(both, frame);
            pairs += both.compare_intersections();
            both.compare_penetrations();
        }
        both.compare_proximities(0.01);
        if (HasFailure()) return;
    }
    EXPECT_TRUE(pairs > 0 || !info.intersects);
}

INSTANTIATE_TEST_SUITE_P(Catalogue, EveryScene, testing::Range(std::size_t{0}, shapes::catalogue().size()),
                         [](const auto& test) { return std::string(shapes::catalogue()[test.param].name); });

Whole whole(const agreement::GivenBody& body) {
    Whole result{{}, body.triangles, body.tetrahedra};
    for (const Vec3& p : body.positions) result.positions.push_back({p.x, p.y, p.z});
    return result;
}

TEST(RandomBodies, AnswersAreThoseOfOneMachine) {
    std::size_t pairs = 0;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        SCOPED_TRACE(seed);
        oracle::Random random(seed);
        std::vector<agreement::GivenBody> given;
        for (int i = random.integer(1, 4); i > 0; --i) {
            given.push_back(agreement::random_body(random));
            if (random.chance(30)) agreement::break_some_elements(given.back(), random);
        }
        if (random.chance(30)) agreement::rescale(given, random);
        std::vector<Whole> bodies;
        for (const agreement::GivenBody& body : given) bodies.push_back(whole(body));
        const auto all = splits();
        IntersectionOptions options;
        if (random.chance(20)) options.neighbours = Neighbours::ignored;
        if (random.chance(20)) options.self = false;
        Both both(std::move(bodies), all[std::size_t(random.integer(0, int(all.size()) - 1))]);
        pairs += both.compare_intersections(options);
        for (std::size_t b = 0; b < given.size(); ++b) {
            agreement::bend(given[b], random);
            both.move(b, whole(given[b]).positions);
        }
        pairs += both.compare_intersections(options);
        if (testing::Test::HasFailure()) return;
    }
    EXPECT_GT(pairs, 500u);
}

/// A triangle of side 2 around a place.
void add_triangle(Whole& body, double x, double tilt) {
    const auto first = std::uint32_t(body.positions.size());
    body.positions.insert(body.positions.end(), {{x - 1, -1, -tilt}, {x + 1, -1, tilt}, {x, 1, 0}});
    body.triangles.push_back({first, first + 1, first + 2});
}

TEST(BadSplits, OneTriangleOnEachRank) {
    Whole body;
    for (int r = 0; r < ranks(); ++r) add_triangle(body, 0.5 * r, r % 2 == 0 ? 0.5 : -0.25);
    const Split split{"one each", [](std::size_t e, std::size_t) { return int(e); }};
    EXPECT_EQ(Both({body}, split).compare_intersections() > 0, ranks() > 1);
}

TEST(BadSplits, LessTrianglesThanRanks) {
    for (const Split& split : splits()) {
        Whole body;
        add_triangle(body, 0, 0.5);
        add_triangle(body, 0.5, -0.25);
        EXPECT_EQ(Both({body}, split).compare_intersections(), 1u);
    }
}

TEST(BadSplits, NothingAtAll) {
    for (const Split& split : splits()) EXPECT_EQ(Both({Whole{}}, split).compare_intersections(), 0u);
}

TEST(BadSplits, AllInOnePlace) {
    for (const Split& split : splits()) {
        Whole body;
        for (int i = 0; i < 40; ++i) add_triangle(body, 0, 0.01 * (i + 1));
        EXPECT_GT(Both({body}, split).compare_intersections(), 100u);
    }
}

/// Triangles that lie exactly in the planes where space is cut, twice each.
TEST(BadSplits, DuplicatesOnBorders) {
    for (const Split& split : splits()) {
        Whole body;
        for (int i = 0; i < 64; ++i) {
            for (int twice = 0; twice < 2; ++twice) {
                const auto first = std::uint32_t(body.positions.size());
                const double x = i % 8, y = i / 8;
                body.positions.insert(body.positions.end(), {{x, y, 0}, {x, y + 1, 0}, {x, y, 1}});
                body.triangles.push_back({first, first + 1, first + 2});
            }
        }
        Both both({body, body}, split);
        EXPECT_GT(both.compare_intersections(), 200u);
    }
}

/// One triangle reaches through the boxes of all ranks.
TEST(BadSplits, OneHugeTriangle) {
    auto animation = shapes::make_scene("flat_sheet", {2000, {}, 1});
    for (const Split& split : splits()) {
        const shapes::Mesh& mesh = animation->body(0);
        Whole sheet{mesh.positions, mesh.triangles, {}}, huge;
        huge.positions = {{-1e6, 0.013, -1e6}, {1e6, 0.017, -1e6}, {0.3, 0.011, 1e6}};
        huge.triangles = {{0, 1, 2}};
        EXPECT_GT(Both({sheet, huge}, split).compare_intersections(), 10u);
    }
}

TEST(Wandering, SpaceIsCutAnew) {
    if (ranks() == 1) return;
    auto animation = shapes::make_scene("two_knots", {8000, {}, 1});
    std::vector<Whole> bodies;
    for (std::size_t b = 0; b < 2; ++b)
        bodies.push_back({animation->body(b).positions, animation->body(b).triangles, {}});
    Both both(bodies, splits()[0]);
    both.compare_intersections();
    bool cut = false;
    std::uint64_t most = 0, last = 0;
    for (int frame = 0; frame < 4; ++frame) {
        // Turned by a right angle, every element lies in the box of another rank.
        for (std::size_t b = 0; b < 2; ++b) {
            std::vector<Point> turned = bodies[b].positions;
            for (Point& p : turned) p = {p[1] + 5, p[2], p[0]};
            both.move(b, turned);
        }
        both.compare_intersections();
        cut = cut || both.together().report().repartitioned;
        last = united(std::vector{both.together().report().halo}).back();
        most = std::max(most, last);
    }
    EXPECT_TRUE(cut);
    EXPECT_LT(2 * last, most);
}

/// A body that was given in floats may come back in doubles: then positions are sent as doubles, from the next cut on.
TEST(Positions, OfFloatsAndDoubles) {
    auto animation = shapes::make_scene("draped_cloth", {3000, {}, 1});
    const shapes::Mesh& mesh = animation->body(0);
    using Float = std::array<float, 3>;
    std::vector<Float> rounded;
    std::vector<Point> same;
    for (const Point& p : mesh.positions) {
        rounded.push_back({float(p[0]), float(p[1]), float(p[2])});
        same.push_back({rounded.back()[0], rounded.back()[1], rounded.back()[2]});
    }
    const Part<3> part(same, std::span<const Triangle>(mesh.triangles), splits()[1]);
    std::vector<Float> floats;
    for (const std::uint64_t v : part.vertex_numbers) floats.push_back(rounded[v]);
    mpi::DistributedScene in_floats(MPI_COMM_WORLD), in_doubles(MPI_COMM_WORLD), changing(MPI_COMM_WORLD);
    const auto add = [&](mpi::DistributedScene& scene, Points positions) {
        scene.add(mpi::SurfacePart{positions, part.elements, part.vertex_numbers, part.element_numbers});
    };
    add(in_floats, floats);
    add(in_doubles, part.positions);
    add(changing, floats);
    const auto expected = united(in_doubles.intersections());
    EXPECT_FALSE(expected.empty());
    EXPECT_TRUE(united(in_floats.intersections()) == expected);
    EXPECT_LE(in_floats.report().bytes, in_doubles.report().bytes);
    changing.intersections();
    std::vector<Point> moved = same;
    for (Point& p : moved) p[2] += 1e-9 * p[0];
    Part<3> own = part;
    own.move(moved);
    changing.move(BodyId{}, own.positions);
    in_doubles.move(BodyId{}, own.positions);
    EXPECT_TRUE(united(changing.intersections()) == united(in_doubles.intersections()));
}

TEST(Reports, CountWhatWasSent) {
    auto animation = shapes::make_scene("draped_cloth", {4000, {}, 1});
    Both both({{animation->body(0).positions, animation->body(0).triangles, {}}}, splits()[0]);
    both.compare_intersections();
    const mpi::RankReport first = both.together().report();
    EXPECT_TRUE(first.repartitioned);
    EXPECT_LT(first.imbalance, 1.1);
    both.compare_intersections();
    const mpi::RankReport& second = both.together().report();
    EXPECT_FALSE(second.repartitioned);
    EXPECT_EQ(second.bytes > 0, ranks() > 1);
    EXPECT_LE(second.bytes, first.bytes);
    EXPECT_LE(second.halo_bytes, second.bytes);
    const auto sum = [](std::uint64_t own) {
        std::uint64_t all = 0;
        MPI_Allreduce(&own, &all, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
        return all;
    };
    EXPECT_EQ(sum(second.elements), animation->body(0).triangles.size());
    EXPECT_EQ(sum(second.halo), sum(second.halo_sent));
}

}  // namespace
}  // namespace pliant::mpi_test
