// What zlib unpacks: a seam, since the library may be built without it (PLIANT_ZLIB).
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "io/formats.hpp"

namespace pliant::io {

/// All members of a gzip file (RFC 1952). Throws FileError.
std::vector<std::byte> inflate_gzip(const Source& packed);

/// A zlib stream (RFC 1950) that fills `out` to its end. False where it is damaged or of another size.
bool inflate_zlib(std::span<const std::byte> packed, std::span<std::byte> out);

/// Whether the two above can do anything but fail.
bool has_zlib();

}  // namespace pliant::io
