// Scripts for shells and the manual page, made of the definitions of the commands.
#include <cstdlib>
#include <sstream>

#include "run_command.hpp"

namespace pliant::cli_test {
namespace {

class Completion : public CommandTest {
protected:
    static bool has(const std::string& program) {
        return std::system(("command -v " + program + " >/dev/null").c_str()) == 0;
    }

    /// Runs a script of a shell in the folder; what it prints, by lines.
    [[nodiscard]] std::vector<std::string> lines_of(const std::string& shell, const std::string& script) const {
        write("script", script);
        const Outcome outcome = pliant("--version >/dev/null; " + shell + " ./script");
        EXPECT_EQ(outcome.err, "");
        std::istringstream text(outcome.out);
        std::vector<std::string> lines;
        for (std::string line; std::getline(text, line);) lines.push_back(line);
        return lines;
    }

    /// What bash offers for the last of these words.
    [[nodiscard]] std::vector<std::string> in_bash(const std::string& words, int last) const {
        write("pliant.bash", pliant("completion bash").out);
        return lines_of("bash --norc", "source ./pliant.bash\nCOMP_WORDS=(" + words +
                                           ")\nCOMP_CWORD=" + std::to_string(last) +
                                           "\n_pliant 2>&1\nprintf '%s\\n' \"${COMPREPLY[@]}\" | sort\n");
    }

    [[nodiscard]] std::vector<std::string> in_fish(const std::string& typed) const {
        write("pliant.fish", pliant("completion fish").out);
        return lines_of("HOME=$PWD XDG_CONFIG_HOME=$PWD fish --no-config",
                        "source ./pliant.fish\ncomplete -C '" + typed + "' | string replace -r '\\t.*' '' | sort\n");
    }

