#include "io/xml_scanner.hpp"

#include <algorithm>

namespace pliant::io {
namespace {

bool ends_name(char c) { return is_space(c) || c == '\0' || c == '<' || c == '>' || c == '/' || c == '='; }

}  // namespace

std::string_view XmlTag::attribute(std::string_view key, std::string_view otherwise) const {
    for (const auto& [name_of, value] : attributes) {
        if (name_of == key) return value;
    }
    return otherwise;
}

XmlScanner::XmlScanner(const Source& source)
    : source_(source), text_(reinterpret_cast<const char*>(source.bytes.data()), source.bytes.size()) {}

void XmlScanner::fail(std::size_t byte, std::string_view reason) const {
    const auto end = text_.begin() + static_cast<std::ptrdiff_t>(std::min(byte, text_.size()));
    fail_at_line(source_, 1 + static_cast<std::size_t>(std::count(text_.begin(), end, '\n')), reason);
}

std::string_view XmlScanner::text() const {
    const std::size_t end = std::min(text_.find('<', at_), text_.size());
    return text_.substr(at_, end - at_);
}

// To the next '<' that begins a tag.
bool XmlScanner::find_tag() {
    while (true) {
        at_ = text_.find('<', at_);
        if (at_ == std::string_view::npos) break;
        const std::string_view rest = text_.substr(at_);
        const bool comment = rest.starts_with("<!--");
        const std::string_view stop = comment ? "-->" : rest.starts_with("<?") ? "?>" : ">";
        if (!comment && !rest.starts_with("<?") && !rest.starts_with("<!")) return true;
        const std::size_t begin = at_;
        at_ = text_.find(stop, at_);
        if (at_ == std::string_view::npos) fail(begin, "this never ends");
        at_ += stop.size();
    }
    at_ = text_.size();
    return false;
}

bool XmlScanner::next(XmlTag& tag) {
    if (!find_tag()) {
        if (!open_.empty()) fail(at_, "the file ends inside <" + std::string(open_.back().substr(0, 40)) + ">");
        return false;
    }
    tag = {};
    tag.byte = at_++;
    if (here() == '/') {
        tag.kind = XmlTag::Kind::close;
        ++at_;
    }
    tag.name = read_name();
    if (tag.name.empty()) fail(tag.byte, "a tag without a name");
    read_attributes(tag);
    keep_nesting(tag);
    return true;
}

void XmlScanner::read_attributes(XmlTag& tag) {
    for (skip_space(); here() != '>'; skip_space()) {
        if (here() == '/' && tag.kind == XmlTag::Kind::open) {
            tag.kind = XmlTag::Kind::empty;
            ++at_;
            if (here() != '>') fail(tag.byte, "a tag that does not end in />");
            break;
        }
        const std::string_view name = read_name();
        skip_space();
        if (name.empty() || here() != '=') fail(tag.byte, "a tag that is not well formed");
        ++at_;
        skip_space();
        const char quote = here();
        const std::size_t end = quote == '"' || quote == '\'' ? text_.find(quote, at_ + 1) : std::string_view::npos;
        if (end == std::string_view::npos) fail(tag.byte, "an attribute without quotation marks");
        tag.attributes.emplace_back(name, text_.substr(at_ + 1, end - at_ - 1));
        at_ = end + 1;
    }
    ++at_;
}

void XmlScanner::keep_nesting(const XmlTag& tag) {
    parent_ = open_.empty() ? std::string_view() : open_.back();
    if (tag.kind == XmlTag::Kind::open) open_.push_back(tag.name);
    if (tag.kind != XmlTag::Kind::close) return;
    if (open_.empty() || open_.back() != tag.name) fail(tag.byte, "an end tag that does not match its start");
    open_.pop_back();
}

std::string_view XmlScanner::read_name() {
    const std::size_t begin = at_;
    while (!ends_name(here())) ++at_;
    return text_.substr(begin, at_ - begin);
}

void XmlScanner::skip_space() {
    while (is_space(here())) ++at_;
}

}  // namespace pliant::io
