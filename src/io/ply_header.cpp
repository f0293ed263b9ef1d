#include "io/ply_header.hpp"

#include <utility>

namespace pliant::io {

namespace {

PlyType read_type(Scanner& text) {
    static constexpr std::pair<std::string_view, PlyType> names[] = {
        {"char", PlyType::int8},      {"int8", PlyType::int8},       {"uchar", PlyType::uint8},
        {"uint8", PlyType::uint8},    {"short", PlyType::int16},     {"int16", PlyType::int16},
        {"ushort", PlyType::uint16},  {"uint16", PlyType::uint16},   {"int", PlyType::int32},
        {"int32", PlyType::int32},    {"uint", PlyType::uint32},     {"uint32", PlyType::uint32},
        {"float", PlyType::float32},  {"float32", PlyType::float32}, {"double", PlyType::float64},
        {"float64", PlyType::float64}};
    constexpr std::string_view expected = "a type such as float or uchar";
    const std::string_view word = text.token(expected);
    for (const auto& [name, type] : names) {
        if (word == name) return type;
    }
    text.fail_expected(expected, word);
}

PlyFormat read_format(Scanner& text) {
    constexpr std::string_view expected = "ascii, binary_little_endian or binary_big_endian";
    const std::string_view word = text.token(expected);
    text.token("a format version");
    if (word == "ascii") return PlyFormat::ascii;
    if (word == "binary_little_endian") return PlyFormat::little_endian;
    if (word == "binary_big_endian") return PlyFormat::big_endian;
    text.fail_expected(expected, word);
}

PlyElement read_element(Scanner& text) {
    PlyElement element;
    element.name = text.token("the name of an element");
    // Checked against the size of the file when the size of an element is known.
    element.count = text.count("elements", 0);
    return element;
}

PlyProperty read_property(Scanner& text) {
    PlyProperty property;
    if (text.next_is("list")) {
        text.expect_word("list");
        const std::string_view word = text.peek();
        property.list_size = read_type(text);
        if (!is_integer(*property.list_size)) text.fail_expected("an integer type for the size of a list", word);
    }
    property.type = read_type(text);
    property.name = text.token("the name of a property");
    return property;
}

void read_statement(Scanner& text, PlyHeader& header) {
    const std::string_view keyword = text.token("a header line");
    if (keyword == "comment" || keyword == "obj_info") return text.next_line();
    if (keyword == "format") {
        header.format = read_format(text);
    } else if (keyword == "element") {
        header.elements.push_back(read_element(text));
    } else if (keyword == "property") {
        if (header.elements.empty()) text.fail_from(keyword.data(), "a property before the first element");
        header.elements.back().properties.push_back(read_property(text));
    } else {
        text.fail_expected("format, element, property, comment or end_header", keyword);
    }
    text.expect_line_end("this header line");
}

}  // namespace

PlyHeader read_ply_header(Scanner& text) {
    PlyHeader header;
    bool has_format = false;
    text.expect_word("ply");
    text.expect_line_end("ply");
    for (;;) {
        text.expect_more("end_header");
        if (text.next_is("end_header")) break;
        has_format = has_format || text.next_is("format");
        read_statement(text, header);
    }
    if (!has_format) text.fail("the header has no format");
    text.expect_word("end_header");
    text.expect_line_end("end_header");
    return header;
}

}  // namespace pliant::io