    /// Whether zsh makes `completed` of what is typed before a Tab, in a terminal of its own.
    [[nodiscard]] bool in_zsh(const std::string& typed, const std::string& completed) const {
        write("pliant.zsh", pliant("completion zsh").out);
        write("start", "autoload -U compinit; compinit -u -D; source ./pliant.zsh; PROMPT=; print ready\n");
        const auto lines = lines_of("zsh -f",
                                    "zmodload zsh/zpty\nzpty z 'TERM=dumb COLUMNS=200 zsh -f -i'\n"
                                    "zpty -w z 'source ./start'\nzpty -r z seen '*ready*'\n"
                                    "zpty -w -n z $'" +
                                        typed +
                                        "\\t'\n"
                                        "for i in {1..100}; do\n    sleep 0.05; zpty -r -t z part && all+=$part\n"
                                        "    [[ $all == *'" +
                                        completed +
                                        "'* ]] && print yes && break\ndone\n"
                                        "zpty -d z\n");
        return lines == std::vector<std::string>{"yes"};
    }
};

using Words = std::vector<std::string>;

TEST_F(Completion, BashCompletesCommandsOptionsWordsAndFiles) {
    write_obj("my mesh.obj", cube(0, 1));
    EXPECT_EQ(in_bash("pliant con", 1), (Words{"contacts", "contains"}));
    EXPECT_EQ(in_bash("pliant scene e", 2), (Words{"export"}));
    EXPECT_EQ(in_bash("pliant check --bet", 2), (Words{"--between"}));
    EXPECT_EQ(in_bash("pliant check --method b", 3), (Words{"box_tree", "brute_force"}));
    EXPECT_EQ(in_bash("pliant check --method = g", 4), (Words{"gjk_cut"}));
    EXPECT_EQ(in_bash("pliant check my", 2), (Words{"my mesh.obj"}));
    EXPECT_EQ(in_bash("pliant check x.obj --json my", 4), (Words{"my mesh.obj"}));
    EXPECT_EQ(in_bash("pliant demo two", 2), (Words{"two_knots"}));
    EXPECT_EQ(in_bash("pliant completion ''", 2), (Words{"bash", "fish", "zsh"}));
    EXPECT_EQ(in_bash("pliant check --threads ''", 3), (Words{""}));  // a number: nothing to offer
}

TEST_F(Completion, FishCompletesCommandsOptionsAndWords) {
    if (!has("fish")) GTEST_SKIP() << "there is no fish here";
    EXPECT_EQ(in_fish("pliant con"), (Words{"contacts", "contains"}));
    EXPECT_EQ(in_fish("pliant scene e"), (Words{"export"}));
    EXPECT_EQ(in_fish("pliant check --bet"), (Words{"--between"}));
    EXPECT_EQ(in_fish("pliant check --method gj"), (Words{"gjk_cut"}));
    EXPECT_EQ(in_fish("pliant help scen"), (Words{"scene"}));
}

TEST_F(Completion, ZshCompletesCommandsOptionsAndWords) {
    if (!has("zsh")) GTEST_SKIP() << "there is no zsh here";
    EXPECT_TRUE(in_zsh("pliant insp", "pliant inspect "));
    EXPECT_TRUE(in_zsh("pliant check --bet", "--between "));
    EXPECT_TRUE(in_zsh("pliant check --method=gj", "--method=gjk_cut "));
    EXPECT_TRUE(in_zsh("pliant scene exp", "scene export "));
}

/// The options that the help of a command lists: "--json".
std::vector<std::string> options_in(const std::string& help) {
    std::vector<std::string> options;
    const std::size_t begin = help.find("Options:");
    std::istringstream text(help.substr(begin, help.find("\n\n", begin) - begin));
    for (std::string word; text >> word;) {
        for (std::size_t at = word.find("--"); at != std::string::npos; at = word.find("--", at + 1)) {
            options.push_back(word.substr(at, word.find(',', at) - at));
        }
    }
    return options;
}

TEST_F(Completion, EveryCommandAndOptionOfTheHelpIsInEveryScriptAndInTheManual) {
    std::string manual = pliant("man").out;
    for (std::size_t at = manual.find("\\-"); at != std::string::npos; at = manual.find("\\-")) manual.erase(at, 1);
    const std::string bash = pliant("completion bash").out, zsh = pliant("completion zsh").out,
                      fish = pliant("completion fish").out;
    for (const std::string command :
         {"demo", "check", "merge", "overlap", "contains", "contacts", "scene", "scene list", "scene export", "inspect",
          "tetrahedralize", "spheretree", "bench", "bench methods", "completion", "help"}) {
        EXPECT_NE(manual.find(".SS pliant " + command + "\n"), std::string::npos) << command;
        EXPECT_NE(bash.find("'" + command + "'"), std::string::npos) << command;
        EXPECT_NE(fish.find("__pliant_at '\\''" + command + "'\\''"), std::string::npos) << command;
        const std::vector<std::string> options = options_in(pliant(command + " --help").out);
        ASSERT_FALSE(options.empty()) << command;
        for (const std::string& option : options) {
            EXPECT_NE(manual.find("\\fB" + option + "\\fR"), std::string::npos) << command << " " << option;
            EXPECT_NE(bash.find(option), std::string::npos) << command << " " << option;
            EXPECT_NE(zsh.find(option), std::string::npos) << command << " " << option;
            EXPECT_NE(fish.find(" -l " + option.substr(2) + " "), std::string::npos) << command << " " << option;
        }
    }
    EXPECT_EQ(bash.find("--exact"), std::string::npos);  // hidden
}

TEST_F(Completion, ManualIsFormattedWithoutAWarning) {
    if (!has("man")) GTEST_SKIP() << "there is no man here";
    write("pliant.1", pliant("man").out);
    const Outcome outcome = pliant(
        "--version >/dev/null; LC_ALL=C.UTF-8 MANWIDTH=80 MANROFFSEQ= man --warnings -E UTF-8 -l -Tutf8 pliant.1");
    EXPECT_EQ(outcome.err, "");
    EXPECT_NE(outcome.out.find("Exact self and mutual intersections"), std::string::npos) << outcome.out.substr(0, 500);
}

TEST_F(Completion, OtherShellsAreRefused) { expect_refusal(pliant("completion tcsh"), {"tcsh", "bash"}); }

}  // namespace
}  // namespace pliant::cli_test
