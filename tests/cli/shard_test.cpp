// pliant check --shard and pliant merge: the parts of an answer.
#include <string>

#include "run_command.hpp"

namespace pliant::cli_test {
namespace {

class Shards : public CommandTest {
protected:
    Shards() {
        for (int k = 0; k < 11; ++k) {
            io::Mesh moving = shifted(cube(0.25, 1.25), {4.0 - k, 0, 0});
            if (k == 7) moving.triangles.push_back({0, 0, 1});
            write_ply("frames/cube_" + std::to_string(k) + ".ply", moving);
        }
        write_obj("still.obj", cube(0, 2));
    }

    /// Checks all shards into part1.json, part2.json ...
    void check_shards(int count, const std::string& options = "") const {
        for (int k = 1; k <= count; ++k) {
            const std::string shard = std::to_string(k) + "/" + std::to_string(count);
            const Outcome outcome = pliant("check 'frames/*.ply' still.obj " + options + " --quiet --shard " + shard +
                                           " --json part" + std::to_string(k) + ".json");
            EXPECT_NE(outcome.code, 2) << outcome.err;
        }
    }
};

Json without_times(Json json) {
    for (Json& frame : json["frames"]) {
        frame.erase("milliseconds");
        for (const char* part : {"impacts", "proximities"}) {
            if (frame.contains(part) && frame[part].is_object()) frame[part].erase("milliseconds");
        }
    }
    return json;
}

TEST_F(Shards, MergedShardsAreTheWholeAnswer) {
    for (const char* options : {"--pairs --positions", "--motion --pairs", "--clearance 0.5 --pairs --depth"}) {
        const Outcome whole = pliant("check 'frames/*.ply' still.obj --json - " + std::string(options));
        for (const int count : {1, 2, 3, 11, 13}) {
            check_shards(count, options);
            const Outcome merged = pliant("merge part*.json --json -");
            EXPECT_EQ(merged.code, whole.code);
            EXPECT_EQ(without_times(merged.json()).dump(), without_times(whole.json()).dump()) << options << count;
            for (int k = 1; k <= count; ++k) std::filesystem::remove(path("part" + std::to_string(k) + ".json"));
        }
    }
}

TEST_F(Shards, AreEven) {
    check_shards(4);
    for (int k = 1; k <= 4; ++k) {
        const Json part = Json::parse(read("part" + std::to_string(k) + ".json"));
        EXPECT_EQ(part["frames"].size(), k == 4 ? 2u : 3u);
        EXPECT_EQ(part["shard"]["number"], k);
    }
}

TEST_F(Shards, OnlyChosenFramesAreCut) {
    for (const char* k : {"1", "2"}) {
        const std::string number = k;
        EXPECT_NE(pliant("check 'frames/*.ply' --frames 3:8 --shard " + number + "/2 --json p" + number + ".json").code,
                  2);
    }
    EXPECT_EQ(pliant("merge p1.json p2.json --json -").json()["frames"].size(), 5u);
}

TEST_F(Shards, TextTellsOfAllFrames) {
    check_shards(3);
    const Outcome merged = pliant("merge part3.json part1.json part2.json");
    const Outcome whole = pliant("check 'frames/*.ply' still.obj");
    EXPECT_TRUE(merged.says("of 11 frames have intersecting triangles"));
    EXPECT_TRUE(merged.out.starts_with(whole.out.substr(0, whole.out.find("connectivity changes")))) << merged.out;
    EXPECT_TRUE(merged.says("worst regions of frame 3 (cube_3.ply)")) << merged.out;
}

TEST_F(Shards, WhatDoesNotFitIsRefused) {
    check_shards(3);
    expect_refusal(pliant("merge part1.json part3.json"), {"missing: 2"});
    expect_refusal(pliant("merge part1.json part2.json part2.json part3.json"), {"shard 2", "twice"});
    EXPECT_NE(pliant("check 'frames/*.ply' still.obj --shard 2/4 --json other.json").code, 2);
    expect_refusal(pliant("merge part1.json other.json part3.json"), {"other.json", "3 and 4 shards"});
    EXPECT_NE(pliant("check 'frames/*.ply' still.obj --self --shard 2/3 --json other.json").code, 2);
    expect_refusal(pliant("merge part1.json other.json part3.json"), {"'self' is false and true"});
    Json cut = Json::parse(read("part2.json"));
    cut["frames"].erase(0);
    write("part2.json", cut.dump());
    expect_refusal(pliant("merge part1.json part2.json part3.json"), {"part2.json", "3 of the 4 frames"});
    write("part2.json", "{");
    expect_refusal(pliant("merge part1.json part2.json part3.json"), {"part2.json", "JSON"});
    expect_refusal(pliant("merge still.obj"), {"still.obj", "JSON"});
}

TEST_F(Shards, MeshesThatChangedBetweenShardsAreNoticed) {
    check_shards(2);
    io::Mesh other = cube(0, 2);
    other.triangles.pop_back();
    write_obj("still.obj", other);
    EXPECT_NE(pliant("check 'frames/*.ply' still.obj --shard 2/2 --json part2.json").code, 2);
    expect_refusal(pliant("merge part1.json part2.json"), {"meshes are not the same"});
}

TEST_F(Shards, FormIsChecked) {
    for (const char* shard : {"0/3", "4/3", "3", "a/b", "1/0", "1/"}) {
        expect_refusal(pliant("check 'frames/*.ply' --shard " + std::string(shard)), {"--shard", "K/N"});
    }
}

}  // namespace
}  // namespace pliant::cli_test
