// --image: what the pictures of all commands show, and the options that they share.
#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>

#include "picture_pixels.hpp"
#include "run_command.hpp"

namespace pliant::cli_test {
namespace {

const std::filesystem::path data = PLIANT_SHARED_DATA;

class ImageOption : public CommandTest {
protected:
    ImageOption() {
        write_obj("a.obj", cube(0, 2));
        write_obj("b.obj", cube(1, 3));
    }
    /// Pixels in which two pictures of one size are not the same.
    static std::size_t differing(const Pixels& p, const Pixels& q) {
        std::size_t count = 0;
        for (std::size_t i = 0; i + 2 < std::min(p.values.size(), q.values.size()); i += 3) {
            count += std::equal(&p.values[i], &p.values[i] + 3, &q.values[i]) ? 0 : 1;
        }
        return count;
    }
    /// Small ones, which are quicker.
    [[nodiscard]] Pixels picture(const std::string& arguments, const std::string& size = "400x300") const {
        const Outcome outcome = pliant(arguments + " --image p.png --size " + size);
        EXPECT_NE(outcome.code, 2) << outcome.err;
        return read_png(path("p.png"));
    }
};

// 848 pairs, and a picture of a spotless man.
TEST_F(ImageOption, ShowsHitsThatNothingElseShows) {
    const auto man = data / "surfaces/man_35k.off";
    if (!std::filesystem::exists(man)) GTEST_SKIP() << "no shared data at " << data;
    const Pixels pixels = picture("check '" + man.string() + "' --view front", "1200x900");
    EXPECT_GT(pixels.count_red(0, 0.7), 300u) << "in the view of everything";
    EXPECT_GT(pixels.count_red(0.7, 1), 5000u) << "in the close-ups";
}

TEST_F(ImageOption, ShowsABodyInsideAnother) {
    write_obj("inner.obj", cube(0.5, 1.5));
    const Pixels pixels = picture("check a.obj inner.obj");
    EXPECT_GT(pixels.count_green(), 500u);
}

// Triangles that lie on each other touch others beside them as well, which hid that.
TEST_F(ImageOption, ShowsCoplanarTrianglesBeforeThoseThatTouch) {
    write_obj("above.obj", shifted(cube(0, 2), {0.5, 0.25, 2}));
    EXPECT_GT(picture("check a.obj above.obj").count_blue(), 300u);
}

TEST_F(ImageOption, ShowsWhatIsWithinTheClearance) {
    write_obj("near.obj", shifted(cube(0, 2), {2.25, 0, 0}));
    const std::string check = "check a.obj near.obj --between";
    const Pixels clean = picture(check), near = picture(check + " --clearance 0.5");
    EXPECT_GT(differing(clean, near), 300u);
    EXPECT_EQ(differing(clean, picture(check + " --clearance 0.125")), 0u) << "nothing is as near";
}

// The worst frame was the first one, where nothing has met yet.
TEST_F(ImageOption, ShowsWhatMetOnItsWayInTheFrameWithMost) {
    write_obj("f0.obj", shifted(cube(0, 1), {-4, 0.5, 0.25}));
    write_obj("f1.obj", shifted(cube(0, 1), {4, 0.5, 0.25}));
    const std::string check = "check 'f?.obj' a.obj --between";
    const Pixels still = picture(check + " --frame 1"), met = picture(check + " --motion --frame 1");
    EXPECT_GT(differing(still, met), 100u);
    EXPECT_EQ(differing(met, picture(check + " --motion")), 0u);
}

TEST_F(ImageOption, ShowsTheCurvesThatAreWritten) {
    const std::string check = "check a.obj b.obj";
    EXPECT_GT(differing(picture(check), picture(check + " --curves curves.obj")), 300u);
}

TEST_F(ImageOption, OfACleanSceneHasNothingRed) {
    const Pixels pixels = picture("check a.obj");
    EXPECT_EQ(pixels.count_red(), 0u);
    EXPECT_EQ(pliant("check a.obj --image q.png").code, 0);
    EXPECT_EQ(read_png(path("q.png")).width, 1200u);
    EXPECT_EQ(read_png(path("q.png")).height, 900u);
}

TEST_F(ImageOption, HasTheSameBytesForAnyNumberOfThreads) {
    for (const std::string threads : {"1", "2", "7"})
        EXPECT_EQ(pliant("check a.obj b.obj --image p" + threads + ".png --size 640x480 --threads " + threads).code, 1);
    EXPECT_EQ(read("p1.png"), read("p2.png"));
    EXPECT_EQ(read("p1.png"), read("p7.png"));
}

TEST_F(ImageOption, SizeUpViewAndBackgroundAreHeeded) {
    const std::string check = "check a.obj b.obj";
    const Pixels usual = picture(check);
    EXPECT_EQ(usual.width, 400u);
    EXPECT_EQ(usual.height, 300u);
    std::vector<Pixels> seen{usual};
    for (const std::string options : {"--up x", "--up z", "--up -y", "--up=-x", "--view back", "--view top",
                                      "--view left", "--view 1,2,3", "--view -1,0,0.2", "--background dark"}) {
        const Pixels other = picture(check + " " + options);
        for (const Pixels& before : seen) EXPECT_NE(other.values, before.values) << options;
        seen.push_back(other);
    }
    EXPECT_EQ(picture(check + " --up y").values, usual.values) << "of OBJ y is up, unless it looks otherwise";
    EXPECT_EQ(picture(check + " --up y --view left").values, picture(check + " --up y --view -1,0,0").values);
    EXPECT_EQ(picture(check + " --up y --view front").values, picture(check + " --up y --view 0,0,2").values);
}

TEST_F(ImageOption, BadValuesAreRefused) {
    const std::string check = "check a.obj b.obj --image p.png ";
    expect_refusal(pliant(check + "--up w"), {"--up", "'w'", "-z"});
    expect_refusal(pliant(check + "--view sideways"), {"--view", "'sideways'", "three-quarter"});
    expect_refusal(pliant(check + "--view 0,0,0"), {"--view", "no direction"});
    expect_refusal(pliant(check + "--view 1,2"), {"--view", "X,Y,Z"});
    for (const std::string size : {"800", "800x", "x600", "0x600", "800x600x2", "99999x600", "axb"})
        expect_refusal(pliant(check + "--size " + size), {"--size", "WxH"});
    expect_refusal(pliant(check + "--size=-5x5"), {"--size", "WxH"});
    expect_refusal(pliant(check + "--background pink"), {"--background", "light or dark"});
    expect_refusal(pliant(check + "--frame last"), {"--frame", "'last'", "worst"});
    expect_refusal(pliant(check + "--frame 1"), {"--frame", "1"});
    expect_refusal(pliant("check a.obj --size 800x600"), {"--size", "--image"});
    expect_refusal(pliant("check a.obj --frame 0"), {"--frame", "--image"});
    expect_refusal(pliant("demo --frames 2 --triangles 500 --frame 2 --image p.png"), {"--frame", "2 frames"});
    expect_refusal(pliant("spheretree --load x.spheretree --image p.png"), {"--image", "body"});
    EXPECT_FALSE(std::filesystem::exists(path("p.png")));
}

// It was taken for an option that is not there.
TEST_F(ImageOption, SizesThatBeginWithADashAreRefusedAsSizes) {
    write_obj("a.obj", cube(0, 1));
    for (const std::string size : {" -5x5", "=-5x5", " -x5"}) {
        expect_refusal(pliant("check a.obj --image a.png --size" + size), {"--size: '-", "WxH"});
    }
    expect_refusal(pliant("check a.obj --image a.png --up -q"), {"--up: '-q' is not x, y"});
}

TEST_F(ImageOption, FrameShowsThatFrame) {
    for (int i = 0; i < 3; ++i)
        write_obj("f" + std::to_string(i) + ".obj", shifted(cube(0, 2), {i == 1 ? 1.0 : 9.0, 0.5, 0.5}));
    const std::string check = "check 'f*.obj' a.obj";
    const Pixels worst = picture(check), first = picture(check + " --frame 0"), second = picture(check + " --frame 1");
    EXPECT_EQ(picture(check + " --frame worst").values, worst.values);
    EXPECT_EQ(second.values, worst.values);
    EXPECT_NE(first.values, worst.values);
    EXPECT_EQ(first.count_red(), 0u);
    expect_refusal(pliant(check + " --image q.png --frame 3"), {"--frame", "3", "0–2"});
    expect_refusal(pliant(check + " --image q.png --frames 1: --frame 0"), {"--frame", "0", "1–2"});
}

TEST_F(ImageOption, OfEveryCommandThatHasIt) {
    EXPECT_GT(picture("overlap a.obj b.obj").count_red(), 500u);
    EXPECT_GT(picture("contacts a.obj b.obj").count_red(), 200u);
    EXPECT_GT(picture("contacts a.obj b.obj --finest spheres").values.size(), 1000u);
    EXPECT_GT(picture("demo two_knots --triangles 2000 --frames 2").count_red(), 30u);
    EXPECT_GT(picture("spheretree a.obj --builder median").values.size(), 1000u);
    write_obj("c.obj", cube(-1, 1));
    EXPECT_GT(picture("overlap a.obj b.obj c.obj").count_red(), 200u);
    expect_refusal(pliant("overlap a.obj --image p.png"), {"--image", "two bodies"});
    for (const std::string command : {"check", "overlap", "contacts", "demo", "spheretree"}) {
        const std::string help = pliant(command + " --help").out;
        for (const std::string option : {"--image", "--up", "--view", "--size", "--background", "--frame "})
            EXPECT_NE(help.find(option), std::string::npos) << command << " " << option;
    }
}

TEST_F(ImageOption, DepthShowsWaysOut) {
    const Pixels without = picture("check a.obj b.obj"), with = picture("check a.obj b.obj --depth");
    EXPECT_NE(without.values, with.values);
    EXPECT_EQ(pliant("tetrahedralize a.obj --out a.msh --resolution 4").code, 0);
    EXPECT_EQ(pliant("tetrahedralize b.obj --out b.msh --resolution 4").code, 0);
    const Pixels points = picture("check a.msh b.msh"), ways = picture("check a.msh b.msh --depth");
    EXPECT_NE(points.values, ways.values);
}

TEST_F(ImageOption, BadMeshesAreDrawnAsFarAsTheyCan) {
    io::Mesh bad = cube(0, 2);
    bad.positions[7] = {std::nan(""), 0, 0};
    write_ply("nan.ply", bad);
    EXPECT_GT(picture("check nan.ply b.obj").count_red(), 50u);
    write("one.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    EXPECT_EQ(picture("check one.obj").count_red(), 0u);
    write("points.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\n");
    EXPECT_EQ(picture("check points.obj a.obj").width, 400u);
    for (const double scale : {1e-20, 1e20}) {
        for (const std::string name : {"a", "b"}) {
            io::Mesh mesh = name == "a" ? cube(0, 2) : cube(1, 3);
            for (auto& p : mesh.positions)
                for (double& c : p) c *= scale;
            write_ply(name + "s.ply", mesh);
        }
        EXPECT_GT(picture("check as.ply bs.ply").count_red(), 500u) << scale;
        EXPECT_GT(picture("overlap as.ply bs.ply").count_red(), 500u) << scale;
    }
}

}  // namespace
}  // namespace pliant::cli_test
