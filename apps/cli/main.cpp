// pliant: exact collision detection of deforming meshes, from the command line.
#include <cstdio>
#include <exception>
#include <new>
#include <string>

#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include <pliant/version.hpp>

#include "commands.hpp"

namespace {

using namespace pliant::cli;

int complain(std::string message) {
    for (char& c : message) {
        if (c == '\n') c = ' ';
    }
    while (!message.empty() && message.back() == ' ') message.pop_back();
    fmt::print(stderr, "pliant: {}\n", message);
    return exit_code::bad_input;
}

int run(int argc, char** argv) {
    int code = exit_code::clean;
    CLI::App app("Finds where meshes that bend touch, overlap or cross, themselves and each other: exactly.", "pliant");
    app.set_version_flag("--version", "pliant " PLIANT_VERSION);
    app.require_subcommand(1);
    app.footer(
        "Examples:\n"
        "  pliant demo                          a draped cloth, frame by frame\n"
        "  pliant check shirt.obj body.obj      where do they meet, themselves and each other?\n"
        "  pliant check 'frames/*.ply' --json - every frame of a sequence, as JSON\n"
        "  pliant inspect model.stl             is it closed, manifold, without flaws?\n"
        "Exit code: 0 clean, 1 intersections found (check), 2 bad input.");
    add_demo(app, code);
    add_check(app, code);
    add_scene(app, code);
    add_inspect(app, code);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
        return complain(std::string(error.what()) + " (pliant --help says more)");
    }
    return code;
}

}  // namespace

int main(int argc, char** argv) {
    int code = exit_code::clean;
    try {
        code = run(argc, argv);
    } catch (const std::bad_alloc&) {
        return complain("out of memory");
    } catch (const std::exception& error) {
        return complain(error.what());
    }
    if (std::fflush(stdout) != 0) return complain("standard output cannot be written");
    return code;
}
