#include "report/draft.hpp"

#include <stdio.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>
#include <utility>

namespace pliant::report {

Draft::Draft(std::string file) : file_(std::move(file)), draft_(file_) {
    const int descriptor = draft_.create();
    if (descriptor >= 0) stream_ = ::fdopen(descriptor, "wb");
    if (stream_ == nullptr) fail();
}

Draft::~Draft() {
    if (stream_ != nullptr) std::fclose(stream_);
}

void Draft::write(std::string_view text) {
    if (std::fwrite(text.data(), 1, text.size(), stream_) != text.size()) fail();
}

void Draft::publish() {
    int error = std::fclose(std::exchange(stream_, nullptr)) == 0 ? 0 : errno;
    if (error == 0) error = draft_.publish();
    if (error == 0) return;
    errno = error;
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
