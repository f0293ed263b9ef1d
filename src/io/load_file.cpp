// Loads whole files into memory and inflates gzip (RFC 1952, by zlib).
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <limits>
#include <memory>

#include "io/formats.hpp"

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

// zlib counts in 32 bits, so large inputs and outputs pass in pieces.
class Inflater {
public:
    explicit Inflater(const Source& packed) : packed_(packed) {
        // 15: the largest window; 16: gzip framing.
        if (inflateInit2(&stream_, 15 + 16) != Z_OK) throw std::bad_alloc();
        // zlib's interface predates const.
        stream_.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(packed.bytes.data()));
    }
    ~Inflater() { inflateEnd(&stream_); }
    Inflater(const Inflater&) = delete;
    Inflater& operator=(const Inflater&) = delete;

    std::vector<std::byte> run() {
        std::vector<std::byte> out(4 * packed_.bytes.size() + 1024);
        do {
            inflateReset(&stream_);
            unpack_member(out);
        } while (is_gzip(packed_.bytes.subspan(taken())));
        out.resize(size_);
        return out;
    }

private:
    [[nodiscard]] std::size_t taken() const {
        return std::size_t(reinterpret_cast<const std::byte*>(stream_.next_in) - packed_.bytes.data());
    }

    void unpack_member(std::vector<std::byte>& out) {
        constexpr std::size_t piece = std::numeric_limits<uInt>::max();
        int status = Z_OK;
        while (status != Z_STREAM_END) {
            if (size_ == out.size()) out.resize(2 * size_);
            const uInt room = uInt(std::min(out.size() - size_, piece));
            stream_.next_out = reinterpret_cast<Bytef*>(out.data() + size_);
            stream_.avail_out = room;
            stream_.avail_in = uInt(std::min(packed_.bytes.size() - taken(), piece));
            status = inflate(&stream_, Z_NO_FLUSH);
            size_ += room - stream_.avail_out;
            if (status == Z_BUF_ERROR) fail_at_byte(packed_, taken(), "the gzip data is cut off");
            if (status != Z_OK && status != Z_STREAM_END) fail_at_byte(packed_, taken(), "the gzip data is damaged");
        }
    }

    const Source& packed_;
    z_stream stream_{};
    std::size_t size_ = 0;
};

}  // namespace

std::vector<std::byte> load_file(const std::filesystem::path& path) {
    std::vector<std::byte> bytes = load_bytes(path);
    if (!is_gzip(bytes)) return bytes;
    const Source packed{bytes, name_of(path), path};
    return Inflater(packed).run();
}

void fail_at_line(const Source& source, std::size_t line, std::string_view reason) {
    throw FileError(source.name + ":" + std::to_string(line) + ": " + std::string(reason));
}

void fail_at_byte(const Source& source, std::size_t byte, std::string_view reason) {
    throw FileError(source.name + ": byte " + std::to_string(byte) + ": " + std::string(reason));
}

}  // namespace pliant::io
