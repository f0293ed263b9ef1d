// Text to a file or to standard output.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace pliant::cli {

/// `file` "-" is standard output. Throws UsageError naming a file that cannot be written.
void write_output(const std::string& file, std::string_view text);

/// What a command found, in its two voices: JSON to `json_file` unless that is empty; text for people to standard
/// output unless the JSON goes there, or it is to be quiet. Throws as write_output() does.
void write_answer(const std::string& json_file, const std::function<std::string()>& as_json,
                  const std::function<std::string()>& as_text, bool quiet = false);

/// Refuses, before anything is done, to write over a file that is read, or to write two things to one file. Empty names
/// and "-" are passed over. Throws UsageError.
void require_distinct(const std::vector<std::string>& read, const std::vector<std::string>& written);

}  // namespace pliant::cli
