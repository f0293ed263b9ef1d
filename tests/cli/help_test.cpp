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
          "tetrahedralize", "spheretree", "bench", "bench methods", "help", "man"}) {
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

TEST_F(Help, UnknownOptionsSuggestTheNearest) {
    write_obj("a.obj", cube(0, 1));
    expect_refusal(pliant("check a.obj --betwen"), {"there is no option '--betwen', did you mean --between?"});
    expect_refusal(pliant("check a.obj --jsno=x.json"), {"'--jsno', did you mean --json?"});
    expect_refusal(pliant("scene export draped_cloth --outpt x"), {"did you mean --output?"});
    expect_refusal(pliant("check a.obj --xyzzy"), {"there is no option '--xyzzy' (pliant check --help says more)"});
    expect_refusal(pliant("--versoin"), {"did you mean --version?"});
    // Values that begin with a sign are no options.
    EXPECT_EQ(pliant("overlap a.obj a.obj --move-b -3,0,0").code, 0);
}

TEST_F(Help, HelpIsACommand) {
    EXPECT_EQ(pliant("help").out, pliant("--help").out);
    for (const std::string command : {"check", "scene export", "help"}) {
        const Outcome outcome = pliant("help " + command);
        EXPECT_EQ(outcome.code, 0);
        EXPECT_EQ(outcome.out, pliant(command + " --help").out);
    }
    expect_refusal(pliant("help chek"), {"there is no command 'chek', did you mean check?"});
    expect_refusal(pliant("help scene exprt"), {"there is no command 'scene exprt', did you mean export?"});
}

TEST_F(Help, FullDiskIsNoticedWhateverIsPrinted) {
    for (const std::string arguments : {"--version", "--help", "help", "man", "completion zsh", "scene list"}) {
        const Outcome outcome = pliant(arguments + " >/dev/full 2>complaint; exit $?");
        EXPECT_EQ(outcome.code, 2) << arguments;
        EXPECT_NE(read("complaint").find("standard output"), std::string::npos) << arguments;
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
