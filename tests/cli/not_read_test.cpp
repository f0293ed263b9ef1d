// What files hold and no reader takes: said, counted in the JSON, and never taken for clean where it has a surface.
#include "run_command.hpp"

namespace pliant::cli_test {
namespace {

class NotRead : public CommandTest {
protected:
    NotRead() {
        write_obj("a.obj", cube(0, 1));
        write_obj("lines.obj", shifted(cube(0, 1), {3, 0, 0}));
        write("lines.obj", read("lines.obj") + "l 1 2\nl 2 3\np 1\n");
        write_obj("surfaces.obj", shifted(cube(0, 1), {6, 0, 0}));
        write("surfaces.obj", read("surfaces.obj") + "surf 0 1 0 1 1 2 3 4\nend\n");
    }
};

TEST_F(NotRead, IsSaidOnceAFile) {
    const Outcome outcome = pliant("check lines.obj a.obj");
    EXPECT_EQ(outcome.err, "lines.obj: 2 lines (l) and 1 point (p) not read\n");
    EXPECT_EQ(outcome.code, 0) << outcome.out;
    EXPECT_EQ(pliant("check a.obj").err, "");
}

TEST_F(NotRead, StandsInTheJson) {
    const Json json = pliant("check lines.obj surfaces.obj --json -").json();
    ASSERT_EQ(json["not_read"].size(), 3u);
    EXPECT_EQ(json["not_read"][0],
              (Json{{"file", "lines.obj"}, {"what", "lines"}, {"name", "l"}, {"count", 2}, {"has_surface", false}}));
    EXPECT_EQ(json["not_read"][2]["has_surface"], true);
    EXPECT_EQ(json["frames"][0]["all_examined"], false);
    EXPECT_FALSE(pliant("check a.obj --json -").json().contains("not_read"));
}

TEST_F(NotRead, IsNotCleanWhereItHasASurface) {
    for (const char* command : {"check surfaces.obj a.obj", "overlap surfaces.obj a.obj", "contacts surfaces.obj a.obj",
                                "distance surfaces.obj a.obj", "inspect surfaces.obj"}) {
        const Outcome outcome = pliant(command);
        EXPECT_EQ(outcome.code, 3) << command << outcome.out;
        EXPECT_EQ(outcome.err, "surfaces.obj: 1 surface (surf) not read\n") << command;
    }
    EXPECT_NE(pliant("check surfaces.obj").out.find("not all of the files was read"), std::string::npos);
}

TEST_F(NotRead, DoesNotHideWhatIsFound) {
    write_obj("b.obj", shifted(cube(0, 1), {6.5, 0.25, 0.25}));
    EXPECT_EQ(pliant("check surfaces.obj b.obj").code, 1);
}

TEST_F(NotRead, OfALaterFrameIsSaid) {
    for (int k = 0; k < 3; ++k) write_obj("f" + std::to_string(k) + ".obj", shifted(cube(0, 1), {double(k), 0, 0}));
    write("f2.obj", read("f2.obj") + "surf 0 1 0 1 1 2 3 4\n");
    const Outcome outcome = pliant("check 'f*.obj'");
    EXPECT_EQ(outcome.err, "f*.obj: 1 surface (surf) not read\n");
    EXPECT_EQ(outcome.code, 3);
}

}  // namespace
}  // namespace pliant::cli_test
