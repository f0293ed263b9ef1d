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

// Those that only hold other commands, or take hardly any options, showed the examples of `pliant` itself.
TEST_F(Help, EveryCommandShowsItsOwnExamplesAndExitCodes) {
    for (const std::string command :
         {"demo", "check", "overlap", "contains", "contacts", "inspect", "scene", "scene list", "scene export",
          "tetrahedralize", "spheretree", "bench", "bench methods"}) {
        const std::string help = pliant(command + " --help").out;
        const std::size_t examples = help.find("Examples:\n");
        ASSERT_NE(examples, std::string::npos) << command;
        EXPECT_EQ(help.find("  pliant " + command, examples), help.find("  pliant ", examples)) << command;
        EXPECT_NE(help.find("Exit code: 0 "), std::string::npos) << command;
    }
}

// It was always that of `pliant`, which does not list the options that were wrong.
TEST_F(Help, ErrorsNameTheHelpOfTheCommandThatWasTyped) {
    expect_refusal(pliant("check"), {"(pliant check --help says more)"});
    expect_refusal(pliant("scene export --frames 0"), {"(pliant scene export --help says more)"});
    expect_refusal(pliant("bench"), {"(pliant bench --help says more)"});
    expect_refusal(pliant("chek a.obj"), {"(pliant --help says more)"});
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
