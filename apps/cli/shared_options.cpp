#include "shared_options.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "names.hpp"
#include "number_checks.hpp"

namespace pliant::cli {
namespace {

std::vector<std::string_view> format_endings(std::span<const std::string_view> more) {
    std::vector<std::string_view> endings;
    for (const io::Format& format : io::formats()) endings.push_back(format.ending.substr(1));
    endings.insert(endings.end(), more.begin(), more.end());
    return endings;
}

/// In lower case, without the dot and without .gz, which is recognised anyway: "obj" of ".OBJ.gz".
std::string small(std::string ending) {
    if (ending.starts_with('.')) ending.erase(0, 1);
    for (char& c : ending) c = c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c;
    if (ending.ends_with(".gz")) ending.resize(ending.size() - 3);
    return ending;
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

void add_reading_options(CLI::App& command, io::SequenceOptions& reading,
                         std::span<const std::string_view> more_formats) {
    reading.weld = io::Weld::soups;
    CLI::Option* weld = command.add_flag_callback(
        "--weld", [&reading] { reading.weld = io::Weld::all; },
        "Weld vertices at equal positions first; STL always is, unless --no-weld");
    command
        .add_flag_callback(
            "--no-weld", [&reading] { reading.weld = io::Weld::none; }, "Leave the corners of STL triangles apart")
        ->excludes(weld);
    const std::vector<std::string_view> endings = format_endings(more_formats);
    const auto known = [endings](const std::string& typed) -> std::string {
        if (std::find(endings.begin(), endings.end(), small(typed)) != endings.end()) return "";
        return fmt::format("'{}' is not one of {}", typed, fmt::join(endings, ", "));
    };
    const auto take = [&reading](const std::string& typed) { reading.format = small(typed); };
    offer(command
              .add_option_function<std::string>("--format", take,
                                                "Format of - (standard input) and of pipes: obj, ply, stl, glb ...")
              ->check(known)
              ->type_name("ENDING"),
          endings);
}

void add_merge_flag(CLI::App& command, bool& merge) {
    command.add_flag("--merge", merge, "One body per FILE, whatever objects, groups or nodes it has");
}

void add_quiet_flag(CLI::App& command, bool& quiet) {
    command.add_flag("--quiet", quiet, "No text: only the exit code, errors, and what was asked for as a file");
}

CLI::Option* add_frame_option(CLI::App& command, std::optional<std::size_t>& frame, const std::string& words) {
    const auto take = [&frame](const std::string& typed) {
        if (typed != "worst") frame = std::stoull(typed);
    };
    const auto check = [](const std::string& typed) -> std::string {
        if (typed == "worst" || whole_number(0)(const_cast<std::string&>(typed)).empty()) return "";
        return "'" + typed + "' is not the number of a frame, or worst";
    };
    return command.add_option_function<std::string>("--frame", take, words)->check(check)->type_name("N|worst");
}

void add_image_options(CLI::App& command, ImageOptions& image, const std::string& words) {
    CLI::Option* file = command.add_option("--image", image.file, words + " (.png)")->type_name("FILE");
    const auto add = [&](const char* name, std::string& value, const char* says, const char* type,
                         std::string (*refused)(const std::string&)) {
        command.add_option(name, value, says)->check(refused)->needs(file)->type_name(type);
    };
    add("--up", image.up, "Axis that points up in the picture: x, y, z, -x, -y or -z (guessed)", "AXIS", refused_up);
    add("--view", image.view,
        "From where: three-quarter, front, back, left, right, top, bottom, or a direction X,Y,Z of the meshes "
        "(automatic: from the corner above that shows most)",
        "NAME", refused_view);
    add("--size", image.size, "Pixels of the picture (1200x900)", "WxH", refused_size);
    add("--background", image.background, "light or dark (light)", "NAME", refused_background);
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
