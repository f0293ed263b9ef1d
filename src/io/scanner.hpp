// Sequential scanner: tokens of text and, for formats that mix both, raw numbers of either byte order.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

#include <fast_float/fast_float.h>

#include "io/formats.hpp"

namespace pliant::io {

struct TextStyle {
    char comment = '\0';         // from here to the end of the line, at the start of a token only; 0: no comments
    bool lines_matter = true;    // a value must stand on the line where it is expected
    bool continuations = false;  // a backslash at the end of a line joins the next one to it
};

/// Every reading function takes what is expected, for the message, throws with the place, and never reads beyond the
/// end. Line ends are \n, \r\n or \r. Lines are counted only when something fails.
class Scanner {
public:
    Scanner(const Source& source, TextStyle style);

    /// Nothing but blanks and comments is left of this line (or of the file). Never leaves the line.
    bool at_line_end();
    /// Nothing but blanks, comments and line ends is left. Stops before the first text of a later line.
    bool at_file_end();
    /// To the start of the next line, whatever stands before it.
    void next_line();
    /// The rest of the line; stays on it.
    std::string_view rest_of_line();
    /// Only blanks and comments may be left of the line; goes to the next one.
    void expect_line_end(std::string_view after);

    std::string_view token(std::string_view expected);
    /// The next token without taking it; empty where at_line_end (or at_file_end, where lines do not matter).
    std::string_view peek();
    /// The next token is this word, in small or capital letters.
    bool next_is(std::string_view word);
    void expect_word(std::string_view word);
    /// The next text of a free-form file, or of a later line.
    void expect_more(std::string_view expected) {
        if (at_file_end()) fail_cut_off(expected);
    }

    /// Correctly rounded; nan and inf in any spelling that printf has on any system.
    double number(std::string_view expected);
    /// Saturates at the limits of the type.
    std::int64_t integer(std::string_view expected);
    /// An integer without a check of what follows it: for tokens such as 1/2/3.
    bool leading_integer(std::int64_t& value);
    /// Takes the next character if it is this one.
    bool take(char c);
    /// The next character ends a token.
    [[nodiscard]] bool at_token_end() const { return ends_token(at_); }

    /// A count of items of at least `least_bytes` each. A count that the rest of the file cannot hold is an error, so
    /// that no memory is reserved for it.
    std::size_t count(std::string_view things, std::size_t least_bytes);
    void check_count(std::uint64_t count, std::string_view things, std::size_t least_bytes);

    /// A number stored in bytes.
    template <class T>
    T raw(std::endian order, std::string_view expected);
    /// Takes exactly one line end, as stands between a header and the bytes behind it.
    void skip_line_end();
    void skip_bytes(std::size_t count, std::string_view expected);
    /// The next bytes, taken as they are.
    const char* take_bytes(std::size_t count, std::string_view expected) {
        const char* first = at_;
        skip_bytes(count, expected);
        return first;
    }
    /// The next byte without taking it; 0 at the end.
    [[nodiscard]] unsigned char next_byte() const { return at_ == end_ ? 0 : static_cast<unsigned char>(*at_); }
    /// From here on places are told by byte, not by line.
    void expect_bytes() { places_by_byte_ = true; }
    /// Goes behind the next occurrence of `text`; false: there is none.
    bool skip_past(std::string_view text);

    [[nodiscard]] std::size_t position() const { return std::size_t(at_ - begin_); }
    /// Back to an earlier position().
    void rewind(std::size_t position) { at_ = begin_ + position; }
    [[nodiscard]] std::size_t bytes_left() const { return std::size_t(end_ - at_); }

    [[noreturn]] void fail(std::string_view reason) { fail_from(at_, reason); }
    /// `expected ..., found "..."`, at the next token.
    [[noreturn]] void fail_expected(std::string_view expected);
    /// The same for a token that was taken already.
    [[noreturn]] void fail_expected(std::string_view expected, std::string_view found);
    /// `expected ..., but the file ends`
    [[noreturn]] void fail_cut_off(std::string_view expected);
    /// With the place of a token that was taken already.
    [[noreturn]] void fail_from(const char* place, std::string_view reason);

private:
    static bool is_gap(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
    static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f'; }
    static bool is_line_end(const char* p) { return *p == '\n' || *p == '\r'; }
    const char* behind_line_end(const char* p) const;
    [[nodiscard]] bool is_continuation(const char* p) const;
    [[nodiscard]] bool ends_token(const char* p) const {
        return p == end_ || is_gap(*p) || (*p == '\\' && is_continuation(p));
    }

    void skip_blanks();  // within the line
    void skip_gap();     // to where the next value may stand
    bool spelled_out_number(const char* from, double& value);

    const Source* source_;
    TextStyle style_;
    const char* begin_;
    const char* at_;
    const char* end_;
    bool places_by_byte_ = false;
};

inline void Scanner::skip_blanks() {
    while (at_ != end_) {
        if (is_blank(*at_)) {
            ++at_;
        } else if (*at_ == style_.comment && style_.comment != '\0') {
            while (at_ != end_ && !is_line_end(at_)) ++at_;
        } else if (*at_ == '\\' && is_continuation(at_)) {
            at_ = behind_line_end(at_ + 1);
        } else {
            return;
        }
    }
}

inline void Scanner::skip_gap() {
    if (style_.lines_matter) {
        skip_blanks();
    } else {
        at_file_end();
    }
}

inline double Scanner::number(std::string_view expected) {
    skip_gap();
    const char* from = at_ != end_ && *at_ == '+' ? at_ + 1 : at_;
    double value = 0;
    const auto [stop, error] = fast_float::from_chars(from, end_, value);
    if (error == std::errc() && (from == at_ || *from != '-') && ends_token(stop)) {
        at_ = stop;
        return value;
    }
    if (!spelled_out_number(from, value)) fail_expected(expected);
    return value;
}

inline bool Scanner::leading_integer(std::int64_t& value) {
    const char* p = at_;
    const bool negative = p != end_ && *p == '-';
    if (p != end_ && (*p == '-' || *p == '+')) ++p;
    if (p == end_ || *p < '0' || *p > '9') return false;
    constexpr std::int64_t limit = std::int64_t(1) << 62;
    std::int64_t size = 0;
    for (; p != end_ && *p >= '0' && *p <= '9'; ++p) size = size < limit / 16 ? size * 10 + (*p - '0') : limit;
    value = negative ? -size : size;
    at_ = p;
    return true;
}

inline std::int64_t Scanner::integer(std::string_view expected) {
    skip_gap();
    const char* start = at_;
    std::int64_t value = 0;
    if (leading_integer(value) && at_token_end()) return value;
    at_ = start;
    fail_expected(expected);
}

inline bool Scanner::take(char c) {
    if (at_ == end_ || *at_ != c) return false;
    ++at_;
    return true;
}

template <class T>
T Scanner::raw(std::endian order, std::string_view expected) {
    if (bytes_left() < sizeof(T)) fail_cut_off(expected);
    char bytes[sizeof(T)];
    std::memcpy(bytes, at_, sizeof(T));
    if (order != std::endian::native) {
        for (std::size_t i = 0; i < sizeof(T) / 2; ++i) std::swap(bytes[i], bytes[sizeof(T) - 1 - i]);
    }
    at_ += sizeof(T);
    T value;
    std::memcpy(&value, bytes, sizeof(T));
    return value;
}

}  // namespace pliant::io
