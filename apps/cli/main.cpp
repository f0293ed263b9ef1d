// pliant: exact collision detection of deforming meshes, from the command line.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <new>
#include <span>
#include <string>
#include <utility>

#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include <pliant/version.hpp>

#include "command_line.hpp"
#include "commands.hpp"
#include "names.hpp"
#include "output.hpp"
#include "signals.hpp"
#include "unknown_words.hpp"

namespace {

using namespace pliant::cli;

int complain(std::string message) {
    for (char& c : message) {
        if (c == '\n') c = ' ';
    }
    while (!message.empty() && message.back() == ' ') message.pop_back();
    write_error(fmt::format("pliant: {}\n", printable(std::move(message))));
    return exit_code::bad_input;
}

/// An empty word, of a script's variable that is not set, would count as an option that was not given.
void refuse_empty_words(CLI::App& app) {
    const auto check = [](const std::string& file) -> std::string { return file.empty() ? "is empty" : ""; };
    for (CLI::Option* option : app.get_options()) {
        if (option->get_items_expected_max() > 0) option->check(check, "");
    }
    for (CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
        refuse_empty_words(*command);
    }
}

int run(int argc, char** argv) {
    int code = exit_code::clean;
    CLI::App app("Finds where meshes that bend touch, overlap or cross, themselves and each other: exactly.", "pliant");
    app.set_version_flag("--version", "pliant " PLIANT_VERSION);
    app.require_subcommand(1);
    app.footer(
        "Examples:\n"
        "  pliant demo                          a cloth over a ball, frame by frame\n"
        "  pliant simulate pile --image p.png   soft bodies fall into a bowl\n"
        "  pliant check shirt.obj body.obj      where do they meet, themselves and each other?\n"
        "  pliant check 'frames/*.ply' --json - every frame of a sequence, as JSON\n"
        "  pliant overlap hand.obj cup.obj      what volume do they share?\n"
        "  pliant contains bunny.obj points.csv which points lie inside?\n"
        "  pliant contacts a.obj b.obj --milliseconds 1   what touches, by the deadline?\n"
        "  pliant inspect model.stl             is it closed, manifold, without flaws?\n"
        "  pliant tetrahedralize model.stl --out model.msh\n"
        "  pliant spheretree model.stl --out model.spheretree\n"
        "  source <(pliant completion bash)     the Tab key completes commands and options\n"
        "Exit code: 0 clean, 1 found: intersections, penetrations, contacts, features that are near, shared volume,\n"
        "points inside, 2 bad input, 3 nothing found, but not everything was examined.");
    add_demo(app, code);
    add_simulate(app, code);
    add_check(app, code);
    add_merge(app, code);
    add_overlap(app, code);
    add_contains(app, code);
    add_contacts(app, code);
    add_distance(app, code);
    add_scene(app, code);
    add_inspect(app, code);
    add_tetrahedralize(app, code);
    add_spheretree(app, code);
    add_bench(app, code);
    add_completion(app, code);
    add_manual(app, code);
    add_help(app, code);
    refuse_empty_words(app);
    const std::span words(argv + std::min(argc, 1), argv + argc);
    const auto refuse = [&](const std::string& what) {
        return complain(fmt::format("{} ({} --help says more)", what, typed_command(app, words)));
    };
    if (const auto what = option_as_value(app, words)) return refuse(*what);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
        return refuse(unknown_word(app, words).value_or(error.what()));
    }
    return code;
}

}  // namespace

int main(int argc, char** argv) {
    keep_standard_streams();
    remember_command_line({argv, std::size_t(argc)});
    clean_up_on_signals();
    int code = exit_code::clean;
    try {
        code = run(argc, argv);
    } catch (const std::bad_alloc&) {
        return complain("out of memory");
    } catch (const std::exception& error) {
        return complain(error.what());
    }
    // What --help and --version print is flushed before, by the parser.
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) return complain("standard output cannot be written");
    return code;
}
