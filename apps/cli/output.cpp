#include "output.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>

#include <fnmatch.h>

#include <fmt/format.h>

#include "io/io.hpp"
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
    std::FILE* out = std::fopen(file.c_str(), "wb");
    if (out == nullptr) fail(file);
    const bool written = std::fwrite(text.data(), 1, text.size(), out) == text.size();
    const bool closed = std::fclose(out) == 0;
    if (!written || !closed) fail(file);
}

void write_answer(const std::string& json_file, const std::function<std::string()>& as_json,
                  const std::function<std::string()>& as_text, bool quiet) {
    if (!json_file.empty()) write_output(json_file, as_json());
    if (json_file != "-" && !quiet) write_output("-", as_text());
}

}  // namespace pliant::cli
