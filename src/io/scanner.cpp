#include "io/scanner.hpp"

#include <algorithm>
#include <limits>

namespace pliant::io {

namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; }

bool starts_with_word(const char* p, const char* end, std::string_view word) {
    if (std::size_t(end - p) < word.size()) return false;
    return std::equal(word.begin(), word.end(), p, [](char a, char b) { return a == lower(b); });
}

// Short and printable, so that a message stays one line whatever the file holds.
std::string quoted(std::string_view token) {
    constexpr std::size_t longest = 32;
    std::string text = "\"";
    for (char c : token.substr(0, longest)) text += c >= ' ' && c <= '~' ? c : '?';
    return text + (token.size() > longest ? "...\"" : "\"");
}

std::size_t line_of(const char* begin, const char* place, const char* end) {
    std::size_t line = 1;
    for (const char* p = begin; p != place; ++p) {
        const bool inside_pair = *p == '\r' && p + 1 != end && p[1] == '\n';
        if (*p == '\n' || (*p == '\r' && !inside_pair)) ++line;
    }
    return line;
}

}  // namespace

Scanner::Scanner(const Source& source, TextStyle style)
    : source_(&source),
      style_(style),
      begin_(reinterpret_cast<const char*>(source.bytes.data())),
      at_(begin_),
      end_(begin_ + source.bytes.size()) {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (std::string_view(begin_, source.bytes.size()).substr(0, 3) == byte_order_mark) at_ += byte_order_mark.size();
}

const char* Scanner::behind_line_end(const char* p) const {
    const bool pair = *p == '\r' && p + 1 != end_ && p[1] == '\n';
    return p + (pair ? 2 : 1);
}

bool Scanner::is_continuation(const char* p) const {
    return style_.continuations && p + 1 != end_ && is_line_end(p + 1);
}

bool Scanner::at_line_end() {
    skip_blanks();
    return at_ == end_ || is_line_end(at_);
}

bool Scanner::at_file_end() {
    while (at_line_end()) {
        if (at_ == end_) return true;
        at_ = behind_line_end(at_);
    }
    return false;
}

void Scanner::next_line() {
    while (at_ != end_ && !is_line_end(at_)) ++at_;
    skip_line_end();
}

void Scanner::skip_line_end() {
    if (at_ != end_ && is_line_end(at_)) at_ = behind_line_end(at_);
}

std::string_view Scanner::rest_of_line() {
    const char* start = at_;
    while (at_ != end_ && !is_line_end(at_)) ++at_;
    return {start, std::size_t(at_ - start)};
}

void Scanner::expect_line_end(std::string_view after) {
    if (!at_line_end()) fail("unexpected " + quoted(peek()) + " after " + std::string(after));
    skip_line_end();
}

std::string_view Scanner::peek() {
    skip_gap();
    const char* stop = at_;
    while (!ends_token(stop)) ++stop;
    return {at_, std::size_t(stop - at_)};
}

std::string_view Scanner::token(std::string_view expected) {
    const std::string_view found = peek();
    if (found.empty()) fail_expected(expected);
    at_ += found.size();
    return found;
}

bool Scanner::next_is(std::string_view word) {
    const std::string_view found = peek();
    const auto same = [](char a, char b) { return lower(a) == lower(b); };
    return std::equal(word.begin(), word.end(), found.begin(), found.end(), same);
}

void Scanner::expect_word(std::string_view word) {
    if (!next_is(word)) fail_expected(word);
    at_ += word.size();
}

// Old Windows libraries write 1.#QNAN, -1.#IND00, 1.#INF.
bool Scanner::spelled_out_number(const char* from, double& value) {
    const bool negative = from != end_ && *from == '-';
    const char* p = from + (negative ? 1 : 0);
    if (!starts_with_word(p, end_, "1.#")) return false;
    p += 3;
    const bool infinite = starts_with_word(p, end_, "inf");
    if (!infinite && !starts_with_word(p, end_, "qnan") && !starts_with_word(p, end_, "snan") &&
        !starts_with_word(p, end_, "ind"))
        return false;
    while (!ends_token(p)) ++p;
    at_ = p;
    using Limits = std::numeric_limits<double>;
    value = infinite ? Limits::infinity() : Limits::quiet_NaN();
    if (negative) value = -value;
    return true;
}

std::size_t Scanner::count(std::string_view things, std::size_t least_bytes) {
    skip_gap();
    const char* start = at_;
    std::int64_t value = -1;
    if (!leading_integer(value) || !at_token_end() || value < 0) {
        at_ = start;
        fail_expected("the number of " + std::string(things));
    }
    check_count(std::uint64_t(value), things, least_bytes);
    return std::size_t(value);
}

void Scanner::check_count(std::uint64_t count, std::string_view things, std::size_t least_bytes) {
    // The last line of a text may lack its line end.
    const std::uint64_t room = bytes_left() + (places_by_byte_ ? 0 : 1);
    if (least_bytes == 0 || count <= room / least_bytes) return;
    const std::string promised = count >= std::uint64_t(1) << 62 ? "too many" : std::to_string(count);
    fail(promised + " " + std::string(things) + " announced, but only " + std::to_string(bytes_left()) +
         " bytes follow");
}

void Scanner::skip_bytes(std::size_t count, std::string_view expected) {
    if (bytes_left() < count) fail_cut_off(expected);
    at_ += count;
}

bool Scanner::skip_past(std::string_view text) {
    const std::size_t found = std::string_view(at_, bytes_left()).find(text);
    if (found == std::string_view::npos) return false;
    at_ += found + text.size();
    return true;
}

void Scanner::fail_expected(std::string_view expected) {
    const std::string_view found = peek();
    if (!found.empty()) fail_expected(expected, found);
    if (at_ == end_) fail_cut_off(expected);
    fail("expected " + std::string(expected) + ", but the line ends");
}

void Scanner::fail_cut_off(std::string_view expected) {
    fail("expected " + std::string(expected) + ", but the file ends");
}

void Scanner::fail_expected(std::string_view expected, std::string_view found) {
    fail_from(found.data(), "expected " + std::string(expected) + ", found " + quoted(found));
}

void Scanner::fail_from(const char* place, std::string_view reason) {
    if (places_by_byte_) fail_at_byte(*source_, std::size_t(place - begin_), reason);
    fail_at_line(*source_, line_of(begin_, place, end_), reason);
}

}  // namespace pliant::io
