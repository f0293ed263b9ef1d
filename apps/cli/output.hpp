// Text to a file, to standard output or to standard error.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace pliant::cli {

/// `file` "-" is standard output; any other is written as a whole or not at all. Throws UsageError or io::FileError
/// naming a file that cannot be written.
void write_output(const std::string& file, std::string_view text);

/// A line on standard error. Nothing happens where that is closed or full: the exit code still tells.
void write_error(std::string_view text);

/// Opens /dev/null, where writing fails, in place of closed standard streams: a file that is written would become
/// standard output or standard error, and would get their text.
void keep_standard_streams();

/// Where an answer goes.
struct Outputs {
    std::string json;                      // file of the JSON; "-" standard output, empty none
    bool quiet = false;                    // no text
    std::vector<std::string> others = {};  // files written already, for the text to name; empty ones are passed over
};

/// What a command found, in its two voices: JSON to its file; text for people, and which files were written, to
/// standard output unless the JSON goes there, or it is to be quiet. Throws as write_output() does.
void write_answer(const Outputs& outputs, const std::function<std::string()>& as_json,
                  const std::function<std::string()>& as_text);

/// "written: hits.ply, report.json\n"; empty where no file was.
std::string written_in_words(const Outputs& outputs);

/// Refuses, before anything is done, to write over a file that is read, or to write two things to one file. Empty names
/// and "-" are passed over. Throws UsageError.
void require_distinct(const std::vector<std::string>& read, const std::vector<std::string>& written);

}  // namespace pliant::cli
