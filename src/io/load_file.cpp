// Loads whole files into memory and unpacks gzip.
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "io/formats.hpp"
#include "io/inflate.hpp"

namespace pliant::io {

namespace {

struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};

[[noreturn]] void fail_opening(const std::filesystem::path& path, const std::string& reason) {
    throw FileError(name_of(path) + ": cannot be read: " + reason);
}

std::vector<std::byte> read_to_end(std::FILE* file, std::size_t room, const std::filesystem::path& path) {
    std::vector<std::byte> bytes(room);
    std::size_t size = 0;
    while (const std::size_t got = std::fread(bytes.data() + size, 1, bytes.size() - size, file)) {
        size += got;
        if (size == bytes.size()) bytes.resize(2 * size);
    }
    if (std::ferror(file)) fail_opening(path, std::strerror(errno));
    bytes.resize(size);
    return bytes;
}

/// Pipes are read to their end; devices are refused, since they may have none.
void refuse_devices_and_folders(const std::filesystem::path& path) {
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(path, error);
    if (std::filesystem::is_directory(status)) fail_opening(path, "it is a folder");
    if (std::filesystem::is_character_file(status) || std::filesystem::is_block_file(status)) {
        fail_opening(path, "it is a device");
    }
}

std::vector<std::byte> load_bytes(const std::filesystem::path& path) {
    // The size is a hint: the file may grow. One spare byte lets the last read reach EOF without a reallocation.
    constexpr std::size_t least_room = 1 << 16;
    if (path == "-") return read_to_end(stdin, least_room, path);
    refuse_devices_and_folders(path);
    const std::unique_ptr<std::FILE, CloseFile> file(std::fopen(path.c_str(), "rb"));
    if (!file) fail_opening(path, std::strerror(errno));
    std::error_code error;
    const std::uintmax_t hint = std::filesystem::file_size(path, error);
    return read_to_end(file.get(), error ? least_room : std::max(least_room, std::size_t(hint) + 1), path);
}

bool is_gzip(std::span<const std::byte> bytes) {
    return bytes.size() >= 2 && bytes[0] == std::byte(0x1f) && bytes[1] == std::byte(0x8b);
}

}  // namespace

std::vector<std::byte> load_file(const std::filesystem::path& path) {
    std::vector<std::byte> bytes = load_bytes(path);
    if (!is_gzip(bytes)) return bytes;
    return inflate_gzip({bytes, name_of(path), path});
}

void fail_at_line(const Source& source, std::size_t line, std::string_view reason) {
    throw FileError(source.name + ":" + std::to_string(line) + ": " + std::string(reason));
}

void fail_at_byte(const Source& source, std::size_t byte, std::string_view reason) {
    throw FileError(source.name + ": byte " + std::to_string(byte) + ": " + std::string(reason));
}

}  // namespace pliant::io
