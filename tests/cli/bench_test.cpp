#include <string>

#include "run_command.hpp"

namespace pliant::cli_test {
namespace {

class BenchCommand : public CommandTest {};

TEST_F(BenchCommand, MeasuresEveryMethodAndSaysWhatAutomaticPicked) {
    const std::string question = "bench methods two_knots crossing_loop --triangles 1000 --frames 2 --rounds 1";
    const Json json = pliant(question + " --json -").json();
    EXPECT_EQ(json["command"], "bench methods");
    ASSERT_EQ(json["scenes"].size(), 2u);
    for (const Json& scene : json["scenes"]) {
        for (const char* method : {"box_tree", "regularity", "gjk_cut", "spatial_hash"}) {
            EXPECT_GT(scene["milliseconds"][method]["frame"], 0) << method;
            EXPECT_GT(scene["milliseconds"][method]["first"], 0) << method;
        }
        EXPECT_TRUE(scene["milliseconds"].contains(scene["automatic"]["method"].get<std::string>()));
        EXPECT_GE(scene["picked_to_fastest"], 1);
        EXPECT_GT(scene["pairs"], 0);
    }
    const Outcome text = pliant(question);
    EXPECT_EQ(text.code, 0);
    for (const char* word : {"two_knots", "gjk_cut", "automatic", "picked"}) {
        EXPECT_NE(text.out.find(word), std::string::npos) << word;
    }
}

TEST_F(BenchCommand, RefusesASceneThatIsNotThere) {
    const Outcome outcome = pliant("bench methods two_knot");
    EXPECT_EQ(outcome.code, 2);
    EXPECT_NE(outcome.err.find("two_knots"), std::string::npos);
}

}  // namespace
}  // namespace pliant::cli_test
