// The same bytes for every detector, number of threads, vector target, compiler and build: one hash per scene, written
// down here. Where a scene changes on purpose, the failing test prints the hash to put in its place.
#include <gtest/gtest.h>

#include <array>
#include <iomanip>
#include <sstream>
#include <string>

#include "agreement/detectors.hpp"
#include "agreement/same_answer.hpp"
#include "each_target.hpp"
#include "played_scene.hpp"
#include "result_hash.hpp"

namespace pliant::determinism {
namespace {

constexpr std::size_t small = 1200, large = 24000;

struct Expected {
    std::string_view scene;
    std::uint64_t small, large;  // hashes of the answers to some frames
};

constexpr std::array expected_hashes{
    Expected{"draped_cloth", 0x8f6285cff435d8b4u, 0x51aba8f162ba1359u},
    Expected{"cloth_on_sphere", 0xcd438c2c1fbd4286u, 0x8159cb89cd24ef00u},
    Expected{"body_and_garment", 0xed4d5ef8cc5e92c5u, 0xadc1059c6062c4c5u},
    Expected{"two_knots", 0x6c12c90941bb08d1u, 0x74ffe996fb7c6d52u},
    Expected{"swarm", 0x36a02e02baf00f58u, 0x9d83110b8d3e0f2eu},
    Expected{"twisted_tube", 0xe0b545674390b3e2u, 0xa1effe1082b0c425u},
    Expected{"squeezed_blob", 0xa8ed8885965508cau, 0xa4efd2c6dd6c3494u},
    Expected{"waves_pair", 0xe95adb6245014873u, 0x97cb76f3b0db4e91u},
    Expected{"caged_blobs", 0x392ba338e1ef3ac1u, 0x280895ac4200d25du},
    Expected{"folded_layers", 0x4ce7fd06fed6c115u, 0xb34532dffbf77709u},
    Expected{"crossing_loop", 0x9b52f49dfb61ed8au, 0x5540263d88d7d4aeu},
    Expected{"tetra_boxes", 0x81051b52f3b882bcu, 0x5b154573c9257413u},
    Expected{"resting_stack", 0x4bbcd60cea451d3cu, 0xb84d7e6f5f384031u},
    Expected{"needles", 0x9f8a533a810619dfu, 0x50276033840b4cedu},
    Expected{"cut_plates", 0xe6aff1de8c98147fu, 0x3cbcebd675dae986u},
    Expected{"setup_a", 0x6d250578b0ce47f4u, 0x6e1446ec16dce332u},
    Expected{"setup_b", 0x44fc66025869066du, 0x77ac4670e8850df1u},
    Expected{"setup_c", 0x44fc66025869066du, 0x77ac4670e8850df1u},
    Expected{"setup_d", 0x47d5088f240f99f9u, 0x3402adba7445f856u},
    Expected{"setup_e", 0x44fc66025869066du, 0x77ac4670e8850df1u},
    Expected{"pulsating_sphere", 0x88201fb960ff6465u, 0xa8c7f832281a39c5u},
    Expected{"waving_cloth", 0x88201fb960ff6465u, 0xa8c7f832281a39c5u},
    Expected{"steep_cloth", 0x88201fb960ff6465u, 0xa8c7f832281a39c5u},
    Expected{"flat_sheet", 0x88201fb960ff6465u, 0xa8c7f832281a39c5u},
};

const Expected* find_expected(std::string_view scene) {
    for (const Expected& e : expected_hashes) {
        if (e.scene == scene) return &e;
    }
    return nullptr;
}

std::string hex(std::uint64_t value) {
    std::ostringstream out;
    out << "0x" << std::hex << std::setw(16) << std::setfill('0') << value;
    return out.str();
}

bool scalar() {
    const std::string target(simd::target_name());
    return target == "SCALAR" || target == "EMU128";
}

struct Played {
    std::uint64_t hash = 0;
    std::vector<Counters> counters;  // by frame
};

Played play(std::string_view name, std::size_t triangles, unsigned threads, IntersectionMethod method) {
    PlayedScene played(name, triangles, threads);
    ResultHash hash;
    Played result;
    const std::size_t frames = triangles == large ? 2 : 4;
    for (std::size_t i = 0; i < frames; ++i) {
        played.go_to(i * played.frames() / frames);
        const auto& answer = played.scene.intersections({.method = method});
        hash.add(answer);
        result.counters.push_back(answer.report.counters);
    }
    result.hash = hash.value();
    return result;
}

class Hashes : public testing::TestWithParam<std::size_t> {
protected:
    const std::string_view name = shapes::catalogue()[GetParam()].name;
    const Expected* expected = find_expected(name);

