#include <algorithm>

#include "run_command.hpp"

namespace pliant::cli_test {
namespace {

class SceneCommand : public CommandTest {
protected:
    [[nodiscard]] std::vector<std::string> names(const std::string& folder) const {
        std::vector<std::string> result;
        for (const auto& entry : std::filesystem::directory_iterator(path(folder)))
            result.push_back(entry.path().filename());
        std::sort(result.begin(), result.end());
        return result;
    }

    [[nodiscard]] std::string first_scene() const { return pliant("scene list --json -").json()["scenes"][0]["name"]; }
};

TEST_F(SceneCommand, ListNamesEveryScene) {
    const Outcome text = pliant("scene list");
    EXPECT_EQ(text.code, 0);
    const Json json = pliant("scene list --json -").json();
    ASSERT_GT(json["scenes"].size(), 3u);
    for (const Json& scene : json["scenes"]) {
        EXPECT_NE(text.out.find(scene["name"].get<std::string>()), std::string::npos);
        EXPECT_GT(scene["triangles"], 0);
        EXPECT_GT(scene["frames"], 0);
        EXPECT_FALSE(scene["description"].get<std::string>().empty());
    }
}

TEST_F(SceneCommand, ExportWritesAFileForEachBodyAndFrame) {
    const std::string name = first_scene();
    ASSERT_EQ(pliant("scene export " + name + " --triangles 1000 --frames 3 -o ply").code, 0);
    ASSERT_EQ(pliant("scene export " + name + " --triangles 1000 --frames 3 -o obj --format obj").code, 0);
    const auto files = names("ply");
    ASSERT_FALSE(files.empty());
    EXPECT_EQ(files.size() % 3, 0u);
    EXPECT_TRUE(files[0].ends_with("_0000.ply")) << files[0];
    for (const std::string& file : files) {
        const std::string stem = file.substr(0, file.size() - 4);
        const io::Mesh binary = io::read_mesh(path("ply/" + file));
        const io::Mesh text = io::read_mesh(path("obj/" + stem + ".obj"));
        EXPECT_EQ(binary.positions, text.positions) << file;
        EXPECT_EQ(binary.triangles, text.triangles) << file;
    }
}

TEST_F(SceneCommand, ExportedFramesCanBeChecked) {
    const std::string name = first_scene();
    ASSERT_EQ(pliant("scene export " + name + " --triangles 1000 --frames 3 -o out").code, 0);
    std::string patterns;
    for (const std::string& file : names("out")) {
        if (file.ends_with("_0000.ply")) patterns += " 'out/" + file.substr(0, file.size() - 8) + "*.ply'";
    }
    EXPECT_EQ(pliant("check" + patterns + " --json -").json()["frames"].size(), 3u);
}

TEST_F(SceneCommand, SeedsRepeat) {
    const std::string name = first_scene();
    for (const std::string folder : {"one", "two"}) {
        ASSERT_EQ(pliant("scene export " + name + " --triangles 500 --frames 2 --seed 7 -o " + folder).code, 0);
    }
    for (const std::string& file : names("one")) EXPECT_EQ(read("one/" + file), read("two/" + file)) << file;
}

TEST_F(SceneCommand, RefusesWhatItCannotDo) {
    expect_refusal(pliant("scene export nothing_like_it -o out"), {"nothing_like_it"});
    expect_refusal(pliant("scene export " + first_scene()), {"--output"});
    expect_refusal(pliant("scene export " + first_scene() + " -o out --format stl"), {"--format"});
    write("file", "");
    expect_refusal(pliant("scene export " + first_scene() + " --frames 1 -o file/out"), {"file/out"});
}

}  // namespace
}  // namespace pliant::cli_test
