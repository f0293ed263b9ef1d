// Border control: what is broken is named and set aside, everything else is answered.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <string>

#include "agreement/detectors.hpp"
#include "agreement/same_answer.hpp"
#include "mesh_samples.hpp"

namespace pliant::scene_test {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN(), infinite = std::numeric_limits<double>::infinity();

using Flaws = std::vector<Flaw>;

class Border : public testing::TestWithParam<IntersectionMethod> {
protected:
    static constexpr SceneOptions duplicates_aside{.threads = 1, .jobs = nullptr, .set_duplicates_aside = true};

    Scene scene{SceneOptions{.threads = 1}};

    const Answer<TrianglePair>& answer() {
        const auto& found = scene.intersections({.method = GetParam()});
        EXPECT_TRUE(found.report.complete);  // elements set aside do not end a search
        const auto& aside = found.report.set_aside;
        EXPECT_EQ(found.report.all_examined(), std::all_of(aside.begin(), aside.end(), [](const Flaw& flaw) {
                      return flaw.kind == FlawKind::degenerate;
                  }));
        return found;
    }

    Flaws flaws() { return answer().report.set_aside; }
};

/// Two bodies that meet in many places: nothing that is broken in one place may hide the others.
struct TwoSpheres {
    Sample a = sphere(5), b = shifted(a, 0.4, 0.2, 0.1);
};

TEST_P(Border, NothingIsSetAsideFromSoundBodies) {
    const TwoSpheres s;
    scene.add(s.a.view());
    scene.add(s.b.view());
    EXPECT_GT(answer().size(), 100u);
    EXPECT_TRUE(answer().report.complete);
}

/// ifc-lite#3561: one NaN vertex made every box above it NaN, and the whole mesh met nothing.
TEST_P(Border, OneNanHidesNothingElse) {
    constexpr std::uint32_t vertex = 7;
    const TwoSpheres sound;
    Scene whole({.threads = 1});
    whole.add(sound.a.view());
    whole.add(sound.b.view());
    std::vector<TrianglePair> expected;
    for (const TrianglePair& pair : whole.intersections({.method = IntersectionMethod::brute_force})) {
        const Triangle& t = sound.a.triangles[pair.a.triangle];
        if (std::find(t.begin(), t.end(), vertex) == t.end()) expected.push_back(pair);
    }
    struct Bad {
        std::size_t axis;
        double number;
    };
    for (const auto [axis, number] : {Bad{0, nan}, Bad{1, nan}, Bad{2, nan}, Bad{1, infinite}, Bad{2, -infinite}}) {
        TwoSpheres s;
        scene = Scene({.threads = 1});
        const BodyId body = scene.add(s.a.view());
        scene.add(s.b.view());
        (void)answer();
        s.a.positions[vertex][axis] = number;
        scene.move(body, s.a.positions);
        const auto& found = answer();
        EXPECT_TRUE(agreement::same_list(found.items, expected));
        EXPECT_EQ(found.report.set_aside, (Flaws{{body, FlawKind::not_finite, vertex}}));
    }
}

TEST_P(Border, ANumberThatIsFiniteAgainIsBack) {
    TwoSpheres s;
    const BodyId body = scene.add(s.a.view());
    scene.add(s.b.view());
    const Answer<TrianglePair> before = answer();
    const Position good = s.a.positions[3];
    s.a.positions[3] = {nan, nan, nan};
    scene.move(body, s.a.positions);
    EXPECT_EQ(flaws().size(), 1u);
    s.a.positions[3] = good;
    scene.move(body, s.a.positions);
    EXPECT_TRUE(agreement::same_answer(answer(), before));
}

TEST_P(Border, NumbersOutOfRangeAreNamed) {
    Sample a = joined(lying(), standing());
    a.triangles.push_back({0, 1, 6});
    a.triangles.push_back({~0u, ~0u, ~0u});
    scene.add(a.view());
    EXPECT_EQ(answer().size(), 1u);
    EXPECT_EQ(flaws(),
              (Flaws{{BodyId{0}, FlawKind::index_out_of_range, 2}, {BodyId{0}, FlawKind::index_out_of_range, 3}}));
}

/// bvh#44: triangles that are points or lines brought the tree down.
TEST_P(Border, PointsAndLinesAreSetAside) {
    Sample a = joined(lying(), standing());
    a.triangles.push_back({0, 0, 0});
    a.triangles.push_back({0, 1, 1});
    a.positions.insert(a.positions.end(), {{0, 0, 0}, {0.1, 0.1, 0.1}, {0.3, 0.3, 0.3}, {0.2, 0.2, 0.2}});
    a.triangles.push_back({6, 7, 9});  // collinear in double arithmetic: 0.1 is the same number three times
    a.positions.insert(a.positions.end(), {{0, 0, 0.5}, {0, 0, 0.5}, {0, 0, 0.5}});
    a.triangles.push_back({10, 11, 12});
    scene.add(a.view());
    EXPECT_EQ(answer().size(), 1u);
    const BodyId body{0};
    EXPECT_EQ(flaws(), (Flaws{{body, FlawKind::degenerate, 2},
                              {body, FlawKind::degenerate, 3},
                              {body, FlawKind::degenerate, 4},
                              {body, FlawKind::degenerate, 5}}));
}

/// A triangle that is not collinear by one step of one coordinate is a triangle.
TEST_P(Border, NeedlesAreNotLines) {
    Sample a = lying();
    Sample needle{{{0, 0, -1}, {0, 0, 1}, {0, std::nextafter(0.0, 1.0), 0.5}}, {{0, 1, 2}}};
    scene.add(a.view());
    scene.add(needle.view());
    EXPECT_EQ(answer().size(), 1u);
    EXPECT_TRUE(answer().report.complete);
}

/// godot-jolt#485: a heap of degenerate triangles in one place made a step hang.
TEST_P(Border, AHeapOfDegenerateTrianglesDoesNotHang) {
    Sample heap = joined(lying(), standing());
    for (std::uint32_t i = 0; i < 20000; ++i) {
        const auto first = static_cast<std::uint32_t>(heap.positions.size());
        heap.positions.insert(heap.positions.end(), {{0, 0, 0}, {0, 0, double(i % 3)}, {0, 0, 1}});
        heap.triangles.push_back({first, first + 1, first + 2});
    }
    scene.add(heap.view());
    const auto started = std::chrono::steady_clock::now();
    EXPECT_EQ(answer().size(), 1u);
    EXPECT_EQ(flaws().size(), 20000u);
    EXPECT_LT(std::chrono::steady_clock::now() - started, std::chrono::seconds(20));
}

TEST_P(Border, BodiesWithoutAUsableTriangleAreNamed) {
    const Sample nothing, only_points{{{0, 0, 0}}, {}}, lines{{{0, 0, 0}, {1, 1, 1}}, {{0, 1, 1}}};
    const Sample astray{{}, {{0, 1, 2}}}, not_numbers{{{nan, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}};
    const TwoSpheres s;
    for (const Sample* sample : {&nothing, &only_points, &lines, &astray, &not_numbers, &s.a, &s.b}) {
        scene.add(sample->view());
    }
    EXPECT_GT(answer().size(), 100u);
    EXPECT_EQ(flaws(), (Flaws{{BodyId{0}, FlawKind::empty_body, 0},
                              {BodyId{1}, FlawKind::empty_body, 0},
                              {BodyId{2}, FlawKind::degenerate, 0},
                              {BodyId{2}, FlawKind::empty_body, 0},
                              {BodyId{3}, FlawKind::index_out_of_range, 0},
                              {BodyId{3}, FlawKind::empty_body, 0},
                              {BodyId{4}, FlawKind::not_finite, 0},
                              {BodyId{4}, FlawKind::empty_body, 0}}));
}

TEST_P(Border, AVertexThatIsNotFiniteIsNamedThoughNoTriangleUsesIt) {
    Sample a = lying();
    a.positions.push_back({nan, 0, 0});
    scene.add(a.view());
    EXPECT_EQ(flaws(), (Flaws{{BodyId{0}, FlawKind::not_finite, 3}}));
}

/// IfcOpenShell#4594: two aligned bodies that overlap were no clash until one was nudged.
TEST_P(Border, BodiesThatCoincideAreAnsweredLikeAnyOthers) {
    const Sample a = sphere(4);
    scene.add(a.view());
    scene.add(a.view());
    const auto& found = answer();
    EXPECT_TRUE(found.report.set_aside.empty());
    const auto coplanar = std::count_if(found.begin(), found.end(), [](const TrianglePair& pair) {
        return pair.kind == PairKind::coplanar && pair.a.triangle == pair.b.triangle;
    });
    EXPECT_EQ(static_cast<std::size_t>(coplanar), a.triangles.size());
    const auto expected = scene.intersections({.method = IntersectionMethod::brute_force});
    EXPECT_TRUE(agreement::same_list(answer().items, expected.items));
}

TEST_P(Border, ABodyAddedTwiceIsSetAsideOnceIfAsked) {
    scene = Scene(duplicates_aside);
    const TwoSpheres s;
    scene.add(s.a.view());
    scene.add(s.b.view());
    const std::vector<TrianglePair> before = answer().items;
    scene.add(s.a.view());
    scene.add(s.a.view());
    EXPECT_TRUE(agreement::same_list(answer().items, before));
    EXPECT_EQ(flaws(), (Flaws{{BodyId{2}, FlawKind::duplicate_body, 0}, {BodyId{3}, FlawKind::duplicate_body, 0}}));
}

TEST_P(Border, ADuplicateThatMovesAwayIsABodyAgain) {
    scene = Scene(duplicates_aside);
    const Sample a = sphere(4), moved = shifted(a, 0.5, 0, 0);
    scene.add(a.view());
    const BodyId copy = scene.add(a.view());
    EXPECT_EQ(answer().size(), 0u);
    EXPECT_EQ(flaws().size(), 1u);
    scene.move(copy, moved.positions);
    EXPECT_GT(answer().size(), 10u);
    EXPECT_TRUE(answer().report.complete);
    scene.move(copy, a.positions);
    EXPECT_EQ(flaws(), (Flaws{{copy, FlawKind::duplicate_body, 0}}));
}

TEST_P(Border, WhenTheFirstOfTwoEqualBodiesGoesTheOtherStays) {
    scene = Scene(duplicates_aside);
    const Sample a = joined(lying(), standing());
    const BodyId first = scene.add(a.view()), second = scene.add(a.view());
    scene.remove(first);
    const auto& left = answer();
    ASSERT_EQ(left.size(), 1u);
    EXPECT_EQ(left[0].a.body, second);
    EXPECT_TRUE(left.report.complete);
}

TEST_P(Border, FloatsAndDoublesOfTheSamePositionsAreDuplicates) {
    scene = Scene(duplicates_aside);
    const Sample a = lying();
    std::vector<std::array<float, 3>> floats;
    for (const Position& p : a.positions) floats.push_back({float(p[0]), float(p[1]), float(p[2])});
    scene.add(a.view());
    scene.add(SurfaceView{floats, a.triangles});
    EXPECT_EQ(flaws(), (Flaws{{BodyId{1}, FlawKind::duplicate_body, 0}}));
}

/// -0 equals 0, in the first vertex as in the last.
TEST_P(Border, DuplicatesMayDifferInTheSignOfZero) {
    for (std::size_t vertex = 0; vertex < 3; ++vertex) {
        scene = Scene(duplicates_aside);
        const Sample a = lying(0);
        Sample b = a;
        b.positions[vertex][2] = -0.0;
        scene.add(a.view());
        scene.add(b.view());
        EXPECT_EQ(flaws(), (Flaws{{BodyId{1}, FlawKind::duplicate_body, 0}})) << vertex;
    }
}

TEST_P(Border, EqualPositionsWithOtherTrianglesAreNoDuplicates) {
    scene = Scene(duplicates_aside);
    const Sample a = joined(lying(), standing());
    Sample b = a;
    std::swap(b.triangles[0], b.triangles[1]);
    scene.add(a.view());
    scene.add(b.view());
    EXPECT_TRUE(flaws().empty());
    EXPECT_GE(answer().size(), 4u);
}

TEST_P(Border, BodiesWithoutVerticesCanBeDuplicates) {
    scene = Scene(duplicates_aside);
    const Sample astray{{}, {{0, 1, 2}}};
    scene.add(astray.view());
    scene.add(astray.view());
    EXPECT_TRUE(answer().empty());
    EXPECT_GE(flaws().size(), 3u);
}

/// A tetrahedron that names vertices which are not there is named by its own number and leaves no triangles behind.
TEST_P(Border, BrokenTetrahedraAreSetAside) {
    const std::vector<Position> positions{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const std::vector<Tetrahedron> tetrahedra{{0, 1, 2, 3}, {5, 6, 7, 8}};
    scene.add(VolumeView{positions, tetrahedra});
    const Sample through = shifted(standing(), 0.2, 0.2, 0);
    scene.add(through.view());
    EXPECT_GT(answer().size(), 0u);
    ASSERT_EQ(flaws().size(), 1u);
    EXPECT_EQ(flaws()[0], (Flaw{BodyId{0}, FlawKind::index_out_of_range, 1}));
}

std::vector<IntersectionMethod> every_method() {
    std::vector<IntersectionMethod> methods(agreement::detectors.begin(), agreement::detectors.end());
    methods.push_back(IntersectionMethod::brute_force);
    return methods;
}

INSTANTIATE_TEST_SUITE_P(Methods, Border, testing::ValuesIn(every_method()),
                         [](const auto& method) { return std::string(name(method.param)); });

}  // namespace
}  // namespace pliant::scene_test
