// Data arrays of a VTK XML file: text, base64 or raw, inline or appended, optionally compressed by zlib.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "io/formats.hpp"
#include "io/xml_scanner.hpp"

namespace pliant::io {

/// Location of an array; numbers are read later, since appended data comes at the end of the file.
struct VtuArray {
    enum class Format { ascii, binary, appended };
    Format format = Format::ascii;
    std::string_view type;   // "Float32"
    std::string_view text;   // of the element; for ascii and binary
    std::size_t offset = 0;  // behind the '_' ; for appended
    std::size_t byte = 0;    // of the element, for messages
};

/// Attributes of the file that apply to all arrays.
struct VtuEncoding {
    std::endian order = std::endian::little;
    std::size_t header_bytes = 4;  // of the sizes in front of binary data
    bool zlib = false;
    std::string_view appended;  // all text behind the '_'
    bool appended_is_raw = false;
};

class VtuNumbers {
public:
    VtuNumbers(const Source& source, const XmlScanner& scanner, const VtuEncoding& encoding)
        : source_(source), scanner_(scanner), encoding_(encoding) {}

    std::vector<double> floats(const VtuArray& array) { return numbers<double>(array); }
    /// Saturates at the limits of the type.
    std::vector<std::int64_t> integers(const VtuArray& array) { return numbers<std::int64_t>(array); }

private:
    template <class Number>
    std::vector<Number> numbers(const VtuArray& array);
    template <class Number>
    std::vector<Number> from_text(const VtuArray& array) const;
    template <class Stored, class Number>
    std::vector<Number> from_bytes(const VtuArray& array);

    std::vector<std::byte> bytes(const VtuArray& array);
    std::vector<std::byte> unpacked(const VtuArray& array);
    std::vector<std::byte> leading_bytes(const VtuArray& array, std::uint64_t count);
    [[nodiscard]] std::uint64_t header(const std::vector<std::byte>& bytes, std::size_t word) const;
    [[noreturn]] void fail(const VtuArray& array, std::string_view reason) const;

    const Source& source_;
    const XmlScanner& scanner_;
    const VtuEncoding& encoding_;
    std::size_t bytes_read_ = 0;
};

}  // namespace pliant::io
