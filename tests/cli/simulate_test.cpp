// pliant simulate: scenes by name and from files, what is written, and how it ends.
#include <algorithm>
#include <cmath>
#include <filesystem>

#include "run_command.hpp"

namespace pliant::cli_test {
namespace {

class Simulate : public CommandTest {
protected:
    Simulate() {
        write("fall.toml", R"(
frames = 6
dt = 0.01
[[obstacle]]
name = "floor"
shape = { type = "box", size = [1, 1, 0.2], cells = [2, 2, 1] }
position = [0, 0, -0.1]
[[soft]]
name = "ball"
shape = { type = "ball", radius = 0.1, cells = 3 }
position = [0, 0, 0.101]
[[question]]
ask = "clearance"
bodies = ["ball", "floor"]
name = "height"
[[question]]
ask = "intersections"
every = 3
)");
    }
};

TEST_F(Simulate, PlaysAFileAndAnswersItsQuestions) {
    const Json json = pliant("simulate fall.toml --json -").json();
    EXPECT_EQ(json["scene"], "fall.toml");
    EXPECT_EQ(json["seconds_per_frame"], 0.01);
    EXPECT_EQ(json["bodies"][0]["name"], "floor");
    EXPECT_EQ(json["bodies"][1]["kind"], "soft");
    ASSERT_EQ(json["frames"].size(), 6u);
    EXPECT_EQ(json["questions"][0]["name"], "height");
    EXPECT_EQ(json["questions"][0]["unit"], "m");
    EXPECT_GT(json["frames"][0]["answers"][0], 0.0);
    EXPECT_LT(json["frames"][5]["answers"][0], json["frames"][0]["answers"][0]);
    EXPECT_TRUE(json["frames"][0]["answers"][1].is_null()) << "asked in every third frame";
    EXPECT_TRUE(json["frames"][2]["answers"][1].is_number());
    EXPECT_TRUE(json["frames"][5]["complete"]);
    const Outcome text = pliant("simulate fall.toml");
    EXPECT_EQ(text.code, 0);
    EXPECT_TRUE(text.says("height, m"));
    EXPECT_TRUE(text.says("deepest penetration, mm"));
}

TEST_F(Simulate, OptionsComeBeforeTheFile) {
    const Json json = pliant("simulate fall.toml --frames 2 --dt 0.005 --json -").json();
    EXPECT_EQ(json["frames"].size(), 2u);
    EXPECT_EQ(json["seconds_per_frame"], 0.005);
    expect_refusal(pliant("simulate fall.toml --scale 2"), {"--scale", "scenes by name"});
    expect_refusal(pliant("simulate fall.toml --seed 2"), {"--seed", "scenes by name"});
}

TEST_F(Simulate, AnAnswerOutOfItsBoundsIsFound) {
    write("kept.toml", read("fall.toml") + "at_most = 1000\n");
    EXPECT_EQ(pliant("simulate kept.toml").code, 0);
    write("broken.toml",
          read("fall.toml") + "[[question]]\nask = \"clearance\"\nbodies = [\"ball\", \"floor\"]\nat_least = 0.05\n");
    const Outcome broken = pliant("simulate broken.toml");
    EXPECT_EQ(broken.code, 1);
    EXPECT_TRUE(broken.says("at least 0.05: broken in 6 frames, first in frame 1"));
}

TEST_F(Simulate, WhatIsWrongIsOneLineWithItsPlace) {
    write("bad.toml", "[[soft]]\nname = \"a\"\nshape = { type = \"ball\", radius = 1 }\nfricton = 1\n");
    expect_refusal(pliant("simulate bad.toml"), {"bad.toml:4: there is no key 'fricton'", "did you mean friction?"});
    write_obj("bunny.obj", cube(0, 1));
    write("missing.toml", "[[soft]]\nname = \"a\"\nfile = \"buny.obj\"\n");
    expect_refusal(pliant("simulate missing.toml"), {"missing.toml:3: file: ", "did you mean bunny.obj?"});
    expect_refusal(pliant("simulate none.toml"), {"none.toml: cannot be read"});
    expect_refusal(pliant("simulate draep"), {"did you mean drape?"});
    expect_refusal(pliant("simulate fall.toml --budget soon"), {"--budget", "'soon'", "1ms"});
    expect_refusal(pliant("simulate fall.toml --detector box_tre"), {"--detector", "did you mean box_tree?"});
    expect_refusal(pliant("simulate fall.toml --image-every 2"), {"--image-every", "--image"});
    expect_refusal(pliant("simulate fall.toml --report page.htm"), {"--report", ".html"});
}

TEST_F(Simulate, WritesWhatTheFileNamesBesideIt) {
    std::filesystem::create_directory(path("there"));
    write("there/fall.toml",
          read("fall.toml") + "[output]\nframes = \"shot\"\njson = \"fall.json\"\nreport = \"fall.html\"\n");
    EXPECT_EQ(pliant("simulate there/fall.toml --quiet").code, 0);
    EXPECT_TRUE(std::filesystem::exists(path("there/shot/frame_00006.obj")));
    EXPECT_EQ(Json::parse(read("there/fall.json"))["frames"].size(), 6u);
    EXPECT_NE(read("there/fall.html").find("pliant simulate"), std::string::npos);
    write_obj("there/ball.obj", cube(0, 1));
    write("there/self.toml", "[[obstacle]]\nname = \"a\"\nfile = \"ball.obj\"\n[output]\njson = \"ball.obj\"\n");
    expect_refusal(pliant("simulate there/self.toml"), {"ball.obj"});
}

TEST_F(Simulate, TheReportShowsEveryFrameAndItsCharts) {
    EXPECT_EQ(pliant("simulate fall.toml --report page.html").code, 0);
    const std::string html = read("page.html");
    const std::size_t at = html.find("id=\"summary\">") + 13;
    const Json page = Json::parse(html.substr(at, html.find("</script>", at) - at));
    EXPECT_EQ(page["frames"].size(), 7u) << "the start, and six steps";
    EXPECT_EQ(page["bodies"][1]["name"], "ball");
    std::vector<std::string> titles;
    for (const Json& chart : page["charts"]) titles.push_back(chart["title"]);
    for (const char* title : {"Contacts", "Time per step", "Deepest penetration", "Energy", "height"})
        EXPECT_NE(std::find(titles.begin(), titles.end(), title), titles.end()) << title;
}

// Bodies that are cut have other triangles in every frame, particles have none.
TEST_F(Simulate, TheReportFollowsCutsAndParticles) {
    EXPECT_EQ(pliant("simulate scalpel --scale 0.05 --frames 45 --report cut.html").code, 0);
    EXPECT_EQ(pliant("simulate rain --scale 0.005 --frames 3 --report rain.html").code, 0);
    EXPECT_NE(read("rain.html").find("\"Particles\""), std::string::npos);
}

TEST_F(Simulate, DetectorsDoNotChangeTheMotion) {
    const auto positions = [&](const std::string& options) {
        EXPECT_EQ(pliant("simulate fall.toml --certify -o shot --quiet " + options).code & ~1, 0);
        return read("shot/frame_00006.obj");
    };
    const std::string usual = positions("");
    for (const std::string detector : {"brute_force", "box_tree", "regularity", "gjk_cut", "spatial-hash"})
        EXPECT_EQ(positions("--detector " + detector), usual) << detector;
}

TEST_F(Simulate, ABudgetThatRunsOutIsSaid) {
    const Outcome outcome = pliant("simulate pile --scale 0.2 --frames 40 --budget 1ns --json out.json");
    EXPECT_TRUE(outcome.says("the budget for detection ran out in")) << outcome.out;
    const Json json = Json::parse(read("out.json"));
    const bool all =
        std::all_of(json["frames"].begin(), json["frames"].end(), [](const Json& f) { return f["complete"] == true; });
    EXPECT_FALSE(all);
}

TEST_F(Simulate, DrawsEverySoManyFrames) {
    EXPECT_EQ(pliant("simulate fall.toml --image shot.png --image-every 3").code, 0);
    for (const char* file : {"shot.png", "shot_00000.png", "shot_00003.png", "shot_00006.png"})
        EXPECT_TRUE(std::filesystem::exists(path(file))) << file;
    EXPECT_FALSE(std::filesystem::exists(path("shot_00001.png")));
}

// What is there when Ctrl-C comes is whole, in every format.
TEST_F(Simulate, CtrlCLeavesWhatIsReadable) {
    write("interrupt", "'" PLIANT_COMMAND
                       "' simulate fall.toml --frames 100000 -o $1 --json out.json --quiet &\n"
                       "for ((i = 0; i < 5000; ++i)); do test -s \"$2\" && break; sleep 0.002; done\n"
                       "kill -INT $!; wait $!; echo $? >&2\n");
    for (const auto& [out, there, read_as] : {std::array<std::string, 3>{"c.pc2", "c.pc2", "c.obj@c.pc2"},
                                              {"f", "f/frame_00002.obj", "f"},
                                              {"p.pvd", "p_00002.vtu", "p_00001.vtu"}}) {
        const Outcome outcome = pliant("--version >/dev/null; bash ./interrupt " + out + " " + there);
        EXPECT_NE(outcome.err.find('3'), std::string::npos) << outcome.err;
        EXPECT_EQ(Json::parse(read("out.json"))["interrupted"], true) << out;
        EXPECT_LE(pliant("check " + read_as + " --quiet").code, 1) << out;
    }
}

TEST_F(Simulate, KeysAreListed) {
    const Outcome keys = pliant("simulate --keys");
    EXPECT_EQ(keys.code, 0);
    EXPECT_TRUE(keys.says("[[soft]]"));
    EXPECT_TRUE(keys.says("poisson_ratio"));
    EXPECT_NE(pliant("simulate --help").out.find("[[obstacle]]: name shape file"), std::string::npos);
}

}  // namespace
}  // namespace pliant::cli_test
