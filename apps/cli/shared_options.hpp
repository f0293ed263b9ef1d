// Options that mean the same in every command that has them.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <CLI/CLI.hpp>

#include "choices.hpp"
#include "image_options.hpp"
#include "io/io.hpp"

namespace pliant::cli {

/// --json FILE; write_answer() does what it says.
CLI::Option* add_json_option(CLI::App& command, std::string& file);
void add_threads_option(CLI::App& command, unsigned& threads);
/// --quiet; write_answer() does what it says.
void add_quiet_flag(CLI::App& command, bool& quiet);
/// --weld and --no-weld, without which soups are welded, and --format, by the endings of meshes and `more_formats`.
void add_reading_options(CLI::App& command, io::SequenceOptions& reading,
                         std::span<const std::string_view> more_formats = {});
void add_merge_flag(CLI::App& command, bool& merge);
/// --frame N or --frame worst, which leaves `frame` unset.
CLI::Option* add_frame_option(CLI::App& command, std::optional<std::size_t>& frame, const std::string& words);
/// --image FILE, and --up, --view, --size and --background, which need it.
void add_image_options(CLI::App& command, ImageOptions& image, const std::string& words);
/// --method, a detector of `intersections`.
void add_method_option(CLI::App& command, std::string& method);
/// --rule, by which what overlaps itself is inside or not.
void add_rule_option(CLI::App& command, std::string& rule);

}  // namespace pliant::cli
