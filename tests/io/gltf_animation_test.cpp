#include <cmath>
#include <limits>
#include <numbers>

#include "gltf_builder.hpp"
#include "io/gltf_sequence.hpp"
#include "one_frame.hpp"

namespace pliant::io {
namespace {

using test::error_of;
using test::frame;
using test::GltfBuilder;
using test::one_triangle;
using test::Points;

std::unique_ptr<Sequence> open(const GltfBuilder& builder, double rate, std::string_view which = {}) {
    const std::string text = builder.gltf();
    return open_gltf(Source{test::as_bytes(text), "made.gltf", {}}, which, rate);
}

void expect_near(const std::array<double, 3>& a, const std::array<double, 3>& b) {
    for (std::size_t axis = 0; axis < 3; ++axis) EXPECT_NEAR(a[axis], b[axis], 1e-12);
}

// A strip along y of two bones: the lower stays, the upper (joint at y = 1) turns a quarter about z in one second.
GltfBuilder two_bones() {
    GltfBuilder b;
    const int positions = b.vectors({0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 2, 0, 1, 2, 0});
    const int joints = b.accessor(
        std::vector<std::uint8_t>{0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}, "VEC4", 4);
    const int weights = b.quaternions({1, 0, 0, 0, 1, 0, 0, 0, .5, .5, 0, 0, .5, .5, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0});
    b.mesh({{"POSITION", positions}, {"JOINTS_0", joints}, {"WEIGHTS_0", weights}});
    b.primitive()["mode"] = 5;
    const int bind = b.accessor(std::vector<float>{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0,  0, 1,   //
                                                   1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1, 0, 1},  //
                                "MAT4", 16);
    b.json["skins"] = {{{"joints", {1, 2}}, {"inverseBindMatrices", bind}}};
    b.node({{"mesh", 0}, {"skin", 0}, {"translation", {100, 0, 0}}});  // a skinned node's own place does not count
    b.node({{"children", {2}}});
    b.node({{"translation", {0, 1, 0}}});
    const auto half = float(std::sqrt(0.5));
    b.channel(2, "rotation", b.scalars({0, 1}), b.quaternions({0, 0, 0, 1, 0, 0, half, half}));
    return b;
}

TEST(GltfSkin, BendsAStripAsItsBonesTurn) {
    const auto sequence = open(two_bones(), 2);
    ASSERT_EQ(sequence->frames(), 3u);
    EXPECT_EQ(sequence->mesh().triangles.size(), 4u);
    EXPECT_EQ(frame(*sequence, 0), (Points{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0, 2, 0}, {1, 2, 0}}));
    EXPECT_EQ(frame(*sequence, 0), sequence->mesh().positions);

    const double c = std::cos(std::numbers::pi / 4);
    const Points half_way = frame(*sequence, 1);  // an eighth of a turn about (0 1 0)
    expect_near(half_way[1], {1, 0, 0});
    expect_near(half_way[4], {-c, 1 + c, 0});
    expect_near(half_way[5], {0, 1 + 2 * c, 0});
    expect_near(half_way[3], {(1 + c) / 2, (1 + 1 + c) / 2, 0});  // half of each bone

