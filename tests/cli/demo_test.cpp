#include "run_command.hpp"

namespace pliant::cli_test {
namespace {

using Demo = CommandTest;

TEST_F(Demo, PrintsATableAndNoProgressBar) {
    const Outcome outcome = pliant("demo --triangles 2000 --frames 3");
    EXPECT_EQ(outcome.code, 0);
    for (const std::string word :
         {"question", "detector", "ms/frame", "update", "find", "which triangles intersect?", "3 frames"}) {
        EXPECT_NE(outcome.out.find(word), std::string::npos) << word << "\n" << outcome.out;
    }
    EXPECT_EQ(outcome.err, "");
    EXPECT_EQ(outcome.out.find('\r'), std::string::npos);
}

TEST_F(Demo, NamesTheDetectorThatWasAsked) {
    EXPECT_NE(pliant("demo --triangles 500 --frames 2 --method brute_force").out.find("brute_force"),
              std::string::npos);
}

TEST_F(Demo, EverySceneOfTheCatalogueCanBePlayed) {
    const Json scenes = pliant("scene list --json -").json()["scenes"];
    ASSERT_GT(scenes.size(), 3u);
    for (const Json& scene : scenes) {
        const std::string name = scene["name"];
        const Outcome outcome = pliant("demo " + name + " --triangles 1000 --frames 2 --no-report");
        EXPECT_EQ(outcome.code, 0) << name << ": " << outcome.err;
        EXPECT_NE(outcome.out.find(name), std::string::npos) << name;
    }
}

TEST_F(Demo, UnknownSceneIsRefusedWithTheNearest) {
    const std::string name = pliant("scene list --json -").json()["scenes"][0]["name"];
    std::string typed = name;
    typed.erase(1, 1);
    expect_refusal(pliant("demo " + typed), {typed, "did you mean", name});
    expect_refusal(pliant("demo nope"), {"'nope'", "did you mean one of", name, "pliant scene list"});
}

TEST_F(Demo, DrawsItsWorstFrame) {
    EXPECT_EQ(pliant("demo --triangles 2000 --frames 2 --image worst.png").code, 0);
    EXPECT_TRUE(read("worst.png").starts_with("\x89PNG"));
}

}  // namespace
}  // namespace pliant::cli_test
