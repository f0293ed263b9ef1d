#include "shared_options.hpp"

#include "names.hpp"
#include "number_checks.hpp"

namespace pliant::cli {
namespace {

/// CLI11's way to refuse: the reason, empty where there is none.
std::string known_format(const std::string& typed) {
    std::string known;
    for (const io::Format& format : io::formats()) {
        const std::string_view ending = format.ending.substr(1);
        if (typed == ending || typed == format.ending) return "";
        known.append(known.empty() ? "" : ", ").append(ending);
    }
    return "'" + typed + "' is not one of " + known;
}

}  // namespace

CLI::Option* add_json_option(CLI::App& command, std::string& file) {
    return command
        .add_option("--json", file, "Write JSON to a file; - is standard output, then nothing else goes there")
        ->type_name("FILE");
}

void add_threads_option(CLI::App& command, unsigned& threads) {
    command.add_option("--threads", threads, "Threads; 0: as many as the machine has")
        ->check(whole_number(0, 1024))
        ->type_name("N");
}

void add_reading_options(CLI::App& command, io::SequenceOptions& reading) {
    reading.weld = io::Weld::soups;
    CLI::Option* weld = command.add_flag_callback(
        "--weld", [&reading] { reading.weld = io::Weld::all; },
        "Join vertices of equal position first; of STL they are");
    command
        .add_flag_callback(
            "--no-weld", [&reading] { reading.weld = io::Weld::none; }, "Leave the corners of STL triangles apart")
        ->excludes(weld);
    std::vector<std::string_view> endings;
    for (const io::Format& format : io::formats()) endings.push_back(format.ending.substr(1));
    offer(
        command
            .add_option("--format", reading.format, "Format of - (standard input) and of pipes: obj, ply, stl, glb ...")
            ->check(known_format)
            ->type_name("ENDING"),
        endings);
}

void add_merge_flag(CLI::App& command, bool& merge) {
    command.add_flag("--merge", merge, "One body a FILE, whatever objects, groups or nodes it has");
}

void add_quiet_flag(CLI::App& command, bool& quiet) {
    command.add_flag("--quiet", quiet, "No text: only the exit code, errors, and what was asked for as a file");
}

void add_method_option(CLI::App& command, std::string& method) {
    offer(command.add_option("--method", method, "Detector: " + method_names())->type_name("NAME"), all_method_names());
}

void add_rule_option(CLI::App& command, std::string& rule) {
    offer(command.add_option("--rule", rule, "What overlaps itself is inside (winding) or outside (parity)")
              ->type_name("NAME"),
          {"winding", "parity"});
}

}  // namespace pliant::cli
