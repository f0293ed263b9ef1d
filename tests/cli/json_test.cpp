// --json means the same in every command that has it.
#include <algorithm>

#include "run_command.hpp"

namespace pliant::cli_test {
namespace {

struct JsonCommand {
    std::string name;
    std::string arguments;
    int code;  // where it finds what it should
};

const std::vector<JsonCommand> commands{
    {"check", "a.obj b.obj", 1},
    {"overlap", "a.obj b.obj", 1},
    {"contains", "a.obj b.obj", 1},
    {"contacts", "a.obj b.obj", 1},
    {"inspect", "a.obj", 0},
    {"tetrahedralize", "a.obj --out a.msh --resolution 4", 0},
    {"spheretree", "a.obj --builder median", 0},
    {"scene list", "", 0},
    {"bench methods", "two_knots --triangles 100 --frames 1 --rounds 1", 0},
};

class JsonOption : public CommandTest {
protected:
    JsonOption() {
        write_obj("a.obj", cube(0, 2));
        write_obj("b.obj", cube(1, 3));
    }
    [[nodiscard]] Outcome run(const JsonCommand& command, const std::string& file) const {
        return pliant(command.name + " " + command.arguments + " --json " + file);
    }
};

TEST_F(JsonOption, IsTestedInEveryCommandThatHasIt) {
    std::vector<std::string> having;
    for (const std::string command : {"demo", "check", "overlap", "contains", "contacts", "scene list", "scene export",
                                      "inspect", "tetrahedralize", "spheretree", "bench methods"}) {
        const std::string help = pliant(command + " --help").out;
        if (help.find("--json FILE") == std::string::npos) continue;
        having.push_back(command);
        EXPECT_NE(help.find("standard output, then nothing else goes"), std::string::npos) << help;
    }
    std::vector<std::string> tested;
    for (const JsonCommand& command : commands) tested.push_back(command.name);
    std::sort(having.begin(), having.end());
    std::sort(tested.begin(), tested.end());
    EXPECT_EQ(having, tested);
}

TEST_F(JsonOption, DashSendsOneDocumentAndNothingElseToStandardOutput) {
    for (const JsonCommand& command : commands) {
        SCOPED_TRACE(command.name);
        const Outcome outcome = run(command, "-");
        EXPECT_EQ(outcome.code, command.code);
        EXPECT_EQ(outcome.err, "");
        ASSERT_TRUE(outcome.out.ends_with("}\n"));
        const Json json = outcome.json();
        EXPECT_EQ(json["schema"], 2);
        EXPECT_EQ(json["command"], command.name);
        EXPECT_EQ(json.begin().key(), "pliant");
    }
}

TEST_F(JsonOption, FileLeavesTheTextOnStandardOutput) {
    for (const JsonCommand& command : commands) {
        SCOPED_TRACE(command.name);
        const Outcome outcome = run(command, "found.json");
        EXPECT_EQ(outcome.code, command.code);
        EXPECT_EQ(outcome.err, "");
        EXPECT_NE(outcome.out, "");
        EXPECT_FALSE(Json::accept(outcome.out));
        EXPECT_EQ(Json::parse(read("found.json"))["command"], command.name);
    }
}

TEST_F(JsonOption, FileThatCannotBeWrittenIsNamed) {
    for (const JsonCommand& command : commands) {
        SCOPED_TRACE(command.name);
        expect_refusal(run(command, "no/such/folder.json"), {"no/such/folder.json: cannot be written"});
        expect_refusal(run(command, "."), {".: cannot be written"});
    }
}

TEST_F(JsonOption, EmptyNameIsRefused) {
    for (const JsonCommand& command : commands) {
        SCOPED_TRACE(command.name);
        expect_refusal(run(command, "''"), {"--json", "is empty"});
    }
}

}  // namespace
}  // namespace pliant::cli_test
