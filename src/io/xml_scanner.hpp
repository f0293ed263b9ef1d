// Pull parser for the subset of XML that the VTK formats use.
#pragma once

#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "io/formats.hpp"

namespace pliant::io {

inline bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

struct XmlTag {
    enum class Kind { open, close, empty };  // <a>, </a>, <a/>
    Kind kind = Kind::open;
    std::string_view name;
    std::vector<std::pair<std::string_view, std::string_view>> attributes;
    std::size_t byte = 0;  // of its '<'

    [[nodiscard]] std::string_view attribute(std::string_view key, std::string_view otherwise = {}) const;
};

/// Checks that tags are nested. Skips comments, declarations and text between tags.
class XmlScanner {
public:
    explicit XmlScanner(const Source& source);

    /// False at the end of the file.
    bool next(XmlTag& tag);
    /// The text from the last tag up to the next.
    [[nodiscard]] std::string_view text() const;
    /// The place just behind the last tag.
    [[nodiscard]] std::size_t position() const { return at_; }
    /// The name of the element around the tag that was just read; empty at the top.
    [[nodiscard]] std::string_view parent() const { return parent_; }

    /// Throws FileError with the line.
    [[noreturn]] void fail(std::size_t byte, std::string_view reason) const;

private:
    bool find_tag();
    void read_attributes(XmlTag& tag);
    void keep_nesting(const XmlTag& tag);
    std::string_view read_name();
    void skip_space();
    [[nodiscard]] char here() const { return at_ < text_.size() ? text_[at_] : '\0'; }

    const Source& source_;
    std::string_view text_;
    std::size_t at_ = 0;
    std::vector<std::string_view> open_;
    std::string_view parent_;
};

}  // namespace pliant::io
