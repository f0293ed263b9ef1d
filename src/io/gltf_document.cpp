#include "io/gltf_document.hpp"

#include <algorithm>
#include <array>

#include "io/byte_order.hpp"

namespace pliant::io {
namespace {

constexpr std::uint32_t magic_gltf = 0x46546C67;  // "glTF"
constexpr std::uint32_t chunk_json = 0x4E4F534A;
constexpr std::uint32_t chunk_binary = 0x004E4942;

// Required extensions that are read, or change appearance only, never geometry.
bool leaves_geometry_alone(const std::string& extension) {
    constexpr std::array<std::string_view, 7> harmless = {"KHR_mesh_quantization",  "KHR_materials_", "KHR_texture_",
                                                          "EXT_texture_",           "KHR_lights_",    "MSFT_texture_",
                                                          "EXT_mesh_gpu_instancing"};
    return std::any_of(harmless.begin(), harmless.end(),
                       [&](std::string_view prefix) { return extension.starts_with(prefix); });
}

std::string printable(std::string text) {
    for (char& c : text) {
        if (static_cast<unsigned char>(c) < ' ') c = '?';
    }
    if (text.size() > 80) text = text.substr(0, 80) + "...";
    return text;
}

}  // namespace

GltfDocument::GltfDocument(const Source& source) : source_(source) {
    if (source.bytes.empty()) throw FileError(source.name + ": the file is empty");
    if (source.bytes.size() >= 4 && load<std::uint32_t>(source.bytes.data()) == magic_gltf) {
        parse_binary_container();
    } else {
        parse_json(source.bytes, 0);
    }
    if (!json_.is_object()) root().fail("not a glTF file: the JSON is not an object");
    const std::string& version = root().at("asset").at("version").text();
    if (!version.starts_with("2.")) root().fail("glTF 2 is read, this is version " + printable(version));
    check_extensions();
    load_side_files();
}

// Loads all buffers first: their total size limits how many elements the file may ask for.
void GltfDocument::load_side_files() {
    const std::vector<JsonPlace> buffers = root().list("buffers");
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        const auto uri = buffers[i].find("uri");
        if (uri && !uri->text().starts_with("data:")) (void)buffer(i, buffers[i]);
    }
}

void GltfDocument::parse_json(std::span<const std::byte> text, std::size_t first_byte) {
    const auto* begin = reinterpret_cast<const char*>(text.data());
    try {
        json_ = nlohmann::json::parse(begin, begin + text.size());
    } catch (const nlohmann::json::parse_error& error) {
        fail_at_byte(source_, first_byte + error.byte, "not valid JSON");
    } catch (const nlohmann::json::exception&) {
        fail_at_byte(source_, first_byte, "the JSON holds a number beyond the range of double");
    }
}

void GltfDocument::parse_binary_container() {
    const auto bytes = source_.bytes;
    if (bytes.size() < 20) fail_at_byte(source_, bytes.size(), "the GLB header is truncated");
    if (load<std::uint32_t>(bytes.data() + 4) != 2) fail_at_byte(source_, 4, "only GLB version 2 is read");
    const std::size_t promised = load<std::uint32_t>(bytes.data() + 8);
    if (promised > bytes.size()) {
        fail_at_byte(source_, bytes.size(),
                     "truncated: " + std::to_string(promised) + " bytes are promised in the header");
    }
    std::size_t at = 12;
    bool have_json = false;
    while (promised >= 8 && at <= promised - 8) {
        const std::size_t length = load<std::uint32_t>(bytes.data() + at);
        const auto type = load<std::uint32_t>(bytes.data() + at + 4);
        if (length > promised - at - 8) fail_at_byte(source_, at, "a chunk reaches beyond the end of the file");
        const auto chunk = bytes.subspan(at + 8, length);
        if (!have_json && type != chunk_json) fail_at_byte(source_, at, "the first chunk is not JSON");
        if (!have_json) parse_json(chunk, at + 8);
        if (have_json && type == chunk_binary && !binary_chunk_) binary_chunk_ = chunk;
        have_json = true;
        at += 8 + length;
    }
    if (!have_json) fail_at_byte(source_, 12, "there is no JSON chunk");
}

void GltfDocument::check_extensions() const {
    for (const JsonPlace& extension : root().list("extensionsRequired")) {
        if (!leaves_geometry_alone(extension.text())) {
            extension.fail(printable(extension.text()) + " is needed to read this file, and is not supported");
        }
    }
}

void GltfDocument::spend(std::size_t elements, const JsonPlace& whose) {
    const std::size_t most = 64 * bytes_at_hand() + (std::size_t{1} << 24);
    if (elements > most - spent_) whose.fail("the file asks for far more data than it has bytes");
    spent_ += elements;
}

}  // namespace pliant::io
