#include "terminal.hpp"

#include <unistd.h>
#include <algorithm>

#include <chrono>
#include <utility>

#include <fmt/core.h>

#include "output.hpp"

namespace pliant::cli {
namespace {

constexpr std::size_t bar_width = 40;
constexpr std::string_view erase_line = "\r\033[K";
constexpr std::chrono::milliseconds moment{300};

bool watched() { return isatty(STDOUT_FILENO) == 1 && isatty(STDERR_FILENO) == 1; }

}  // namespace

Progress::Progress(std::string label, std::size_t steps)
    : label_(std::move(label)), steps_(std::max<std::size_t>(steps, 1)), visible_(steps > 1 && watched()) {
    if (visible_) draw();
    if (steps == 1) status_.emplace(label_);
}

Progress::~Progress() {
    if (visible_) write_error(erase_line);
}

void Progress::advance() {
    const std::size_t before = done_ * bar_width / steps_;
    ++done_;
    if (visible_ && (done_ * bar_width / steps_ != before || steps_ < 1000)) draw();
}

void Progress::draw() const {
    const std::size_t full = done_ * bar_width / steps_;
    write_error(
        fmt::format("{}{} [{:=<{}}{: <{}}] {}/{}", erase_line, label_, "", full, "", bar_width - full, done_, steps_));
}

Status::Status(std::string doing) : doing_(std::move(doing)) {
    if (watched()) teller_ = std::thread([this] { tell(); });
}

Status::~Status() {
    if (!teller_.joinable()) return;
    {
        const std::lock_guard lock(mutex_);
        over_ = true;
    }
    ended_.notify_one();
    teller_.join();
}

void Status::say(std::string so_far) {
    const std::lock_guard lock(mutex_);
    so_far_ = ": " + std::move(so_far);
}

void Status::tell() {
    using namespace std::chrono_literals;
    const auto begun = std::chrono::steady_clock::now();
    bool shown = false;
    std::unique_lock lock(mutex_);
    while (!ended_.wait_for(lock, shown ? 200ms : moment, [this] { return over_; })) {
        const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begun;
        write_error(fmt::format("{}{} ({:.0f} s){}", erase_line, doing_, passed.count(), so_far_));
        shown = true;
    }
    if (shown) write_error(erase_line);
}

}  // namespace pliant::cli
