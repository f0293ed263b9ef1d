#include "output.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <span>
#include <tuple>

#include <fnmatch.h>

#include <fmt/format.h>

#include "io/io.hpp"
#include "io/whole_file.hpp"
#include "names.hpp"

namespace pliant::cli {
namespace {

[[noreturn]] void fail(const std::string& file) {
    throw UsageError(fmt::format("{}: cannot be written: {}", file, std::strerror(errno)));
}

/// Also what a pattern would stand for once it is written.
bool is_read(const std::string& source, const std::string& file) {
    return io::reads(source, file) || ::fnmatch(source.c_str(), file.c_str(), FNM_PATHNAME) == 0;
}

}  // namespace

void require_distinct(const std::vector<std::string>& read, const std::vector<std::string>& written) {
    std::vector<std::string> taken;
    for (const std::string& file : written) {
        if (file.empty() || file == "-") continue;
        for (const std::string& input : read) {
            if (!input.empty() && is_read(input, file)) throw UsageError(file + ": is read; it is not written over");
        }
        for (const std::string& other : taken) {
            if (io::same_file(other, file)) throw UsageError(file + ": two outputs cannot go to one file");
        }
        taken.push_back(file);
    }
}

void write_output(const std::string& file, std::string_view text) {
    if (file == "-") {
        if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) fail("standard output");
        return;
    }
    io::write_whole_file(file, std::as_bytes(std::span(text)));
}

void write_error(std::string_view text) {
    std::ignore = std::fwrite(text.data(), 1, text.size(), stderr);
    std::fflush(stderr);
}

void keep_standard_streams() {
    while (true) {
        const int file = ::open("/dev/null", O_RDONLY);
        if (file < 0) return;
        if (file > STDERR_FILENO) return void(::close(file));
    }
}

void write_answer(const Outputs& outputs, const std::function<std::string()>& as_json,
                  const std::function<std::string()>& as_text) {
    const std::string& json = outputs.json;
    if (!json.empty()) write_output(json, as_json());
    if (json != "-" && !outputs.quiet) write_output("-", as_text() + written_in_words(outputs));
}

std::string written_in_words(const Outputs& outputs) {
    std::vector<std::string> files;
    for (const std::string& file : outputs.others) {
        if (!file.empty() && file != "-") files.push_back(printable(file));
    }
    if (!outputs.json.empty() && outputs.json != "-") files.push_back(printable(outputs.json));
    return files.empty() ? "" : fmt::format("written: {}\n", fmt::join(files, ", "));
}

}  // namespace pliant::cli
