#include "io/inflate.hpp"

#include <zlib.h>

#include <algorithm>
#include <limits>
#include <new>

namespace pliant::io {

namespace {

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
        } while (another_member());
        out.resize(size_);
        return out;
    }

private:
    [[nodiscard]] bool another_member() const {
        const std::span<const std::byte> rest = packed_.bytes.subspan(taken());
        return rest.size() >= 2 && rest[0] == std::byte(0x1f) && rest[1] == std::byte(0x8b);
    }

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

std::vector<std::byte> inflate_gzip(const Source& packed) { return Inflater(packed).run(); }

bool inflate_zlib(std::span<const std::byte> packed, std::span<std::byte> out) {
    uLongf got = uLongf(out.size());
    const int status = uncompress(reinterpret_cast<Bytef*>(out.data()), &got,
                                  reinterpret_cast<const Bytef*>(packed.data()), uLong(packed.size()));
    return status == Z_OK && got == out.size();
}

bool has_zlib() { return true; }

}  // namespace pliant::io
