#include "shared_options.hpp"

#include "number_checks.hpp"

namespace pliant::cli {

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

void add_weld_flag(CLI::App& command, bool& weld) {
    command.add_flag("--weld", weld, "Join vertices of equal position first (STL soups)");
}

void add_quiet_flag(CLI::App& command, bool& quiet) {
    command.add_flag("--quiet", quiet, "No text: only the exit code, errors, and what was asked for as a file");
}

}  // namespace pliant::cli
