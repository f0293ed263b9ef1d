#include <pliant/version.hpp>

#include "run_command.hpp"

namespace pliant::cli_test {
namespace {

using Help = CommandTest;

TEST_F(Help, VersionIsOneLine) {
    const Outcome outcome = pliant("--version");
    EXPECT_EQ(outcome.code, 0);
    EXPECT_EQ(outcome.out, "pliant " PLIANT_VERSION "\n");
}

TEST_F(Help, EveryCommandExplainsItselfWithExamples) {
    for (const std::string command : {"", "demo", "check", "overlap", "contains", "contacts", "inspect", "scene export",
                                      "tetrahedralize", "spheretree", "bench methods"}) {
        const Outcome outcome = pliant(command + " --help");
        EXPECT_EQ(outcome.code, 0) << command;
        EXPECT_NE(outcome.out.find("Examples:"), std::string::npos) << command;
        EXPECT_EQ(outcome.err, "") << command;
    }
}

TEST_F(Help, CheckListsAllItsOptionsAndExitCodes) {
    const std::string help = pliant("check --help").out;
    for (const std::string option : {"--method", "--self", "--between", "--threads", "--weld", "--limit", "--json",
                                     "--pairs", "--depth", "--edges", "--export", "--image", "--frames", "Exit code"}) {
        EXPECT_NE(help.find(option), std::string::npos) << option;
    }
}

TEST_F(Help, NumbersAreShownAsTheyAreTyped) {
    for (const std::string command :
         {"demo", "check", "overlap", "contains", "contacts", "scene export", "tetrahedralize", "spheretree"}) {
        const std::string help = pliant(command + " --help").out;
        for (const std::string noise : {"FLOAT", "UINT", "e+18"}) {
            EXPECT_EQ(help.find(noise), std::string::npos) << noise << "\n" << help;
        }
    }
    EXPECT_NE(pliant("check --help").out.find("--threads N "), std::string::npos);
}

}  // namespace
}  // namespace pliant::cli_test
