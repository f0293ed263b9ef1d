// pliant contacts.
#include "run_command.hpp"

namespace pliant::cli_test {
namespace {

using ContactsCommand = CommandTest;

TEST_F(ContactsCommand, FindsTheExactPairsWithoutABudget) {
    write_obj("a.obj", cube(0, 2));
    write_obj("b.obj", cube(1, 3));
    const Outcome outcome = pliant("contacts a.obj b.obj --json -");
    EXPECT_EQ(outcome.code, 1);
    const Json json = outcome.json();
    EXPECT_EQ(json["command"], "contacts");
    EXPECT_EQ(json["complete"], true);
    EXPECT_EQ(json["gap"], 0);
    EXPECT_EQ(json["contacts"].size(), json["collision_list"]);
    EXPECT_EQ(json["contacts"][0]["kind"], "triangles");
    const Json check = pliant("check a.obj b.obj --json -").json();
    EXPECT_EQ(json["contacts"].size(), check["frames"][0]["between"].get<std::size_t>());
}

TEST_F(ContactsCommand, SaysWhenTheBudgetRanOut) {
    write_obj("a.obj", cube(0, 2));
    write_obj("b.obj", cube(1, 3));
    const Json json = pliant("contacts a.obj b.obj --tests 3 --order breadth_first --finest spheres --json -").json();
    EXPECT_EQ(json["complete"], false);
    EXPECT_EQ(json["stopped_by"], "tests");
    EXPECT_GT(json["error"], 0);
    EXPECT_NE(pliant("contacts a.obj b.obj --tests 3").out.find("the budget of tests ran out"), std::string::npos);
}

TEST_F(ContactsCommand, BodiesApartAreClean) {
    write_obj("a.obj", cube(0, 1));
    write_obj("b.obj", cube(5, 6));
    EXPECT_EQ(pliant("contacts a.obj b.obj").code, 0);
}

// As `check`, which has the same exit code: nobody may read "0 pairs" as apart where a body was not looked at.
TEST_F(ContactsCommand, TheLineThatSumsUpSaysWhatWasNotLookedAt) {
    write_obj("a.obj", cube(0, 2));
    write("nothing.obj", "v 0 0 0\nv 1 0 0\nv nan 1 0\nf 1 2 3\n");
    const int expected = pliant("check a.obj nothing.obj").code;
    for (const std::string command : {"contacts a.obj nothing.obj", "contacts nothing.obj a.obj",
                                      "overlap a.obj nothing.obj", "contains nothing.obj a.obj"}) {
        const Outcome outcome = pliant(command);
        const std::string first = outcome.out.substr(0, outcome.out.find('\n'));
        EXPECT_NE(first.find("; not complete: elements were set aside and not looked at"), std::string::npos) << first;
        EXPECT_NE(outcome.out.find("set aside\n  nothing.obj: 1 "), std::string::npos) << outcome.out;
        EXPECT_EQ(outcome.code, expected) << command;
    }
    write_obj("b.obj", cube(5, 6));
    EXPECT_EQ(pliant("contacts a.obj b.obj").out.find("not complete"), std::string::npos);
}

// `--order nearest` went by the distance to the origin, whatever was of interest.
TEST_F(ContactsCommand, NearestGoesByThePointOfInterest) {
    write_obj("a.obj", cube(0, 2));
    write_obj("b.obj", cube(1, 3));
    const std::string ask = "contacts a.obj b.obj --order nearest --tests 400 --json - --interest ";
    const Json near = pliant(ask + "1,2,2").json(), far = pliant(ask + "2,1,1").json();
    EXPECT_EQ(near["stopped_by"], "tests");
    EXPECT_NE(near["contacts"], far["contacts"]);
    EXPECT_EQ(pliant(ask + "1,2,2 --threads 2").json()["contacts"], near["contacts"]);
}

TEST_F(ContactsCommand, WrongOptionsAreNamed) {
    write_obj("a.obj", cube(0, 1));
    expect_refusal(pliant("contacts a.obj a.obj --interest 1,2"), {"--interest", "1,2", "X,Y,Z"});
    expect_refusal(pliant("contacts a.obj a.obj --interest 1,nan,2"), {"--interest", "nan"});
    expect_refusal(pliant("contacts a.obj a.obj --order fast"), {"--order", "fast"});
    expect_refusal(pliant("contacts a.obj a.obj --finest atoms"), {"--finest", "atoms"});
    expect_refusal(pliant("contacts a.obj a.obj --milliseconds soon"), {"--milliseconds"});
    expect_refusal(pliant("contacts a.obj missing.obj"), {"missing.obj"});
}

}  // namespace
}  // namespace pliant::cli_test
