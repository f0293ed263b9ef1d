#include "reply.hpp"

#include <cmath>
#include <cstdio>

namespace pliant::wasm {

namespace {

std::string number_text(double number) {
    if (!std::isfinite(number)) return "null";
    char text[32];
    std::snprintf(text, sizeof text, "%.17g", number);
    return text;
}

std::string quoted(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        if (static_cast<unsigned char>(c) < 0x20) {
            char code[8];
            std::snprintf(code, sizeof code, "\\u%04x", unsigned(c));
            out += code;
        } else {
            out += c;
        }
    }
    return out + '"';
}

std::string flaws_text(const std::vector<Flaw>& flaws) {
    std::string out = "[";
    for (const Flaw& flaw : flaws) {
        if (out.size() > 1) out += ',';
        out += "{\"body\":" + std::to_string(std::uint32_t(flaw.body)) + ",\"kind\":" + quoted(name(flaw.kind)) +
               ",\"element\":" + std::to_string(flaw.element) + '}';
    }
    return out + ']';
}

}  // namespace

void Reply::clear() {
    used_ = 0;
    head_ = "{";
}

Reply::Column& Reply::next(std::string_view name, std::string_view type) {
    if (used_ == columns_.size()) columns_.emplace_back();
    Column& column = columns_[used_++];
    column.name = name;
    column.type = type;
    return column;
}

void Reply::key(std::string_view name) {
    if (head_.size() > 1) head_ += ',';
    head_ += quoted(name) + ':';
}

void Reply::value(std::string_view name, double number) {
    key(name);
    head_ += number_text(number);
}

void Reply::value(std::string_view name, bool yes) {
    key(name);
    head_ += yes ? "true" : "false";
}

void Reply::value(std::string_view name, std::string_view text) {
    key(name);
    head_ += quoted(text);
}

void Reply::values(std::string_view name, std::span<const double> numbers) {
    key(name);
    head_ += '[';
    for (const double number : numbers) {
        if (head_.back() != '[') head_ += ',';
        head_ += number_text(number);
    }
    head_ += ']';
}

void Reply::report(const Report& report) {
    const Counters& c = report.counters;
    key("report");
    head_ += "{\"complete\":";
    head_ += report.complete ? "true" : "false";
    head_ += ",\"stoppedBy\":" + quoted(name(report.stopped_by)) + ",\"detector\":" + quoted(name(report.detector)) +
             ",\"rebuilt\":" + (report.rebuilt ? "true" : "false") + ",\"milliseconds\":{\"build\":" +
             number_text(report.milliseconds.build) + ",\"update\":" + number_text(report.milliseconds.update) +
             ",\"find\":" + number_text(report.milliseconds.find) + "},\"counters\":{\"regions\":" +
             std::to_string(c.regions) + ",\"contours\":" + std::to_string(c.contours) + ",\"cuts\":" +
             std::to_string(c.cuts) + ",\"boxTests\":" + std::to_string(c.box_tests) + ",\"candidates\":" +
             std::to_string(c.candidates) + ",\"exactTests\":" + std::to_string(c.exact_tests) + ",\"sphereTests\":" +
             std::to_string(c.sphere_tests) + "},\"setAside\":" + flaws_text(report.set_aside) +
             ",\"noted\":" + flaws_text(report.noted) + '}';
}

const char* Reply::finish() {
    key("columns");
    head_ += '[';
    for (std::size_t i = 0; i < used_; ++i) {
        const Column& column = columns_[i];
        if (i > 0) head_ += ',';
        head_ += '[' + quoted(column.name) + ',' + quoted(column.type) + ',' +
                 std::to_string(reinterpret_cast<std::uintptr_t>(column.words.data())) + ',' +
                 std::to_string(column.length) + ']';
    }
    head_ += "]}";
    return head_.c_str();
}

}  // namespace pliant::wasm