    const Points end = frame(*sequence, 2);
    expect_near(end[4], {-1, 1, 0});
    expect_near(end[5], {-1, 2, 0});
    expect_near(end[2], {0, 1, 0});
}

TEST(GltfSkin, RefusesJointsThatAreNotThere) {
    GltfBuilder builder = two_bones();
    builder.json["skins"][0]["joints"] = {1};
    EXPECT_EQ(error_of([&] { open(builder, 24); }), "made.gltf: nodes[0]: a vertex is bound to joint 1 of 1");
    builder.json["skins"][0]["joints"] = {1, 77};
    EXPECT_NE(error_of([&] { open(builder, 24); }).find("skins[0].joints[1]"), std::string::npos);
    builder.json["nodes"][0]["skin"] = 4;
    builder.json["skins"][0]["joints"] = {1, 2};
    EXPECT_NE(error_of([&] { open(builder, 24); }).find("no skin 4"), std::string::npos);
}

GltfBuilder morphing() {
    GltfBuilder b = one_triangle();
    b.primitive()["targets"] = {{{"POSITION", b.vectors({0, 0, 1, 0, 0, 2, 0, 0, 4})}},
                                {{"POSITION", b.vectors({8, 0, 0, 0, 0, 0, 0, 0, 0})}}};
    b.json["meshes"][0]["weights"] = {0.5, 0};
    return b;
}

TEST(GltfMorph, WeightsOfMeshNodeAndAnimation) {
    GltfBuilder b = morphing();
    const Points half = {{0, 0, 0.5}, {1, 0, 1}, {0, 1, 2}};
    EXPECT_EQ(open(b, 24)->mesh().positions, half);
    EXPECT_EQ(open(b, 24)->frames(), 1u);
    b.json["nodes"][0]["weights"] = {0, 1};
    EXPECT_EQ(open(b, 24)->mesh().positions, (Points{{8, 0, 0}, {1, 0, 0}, {0, 1, 0}}));
    b.channel(0, "weights", b.scalars({0, 2}), b.scalars({0, 0, 1, 1}));
    const auto sequence = open(b, 1);
    ASSERT_EQ(sequence->frames(), 3u);
    EXPECT_EQ(frame(*sequence, 1), (Points{{4, 0, 0.5}, {1, 0, 1}, {0, 1, 2}}));
    EXPECT_EQ(frame(*sequence, 2), (Points{{8, 0, 1}, {1, 0, 2}, {0, 1, 4}}));
}

TEST(GltfMorph, RefusesTargetsOfAnotherSize) {
    GltfBuilder b = one_triangle();
    b.primitive()["targets"] = {{{"POSITION", b.vectors({0, 0, 1})}}};
    EXPECT_EQ(error_of([&] { open(b, 24); }),
              "made.gltf: meshes[0].primitives[0].targets[0]: moves 1 vertices of a primitive of 3");
}

TEST(GltfAnimation, StepLinearAndCubic) {
    const auto x_at_half = [](const std::string& interpolation, const std::vector<float>& values) {
        GltfBuilder b = one_triangle();
        b.channel(0, "translation", b.scalars({0, 1}), b.vectors(values), interpolation);
        return frame(*open(b, 2), 1)[0][0];
    };
    EXPECT_EQ(x_at_half("STEP", {1, 0, 0, 5, 0, 0}), 1);
    EXPECT_EQ(x_at_half("LINEAR", {1, 0, 0, 5, 0, 0}), 3);
    // Hermite at the middle: (p0 + p1) / 2 + (m0 - m1) / 8.
    EXPECT_EQ(x_at_half("CUBICSPLINE", {0, 0, 0, 1, 0, 0, 8, 0, 0, -16, 0, 0, 5, 0, 0, 0, 0, 0}), 3 + 24.0 / 8);
}

TEST(GltfAnimation, QuaternionsTakeTheShorterWay) {
    GltfBuilder b = one_triangle();
    const auto half = float(std::sqrt(0.5));
    b.channel(0, "rotation", b.scalars({0, 1}), b.quaternions({0, 0, 0, 1, 0, 0, -half, -half}));
    const double c = std::cos(std::numbers::pi / 4);
    expect_near(frame(*open(b, 2), 1)[1], {c, c, 0});
}

TEST(GltfAnimation, RunsFromItsFirstKeyToItsLast) {
    GltfBuilder b = one_triangle();
    b.channel(0, "translation", b.scalars({5, 6.0f}), b.vectors({0, 0, 0, 24, 0, 0}));
    const auto sequence = open(b, 24);
    ASSERT_EQ(sequence->frames(), 25u);
    EXPECT_NEAR(frame(*sequence, 24)[0][0], 24, 1e-9);
    EXPECT_NEAR(frame(*sequence, 7)[0][0], 7, 1e-9);
    EXPECT_NE(error_of([&] { frame(*sequence, 25); }), "");
}

TEST(GltfAnimation, ChosenByNameOrNumber) {
    GltfBuilder b = one_triangle();
    b.channel(0, "translation", b.scalars({0, 1}), b.vectors({0, 0, 0, 1, 0, 0}), "LINEAR", 0);
    b.channel(0, "translation", b.scalars({0, 3}), b.vectors({0, 0, 0, 1, 0, 0}), "LINEAR", 1);
    b.json["animations"][1]["name"] = "Run";
    EXPECT_EQ(open(b, 1)->frames(), 2u);
    EXPECT_EQ(open(b, 1, "Run")->frames(), 4u);
    EXPECT_EQ(open(b, 1, "1")->frames(), 4u);
    EXPECT_EQ(error_of([&] { open(b, 1, "Walk"); }), "made.gltf: has no animation called \"Walk\"");
}

TEST(GltfAnimation, BadKeysAreRefused) {
    constexpr float nan = std::numeric_limits<float>::quiet_NaN(), infinite = std::numeric_limits<float>::infinity();
    const auto error_with = [](const std::vector<float>& times, const std::vector<float>& values, double rate = 24) {
        GltfBuilder b = one_triangle();
        b.channel(0, "translation", b.scalars(times), b.vectors(values));
        return error_of([&] { open(b, rate); });
    };
    const std::vector<float> two = {0, 0, 0, 1, 0, 0};
    EXPECT_EQ(error_with({0, 1}, two), "");
    EXPECT_NE(error_with({0, nan}, two).find("animations[0].samplers[0]: the time of key 1"), std::string::npos);
    EXPECT_NE(error_with({0, infinite}, two).find("not finite"), std::string::npos);
    EXPECT_NE(error_with({1, 0}, two).find("the time of key 1 is before"), std::string::npos);
    EXPECT_NE(error_with({}, {}).find("no keys"), std::string::npos);
    EXPECT_NE(error_with({0, 1, 2}, two).find("3 keys need 9 numbers, and 6 are there"), std::string::npos);
    EXPECT_NE(error_with({0, 1e30f}, two).find("ten million"), std::string::npos);
    EXPECT_NE(error_with({0, 1}, two, 0).find("frames per second"), std::string::npos);
    EXPECT_NE(error_with({0, 1}, two, std::nan("")).find("frames per second"), std::string::npos);
}

}  // namespace
}  // namespace pliant::io
