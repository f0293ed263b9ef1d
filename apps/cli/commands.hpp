// The commands of `pliant`, one per source file. Each adds itself to the parser; when the user chose it, it runs within
// the parse and leaves its exit code.
#pragma once

#include <CLI/CLI.hpp>

namespace pliant::cli {

namespace exit_code {
constexpr int clean = 0;       // nothing found, and everything was examined
constexpr int found = 1;       // intersections, penetrations, contacts, bodies inside others
constexpr int bad_input = 2;   // files, names or options that cannot be used
constexpr int incomplete = 3;  // nothing found, but not everything was examined
}  // namespace exit_code

void add_bench(CLI::App& app, int& exit_code);
void add_check(CLI::App& app, int& exit_code);
void add_completion(CLI::App& app, int& exit_code);
void add_contacts(CLI::App& app, int& exit_code);
void add_contains(CLI::App& app, int& exit_code);
void add_demo(CLI::App& app, int& exit_code);
void add_distance(CLI::App& app, int& exit_code);
/// Last: it knows the names of those before.
void add_help(CLI::App& app, int& exit_code);
void add_inspect(CLI::App& app, int& exit_code);
void add_merge(CLI::App& app, int& exit_code);
void add_manual(CLI::App& app, int& exit_code);
void add_overlap(CLI::App& app, int& exit_code);
void add_scene(CLI::App& app, int& exit_code);
void add_simulate(CLI::App& app, int& exit_code);
void add_spheretree(CLI::App& app, int& exit_code);
void add_tetrahedralize(CLI::App& app, int& exit_code);

}  // namespace pliant::cli
