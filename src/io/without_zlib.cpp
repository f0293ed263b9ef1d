#include "io/inflate.hpp"

namespace pliant::io {

std::vector<std::byte> inflate_gzip(const Source& packed) {
    throw FileError(packed.name + ": this pliant was built without zlib and unpacks no gzip");
}

bool inflate_zlib(std::span<const std::byte>, std::span<std::byte>) { return false; }

bool has_zlib() { return false; }

}  // namespace pliant::io
