#include "io/vtu_array.hpp"

#include <fast_float/fast_float.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <string>

#include "io/base64.hpp"
#include "io/byte_order.hpp"
#include "io/inflate.hpp"

namespace pliant::io {
namespace {

std::from_chars_result parse(const char* begin, const char* end, double& value) {
    const auto result = fast_float::from_chars(begin, end, value);
    return {result.ptr, result.ec};
}

std::from_chars_result parse(const char* begin, const char* end, std::int64_t& value) {
    const auto result = std::from_chars(begin, end, value);
    if (result.ec != std::errc::result_out_of_range) return result;
    value = *begin == '-' ? std::numeric_limits<std::int64_t>::min() : std::numeric_limits<std::int64_t>::max();
    return {result.ptr, std::errc()};
}

template <class Number, class Stored>
Number convert(Stored stored) {
    if constexpr (std::is_same_v<Number, std::int64_t> && std::is_floating_point_v<Stored>) {
        constexpr Stored limit = 9e18f;
        if (!(stored > -limit && stored < limit)) return std::numeric_limits<std::int64_t>::max();
        return static_cast<Number>(stored);
    } else if constexpr (std::is_same_v<Stored, std::uint64_t> && std::is_same_v<Number, std::int64_t>) {
        return static_cast<Number>(std::min<std::uint64_t>(stored, std::numeric_limits<std::int64_t>::max()));
    } else {
        return static_cast<Number>(stored);
    }
}

bool append_block(std::span<const std::byte> packed, std::uint64_t size, std::vector<std::byte>& out) {
    // Deflate expands by 1032 at most: a larger claim is an error, before memory is reserved for it.
    if (size > 1032 * packed.size() + 64) return false;
    const std::size_t before = out.size();
    out.resize(before + std::size_t(size));
    return inflate_zlib(packed, std::span(out).subspan(before));
}

}  // namespace

void VtuNumbers::fail(const VtuArray& array, std::string_view reason) const {
    if (array.format == VtuArray::Format::appended) {
        const auto* first = reinterpret_cast<const char*>(source_.bytes.data());
        const auto start = static_cast<std::size_t>(encoding_.appended.data() - first);
        fail_at_byte(source_, start + std::min(array.offset, encoding_.appended.size()), reason);
    }
    scanner_.fail(array.byte, reason);
}

template <class Number>
std::vector<Number> VtuNumbers::numbers(const VtuArray& array) {
    if (array.format == VtuArray::Format::ascii) return from_text<Number>(array);
    if (array.type == "Float32") return from_bytes<float, Number>(array);
    if (array.type == "Float64") return from_bytes<double, Number>(array);
    if (array.type == "Int8") return from_bytes<std::int8_t, Number>(array);
    if (array.type == "UInt8") return from_bytes<std::uint8_t, Number>(array);
    if (array.type == "Int16") return from_bytes<std::int16_t, Number>(array);
    if (array.type == "UInt16") return from_bytes<std::uint16_t, Number>(array);
    if (array.type == "Int32") return from_bytes<std::int32_t, Number>(array);
    if (array.type == "UInt32") return from_bytes<std::uint32_t, Number>(array);
    if (array.type == "Int64") return from_bytes<std::int64_t, Number>(array);
    if (array.type == "UInt64") return from_bytes<std::uint64_t, Number>(array);
    scanner_.fail(array.byte, "a DataArray of a type that VTK does not have");
}

template std::vector<double> VtuNumbers::numbers(const VtuArray&);
template std::vector<std::int64_t> VtuNumbers::numbers(const VtuArray&);

template <class Number>
std::vector<Number> VtuNumbers::from_text(const VtuArray& array) const {
    std::vector<Number> values;
    const char* at = array.text.data();
    const char* end = at + array.text.size();
    const auto* file = reinterpret_cast<const char*>(source_.bytes.data());
    while (true) {
        while (at != end && is_space(*at)) ++at;
        if (at == end) return values;
        Number value{};
        const auto [stop, error] = parse(at, end, value);
        if (error != std::errc() || (stop != end && !is_space(*stop))) {
            scanner_.fail(static_cast<std::size_t>(at - file), "a number is expected");
        }
        values.push_back(value);
        at = stop;
    }
}

template <class Stored, class Number>
std::vector<Number> VtuNumbers::from_bytes(const VtuArray& array) {
    const std::vector<std::byte> stored = bytes(array);
    if (stored.size() % sizeof(Stored) != 0) fail(array, "the data is not a whole number of elements");
    std::vector<Number> values(stored.size() / sizeof(Stored));
    for (std::size_t i = 0; i < values.size(); ++i) {
        values[i] = convert<Number>(load<Stored>(stored.data() + i * sizeof(Stored), encoding_.order));
    }
    return values;
}

std::uint64_t VtuNumbers::header(const std::vector<std::byte>& bytes, std::size_t word) const {
    const std::byte* at = bytes.data() + word * encoding_.header_bytes;
    return encoding_.header_bytes == 8 ? load<std::uint64_t>(at, encoding_.order)
                                       : load<std::uint32_t>(at, encoding_.order);
}

std::vector<std::byte> VtuNumbers::bytes(const VtuArray& array) {
    if (encoding_.zlib) return unpacked(array);
    const std::uint64_t size = header(leading_bytes(array, encoding_.header_bytes), 0);
    if (size > source_.bytes.size()) fail(array, "truncated: " + std::to_string(size) + " bytes are promised");
    std::vector<std::byte> stored = leading_bytes(array, encoding_.header_bytes + size);
    stored.erase(stored.begin(), stored.begin() + static_cast<std::ptrdiff_t>(encoding_.header_bytes));
    return stored;
}

// Header words: number of blocks, size of a block, size of the last one if shorter, then the packed size of each.
std::vector<std::byte> VtuNumbers::unpacked(const VtuArray& array) {
    const std::uint64_t blocks = header(leading_bytes(array, encoding_.header_bytes), 0);
    if (blocks > source_.bytes.size()) fail(array, "truncated: " + std::to_string(blocks) + " blocks are promised");
    if (blocks == 0) return {};
    const std::uint64_t header_size = encoding_.header_bytes * (3 + blocks);
    const std::vector<std::byte> head = leading_bytes(array, header_size);
    std::uint64_t packed_size = 0;
    for (std::uint64_t b = 0; b < blocks; ++b) {
        const std::uint64_t size = header(head, std::size_t(3 + b));
        if (size > source_.bytes.size()) fail(array, "truncated: packed block " + std::to_string(b) + " is cut off");
        packed_size += size;
    }
    const std::vector<std::byte> stored = leading_bytes(array, header_size + packed_size);
    std::vector<std::byte> result;
    std::span<const std::byte> left = std::span(stored).subspan(std::size_t(header_size));
    for (std::uint64_t b = 0; b < blocks; ++b) {
        const bool is_short = b + 1 == blocks && header(head, 2) != 0;
        const std::uint64_t packed = header(head, std::size_t(3 + b));
        if (!append_block(left.first(std::size_t(packed)), header(head, is_short ? 2 : 1), result)) {
            fail(array, "packed block " + std::to_string(b) + " is damaged");
        }
        left = left.subspan(std::size_t(packed));
    }
    return result;
}

// The first `count` bytes of an array's data, its header included.
std::vector<std::byte> VtuNumbers::leading_bytes(const VtuArray& array, std::uint64_t count) {
    const bool appended = array.format == VtuArray::Format::appended;
    if (appended && encoding_.appended.data() == nullptr) fail(array, "there is no AppendedData");
    const std::string_view all = appended ? encoding_.appended : array.text;
    const std::string_view text = all.substr(std::min(array.offset, all.size()));
    if (count > text.size()) fail(array, "truncated: the data reaches beyond its end");
    // Limits amplification: several arrays may refer to the same bytes.
    bytes_read_ += count;
    if (bytes_read_ > 8 * source_.bytes.size()) fail(array, "the file asks for far more data than it has bytes");
    const auto* raw = reinterpret_cast<const std::byte*>(text.data());
    if (appended && encoding_.appended_is_raw) return {raw, raw + count};
    Base64Result decoded = decode_base64(text, std::size_t(count));
    if (decoded.bytes.size() < count) fail(array, "truncated: the base64 data ends too early");
    decoded.bytes.resize(std::size_t(count));
    return std::move(decoded.bytes);
}

}  // namespace pliant::io
