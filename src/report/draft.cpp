#include "report/draft.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>

namespace pliant::report {

/// A name that nobody has: what is there already, and what a link leads to, stays as it is.
Draft::Draft(std::string file) : file_(std::move(file)) {
    constexpr int most_tries = 1000;
    for (int i = 0; i < most_tries && stream_ == nullptr; ++i) {
        draft_ = file_ + ".part" + (i == 0 ? "" : std::to_string(i));
        stream_ = std::fopen(draft_.c_str(), "wbx");
        if (stream_ == nullptr && errno != EEXIST) fail();
    }
    if (stream_ == nullptr) fail();
}

Draft::~Draft() {
    if (stream_ == nullptr) return;
    std::fclose(stream_);
    std::error_code ignored;
    std::filesystem::remove(draft_, ignored);
}

void Draft::write(std::string_view text) {
    if (std::fwrite(text.data(), 1, text.size(), stream_) != text.size()) fail();
}

void Draft::publish() {
    const bool closed = std::fclose(std::exchange(stream_, nullptr)) == 0;
    if (closed && std::rename(draft_.c_str(), file_.c_str()) == 0) return;
    const int reason = errno;
    std::error_code ignored;
    std::filesystem::remove(draft_, ignored);
    errno = reason;
    fail();
}

void Draft::fail() const { throw std::runtime_error(file_ + ": cannot be written: " + std::strerror(errno)); }

void Template::fill(std::string_view place, std::string_view text) {
    const std::size_t at = rest_.find(place);
    if (at == std::string_view::npos) throw std::logic_error("page.html has no " + std::string(place));
    draft_.write(rest_.substr(0, at));
    draft_.write(text);
    rest_.remove_prefix(at + place.size());
}

void Template::copy_rest() { draft_.write(std::exchange(rest_, {})); }

}  // namespace pliant::report
