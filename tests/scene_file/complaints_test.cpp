// What goes wrong in scene files is said in one line that names file, line and key.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "complaint.hpp"
#include "scene_file/nearest_names.hpp"

namespace pliant::scene_file {
namespace {

const std::string ball = "[[soft]]\nname = \"a\"\nshape = { type = \"ball\", radius = 1 }\n";

void expect_complaint(const std::string& text, const std::string& line) {
    EXPECT_EQ(complaint(text), "scene.toml:" + line) << text;
}

TEST(SceneComplaints, NameTheLine) {
    expect_complaint("\nfames = 3\n" + ball, "2: there is no key 'fames' at the top, did you mean frames?");
    expect_complaint(ball + "fricton = 1\n", "4: there is no key 'fricton' in [[soft]], did you mean friction?");
    expect_complaint(ball + "friction = -1\n", "4: friction: -1 is not a number of at least 0");
    expect_complaint(ball + "position = [0, 0]\n", "4: position: a list of 2 is not a list of three numbers, in m");
    expect_complaint("budget = \"1 week\"\n" + ball, "1: budget: '1 week' is not a time such as \"1ms\"");
    expect_complaint("dt = nan\n" + ball, "1: dt: nan is not a number above 0 and of at most 10, in s");
}

TEST(SceneComplaints, SayWhereAKeyBelongs) {
    expect_complaint(ball + "drag = 1\n", "4: there is no key 'drag' in [[soft]] (it is one of [cloth_material.NAME])");
}

TEST(SceneComplaints, SuggestTheNearestNames) {
    expect_complaint("[soft_material.jelly]\n" + ball + "material = \"jely\"\n",
                     "5: material: there is no [soft_material.jely], did you mean jelly?");
    expect_complaint(
        ball + "[[question]]\nask = \"intersection\"\n",
        "5: ask: 'intersection' is not one of intersections, curves, inside, depth, overlap, clearance, did "
        "you mean intersections?");
    expect_complaint("[[soft]]\nname = \"cube\"\nshape = { type = \"boks\" }\n",
                     "3: shape: type 'boks' is none here: it wants a table whose type is one of box, ball, bowl, tube, "
                     "did you mean box or bowl?");
    expect_complaint(
        "[[soft]]\nname = \"cube\"\nfile = \"a.msh\"\n[[question]]\nask = \"overlap\"\nbodies = [\"cub\"]\n",
        "6: bodies: there is no body 'cub', did you mean cube?");
}

TEST(SceneComplaints, AreAboutWhatDoesNotGoTogether) {
    expect_complaint(ball + "file = \"a.msh\"\n", "4: file: there is a shape already");
    expect_complaint("[[soft]]\nname = \"a\"\n", "1: shape: is missing: a body has a shape, or a file");
    expect_complaint(ball + ball, "5: name: another body has it already");
    expect_complaint(ball + "pins = [{ radius = 1 }]\n", "4: centre: is missing: a ball has both centre and radius");
    expect_complaint(ball + "pins = [{ until = 1 }]\n",
                     "4: vertices: nothing is held: name a box, a ball (centre and radius), or vertices");
    expect_complaint(ball + "[[question]]\nask = \"clearance\"\nbodies = [\"a\"]\n",
                     "6: bodies: clearance is about two bodies");
    expect_complaint(ball + "rotation = { axis = [0, 0, 0], degrees = 1 }\n", "4: axis: has no direction");
    const std::string plate = "[[obstacle]]\nname = \"p\"\nshape = { type = \"ball\", radius = 1 }\n";
    expect_complaint(plate + "motion = { keyframes = [{ time = 2 }, { time = 1 }] }\n",
                     "4: time: is not behind that of the keyframe before");
    expect_complaint(plate + "motion = { begin = 2, end = 1 }\n", "4: end: is not behind begin");
}

// A scene file may come from anywhere.
TEST(SceneComplaints, RefuseToWriteElsewhere) {
    for (const std::string path : {"/etc/passwd", "../x.png", "a/../../x.png", "-"}) {
        const std::string said = complaint(ball + "[output]\nimage = \"" + path + "\"\n");
        EXPECT_NE(said.find("image: a scene file writes beside itself"), std::string::npos) << path << ": " << said;
    }
    EXPECT_EQ(complaint(ball + "[output]\nimage = \"shots/x.png\"\n"), "");
}

TEST(SceneComplaints, AreOneLineWhateverTheText) {
    for (const std::string& text :
         {std::string("x = ["), std::string("= 1"), std::string("a = 1\na = 2"), std::string("\"a\\nb\" = 1"),
          std::string("\xff\xfe"), std::string("frames = 99999999999999999999"), std::string(5000, '['),
          ball + "friction = \"a\\nb\"", ball + "\"\\u001b[31m\" = 1", std::string("")}) {
        const std::string said = complaint(text);
        EXPECT_TRUE(said.starts_with("scene.toml")) << said;
        EXPECT_TRUE(std::none_of(said.begin(), said.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }))
            << said;
    }
}

TEST(NearestNames, TakeNoTimeForLongOnes) {
    const std::string endless(1 << 20, 'a');
    constexpr std::string_view known[] = {"friction"};
    EXPECT_EQ(did_you_mean(endless, known), "");
    EXPECT_EQ(did_you_mean("frction", known), ", did you mean friction?");
}

}  // namespace
}  // namespace pliant::scene_file
