#include "terminal.hpp"

#include <unistd.h>
#include <algorithm>

#include <cstdio>
#include <utility>

#include <fmt/core.h>

namespace pliant::cli {
namespace {

constexpr std::size_t bar_width = 40;
constexpr std::string_view erase_line = "\r\033[K";

bool watched() { return isatty(STDOUT_FILENO) == 1 && isatty(STDERR_FILENO) == 1; }

}  // namespace

Progress::Progress(std::string label, std::size_t steps)
    : label_(std::move(label)), steps_(std::max<std::size_t>(steps, 1)), visible_(steps > 1 && watched()) {
    if (visible_) draw();
}

Progress::~Progress() {
    if (visible_) std::fputs(erase_line.data(), stderr);
}

void Progress::advance() {
    const std::size_t before = done_ * bar_width / steps_;
    ++done_;
    if (visible_ && (done_ * bar_width / steps_ != before || steps_ < 1000)) draw();
}

void Progress::draw() const {
    const std::size_t full = done_ * bar_width / steps_;
    fmt::print(stderr, "{}{} [{:=<{}}{: <{}}] {}/{}", erase_line, label_, "", full, "", bar_width - full, done_,
               steps_);
    std::fflush(stderr);
}

}  // namespace pliant::cli