    void SetUp() override { ASSERT_NE(expected, nullptr) << "no hash written down for " << name; }
};

TEST_P(Hashes, OfBruteForce) {
    EXPECT_EQ(hex(play(name, small, 1, IntersectionMethod::brute_force).hash), hex(expected->small));
}

TEST_P(Hashes, OfEveryDetector) {
    for (const IntersectionMethod method : agreement::detectors) {
        EXPECT_EQ(hex(play(name, small, 1, method).hash), hex(expected->small)) << pliant::name(method);
    }
}

TEST_P(Hashes, OfAnyNumberOfThreads) {
    for (const IntersectionMethod method : agreement::detectors) {
        if (simd::only_scalar()) {  // threads are no different there
            EXPECT_EQ(hex(play(name, large, 3, method).hash), hex(expected->large)) << pliant::name(method);
            continue;
        }
        const Played one = play(name, large, 1, method);
        EXPECT_EQ(hex(one.hash), hex(expected->large)) << pliant::name(method);
        // OfAnyVectorTarget has two.
        for (const unsigned threads : {3u, 8u}) {
            if (scalar() && threads != 3) continue;  // kernels are no different there
            const Played several = play(name, large, threads, method);
            EXPECT_EQ(hex(several.hash), hex(expected->large)) << threads << " threads";
            EXPECT_EQ(several.counters, one.counters) << threads << " threads";
        }
    }
}

TEST_P(Hashes, OfAnyVectorTarget) {
    if (simd::only_scalar()) return;  // on the only one OfEveryDetector is
    for (const IntersectionMethod method : agreement::detectors) {
        const Played usual = play(name, small, 2, method);
        simd::on_each_target([&](const std::string& target) {
            const Played forced = play(name, small, 2, method);
            EXPECT_EQ(hex(forced.hash), hex(expected->small)) << target;
            EXPECT_EQ(forced.counters, usual.counters) << target;
        });
    }
}

/// sofa#6231, warp#588: the order of contacts changed from run to run.
TEST_P(Hashes, OfTheSameQuestionAskedAgain) {
    for (const IntersectionMethod method : agreement::detectors) {
        PlayedScene played(name, small, 2);
        played.go_to(0);
        const Answer<TrianglePair> first = played.scene.intersections({.method = method});
        for (int i = 0; i < 3; ++i) {
            EXPECT_TRUE(agreement::same_answer(played.scene.intersections({.method = method}), first));
            played.go_to(0);  // bodies at rest are not searched
            const auto& again = played.scene.intersections({.method = method});
            EXPECT_TRUE(agreement::same_answer(again, first));
            EXPECT_EQ(again.report.counters, first.report.counters);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Scenes, Hashes, testing::Range<std::size_t>(0, shapes::catalogue().size()),
                         [](const auto& scene) { return std::string(shapes::catalogue()[scene.param].name); });

TEST(Targets, AreThoseThatTheEnvironmentAsksFor) {
    if (simd::only_scalar()) {
        EXPECT_TRUE(scalar()) << simd::target_name();
    }
}

/// Kernels that answer for several vector widths are all there to be tested.
TEST(Targets, AreSeveralUnlessTheBuildIsScalar) {
    std::vector<std::string> names;
    const int count = simd::on_each_target([&](const std::string& target) { names.push_back(target); });
    if (names[0] == "SCALAR" || names[0] == "EMU128" || names[0] == "WASM") {
        EXPECT_EQ(count, 1);
    } else {
        EXPECT_GT(count, 1);
    }
}

}  // namespace
}  // namespace pliant::determinism
