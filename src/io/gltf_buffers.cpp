// Buffers of a glTF document: the binary chunk of a GLB, a base64 data URI, or a file beside it.
#include <cctype>

#include "io/base64.hpp"
#include "io/gltf_document.hpp"

namespace pliant::io {
namespace {

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

// Security: a document must not name files outside its own folder.
bool stays_in_folder(const std::string& relative) {
    if (relative.empty() || relative.find_first_of(std::string(":\\\0", 3)) != std::string::npos) return false;
    const std::filesystem::path path(relative);
    if (path.has_root_path()) return false;
    for (const auto& part : path) {
        if (part == "..") return false;
    }
    return true;
}

}  // namespace

std::string without_percent_signs(const std::string& uri) {
    std::string text;
    for (std::size_t i = 0; i < uri.size(); ++i) {
        const bool escaped =
            uri[i] == '%' && i + 2 < uri.size() && hex_digit(uri[i + 1]) >= 0 && hex_digit(uri[i + 2]) >= 0;
        text += escaped ? static_cast<char>(16 * hex_digit(uri[i + 1]) + hex_digit(uri[i + 2])) : uri[i];
        if (escaped) i += 2;
    }
    return text;
}

GltfDocument::View GltfDocument::view(std::size_t index, const JsonPlace& whose) {
    const JsonPlace place = root().element("bufferViews", index, whose);
    const auto whole = buffer(place.at("buffer").whole(), place);
    const std::size_t offset = place.whole("byteOffset", 0);
    const std::size_t length = place.at("byteLength").whole();
    if (offset > whole.size() || length > whole.size() - offset) place.fail("reaches beyond the end of its buffer");
    return {whole.subspan(offset, length), place.whole("byteStride", 0)};
}

std::span<const std::byte> GltfDocument::buffer(std::size_t index, const JsonPlace& whose) {
    const auto known = buffers_.find(index);
    if (known != buffers_.end()) return known->second;
    const JsonPlace place = root().element("buffers", index, whose);
    const std::size_t promised = place.at("byteLength").whole();
    const auto uri = place.find("uri");
    if (!uri && !(index == 0 && binary_chunk_)) place.fail("has no uri, and the file has no binary chunk");
    const auto bytes = uri ? bytes_of_uri(*uri) : *binary_chunk_;
    if (bytes.size() < promised) {
        place.fail("truncated: " + std::to_string(promised) + " bytes are promised, " + std::to_string(bytes.size()) +
                   " are there");
    }
    return buffers_[index] = bytes.first(promised);
}

std::span<const std::byte> GltfDocument::bytes_of_uri(const JsonPlace& uri) {
    const auto known = loaded_.find(uri.text());
    if (known != loaded_.end()) return known->second;
    std::vector<std::byte>& bytes = loaded_[uri.text()] = load_uri(uri);
    if (!uri.text().starts_with("data:")) side_bytes_ += bytes.size();
    return bytes;
}

std::vector<std::byte> GltfDocument::load_uri(const JsonPlace& uri) const {
    const std::string& text = uri.text();
    if (text.starts_with("data:")) {
        const std::size_t comma = text.find(',');
        if (comma == std::string::npos || !text.substr(0, comma).ends_with(";base64")) uri.fail("not base64 data");
        Base64Result decoded = decode_base64(std::string_view(text).substr(comma + 1));
        if (!decoded.clean) {
            uri.fail("not base64 at character " + std::to_string(comma + 1 + decoded.read));
        }
        return std::move(decoded.bytes);
    }
    const std::string relative = without_percent_signs(text);
    if (!stays_in_folder(relative)) uri.fail("only files inside the folder of the glTF file are read");
    if (source_.path.empty()) uri.fail("the data lies in another file, and there is no folder to look in");
    try {
        return load_file(source_.path.parent_path() / relative);
    } catch (const FileError& error) {
        uri.fail(error.what());
    }
}

}  // namespace pliant::io
