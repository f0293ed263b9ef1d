// pliant check --clearance, and pliant distance.
#include <cmath>

#include "run_command.hpp"

namespace pliant::cli_test {
namespace {

/// Two cubes of edge 1 whose faces are `gap` apart.
class TwoCubes : public CommandTest {
protected:
    void write_cubes(double gap) const {
        write_obj("a.obj", cube(0, 1));
        write_obj("b.obj", shifted(cube(0, 1), {1 + gap, 0, 0}));
    }
};

using Clearance = TwoCubes;
using Distance = TwoCubes;

TEST_F(Clearance, FindsWhatIsAsNearAndEndsWith1) {
    write_cubes(0.25);
    const Outcome near = pliant("check a.obj b.obj --between --clearance 0.25 --pairs --json -");
    EXPECT_EQ(near.code, 1);
    const Json found = near.json()["frames"][0]["proximities"];
    EXPECT_EQ(found["clearance"], 0.25);
    EXPECT_EQ(found["least"], 0.25);
    EXPECT_GT(found["vertex_triangle"], 0);
    EXPECT_GT(found["edge_edge"], 0);
    EXPECT_EQ(found["list"].size(),
              found["vertex_triangle"].get<std::size_t>() + found["edge_edge"].get<std::size_t>());
    EXPECT_EQ(found["list"][0]["kind"], "vertex_triangle");
    EXPECT_EQ(std::abs(found["list"][0]["normal"][0].get<double>()), 1);
    const Outcome apart = pliant("check a.obj b.obj --between --clearance 0.24999999999999997 --json -");
    EXPECT_EQ(apart.code, 0);
    EXPECT_EQ(apart.json()["frames"][0]["proximities"]["least"], nullptr);
    EXPECT_FALSE(apart.json()["frames"][0]["proximities"].contains("list"));
}

TEST_F(Clearance, TheTextSaysHowNearAndWhere) {
    write_cubes(0.25);
    const std::string found = pliant("check a.obj b.obj --between --clearance 300mm --unit m").out;
    EXPECT_NE(found.find("clearance: as near as 0.3 m: "), std::string::npos) << found;
    EXPECT_NE(found.find("least 0.25 m: vertex "), std::string::npos) << found;
    const std::string none = pliant("check a.obj b.obj --between --clearance 0.1").out;
    EXPECT_NE(none.find("clearance: nothing is as near as 0.1\n"), std::string::npos) << none;
}

TEST_F(Clearance, UnitsAreConvertedToThatOfTheFiles) {
    write_cubes(0.25);
    const auto clearance = [&](const std::string& options) {
        return pliant("check a.obj b.obj --json - --clearance " + options)
            .json()["frames"][0]["proximities"]["clearance"];
    };
    EXPECT_EQ(clearance("2mm --unit m"), 0.002);
    EXPECT_EQ(clearance("2mm --unit mm"), 2);
    EXPECT_EQ(clearance("0.5in --unit mm"), 12.7);
    EXPECT_EQ(clearance("1ft --unit in"), 12);
    EXPECT_EQ(clearance("3 --unit cm"), 3);
    EXPECT_EQ(clearance("7um --unit km"), 7e-9);
}

TEST_F(Clearance, RefusesWhatIsNoDistance) {
    write_cubes(1);
    for (const std::string bad : {"-1", "nan", "inf", "x", "1e999", "-1mm --unit mm"}) {
        expect_refusal(pliant("check a.obj b.obj --clearance=" + bad), {"--clearance", "is not a distance"});
    }
    expect_refusal(pliant("check a.obj --clearance 2mm"), {"--clearance", "2mm", "needs --unit"});
    expect_refusal(pliant("check a.obj --clearance 2furlong --unit m"), {"2furlong", "none of the units"});
    expect_refusal(pliant("check a.obj --clearance 2 --unit furlong"), {"--unit", "furlong", "is not one of"});
    expect_refusal(pliant("check a.obj --unit mm"), {"--unit", "--clearance"});
}

TEST_F(Clearance, TheLimitKeepsTheNearest) {
    write_cubes(0.25);
    const Outcome outcome = pliant("check a.obj b.obj --between --clearance 1.3 --limit 3 --pairs --json -");
    EXPECT_EQ(outcome.code, 1);
    const Json frame = outcome.json()["frames"][0];
    EXPECT_EQ(frame["complete"], false);
    EXPECT_EQ(frame["stopped_by"], "proximities");
    ASSERT_EQ(frame["proximities"]["list"].size(), 3u);
    for (const Json& p : frame["proximities"]["list"]) EXPECT_EQ(p["distance"], 0.25);
}

TEST_F(Clearance, NamesTheWorstFrame) {
    write_obj("table.obj", cube(-5, 0));
    for (int i = 0; i < 3; ++i) {
        write_obj("f" + std::to_string(i) + ".obj", shifted(cube(0, 1), {-2, -2, i == 1 ? 0.125 : 0.25}));
    }
    const std::string text = pliant("check 'f*.obj' table.obj --between --clearance 0.2").out;
    EXPECT_NE(text.find("in frame 1 (f1.obj), the worst of 1 frame; least 0.125"), std::string::npos) << text;
}

TEST_F(Distance, IsAnIntervalWithWitnesses) {
    write_cubes(0.25);
    const Outcome outcome = pliant("distance a.obj b.obj --json -");
    EXPECT_EQ(outcome.code, 0);
    const Json pair = outcome.json()["frames"][0]["pairs"][0];
    EXPECT_LE(pair["distance"][0], 0.25);
    EXPECT_GE(pair["distance"][1], 0.25);
    EXPECT_NEAR(pair["distance"][0].get<double>(), 0.25, 1e-9);
    EXPECT_EQ(pair["points"][0][0], 1);
    EXPECT_EQ(pair["points"][1][0], 1.25);
    const std::string text = pliant("distance a.obj b.obj").out;
    EXPECT_NE(text.find("a.obj and b.obj are 0.25 apart"), std::string::npos) << text;
}

TEST_F(Distance, IsZeroWhereBodiesMeet) {
    write_cubes(0);
    const Outcome outcome = pliant("distance a.obj b.obj --json -");
    EXPECT_EQ(outcome.code, 1);
    EXPECT_EQ(outcome.json()["frames"][0]["pairs"][0]["distance"], Json({0.0, 0.0}));
    EXPECT_NE(pliant("distance a.obj b.obj").out.find("a.obj and b.obj meet at"), std::string::npos);
}

TEST_F(Distance, OfAllPairsAndFrames) {
    write_obj("c.obj", shifted(cube(0, 1), {9, 0, 0}));
    write_obj("d.obj", cube(-4, -3));
    for (int i = 0; i < 3; ++i) write_obj("f" + std::to_string(i) + ".obj", shifted(cube(0, 1), {2.0 * i, 0, 0}));
    const Json all = pliant("distance 'f*.obj' c.obj d.obj --json -").json();
    ASSERT_EQ(all["frames"].size(), 3u);
    for (std::size_t i = 0; i < 3; ++i) {
        ASSERT_EQ(all["frames"][i]["pairs"].size(), 3u);
        EXPECT_NEAR(all["frames"][i]["pairs"][0]["distance"][1].get<double>(), 8 - 2.0 * double(i), 1e-9);
    }
    const Json near = pliant("distance 'f*.obj' c.obj d.obj --most 6 --frame 1 --json -").json();
    ASSERT_EQ(near["frames"][0]["pairs"].size(), 1u);
    EXPECT_EQ(near["frames"][0]["pairs"][0]["b"], 1);
    const Outcome csv = pliant("distance 'f*.obj' c.obj --csv -");
    EXPECT_EQ(csv.out.find("frame,a,b,name_a,name_b,least,most"), 0u) << csv.out;
}

TEST_F(Distance, SaysWhatWasNotLookedAt) {
    write_obj("a.obj", cube(0, 1));
    write("b.obj", "v 5 0 0\nv 6 0 0\nv 5 1 0\nv nan 0 0\nf 1 2 3\nf 1 2 4\n");
    write("none.obj", "v 5 0 0\nv 6 0 0\nv 7 0 0\nf 1 2 3\n");
    const Outcome part = pliant("distance a.obj b.obj");
    EXPECT_EQ(part.code, 3);
    EXPECT_NE(part.out.find("apart"), std::string::npos);
    const Outcome none = pliant("distance a.obj none.obj --json -");
    EXPECT_EQ(none.code, 3);
    EXPECT_EQ(none.json()["frames"][0]["pairs"][0]["distance"], Json({nullptr, nullptr}));
    expect_refusal(pliant("distance a.obj"), {"distance", "two bodies"});
    expect_refusal(pliant("distance a.obj b.obj --most -1"), {"--most"});
}

}  // namespace
}  // namespace pliant::cli_test
