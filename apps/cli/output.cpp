#include "output.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>

#include <fmt/format.h>

#include "names.hpp"

namespace pliant::cli {
namespace {

[[noreturn]] void fail(const std::string& file) {
    throw UsageError(fmt::format("{}: cannot be written: {}", file, std::strerror(errno)));
}

}  // namespace

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

}  // namespace pliant::cli
