// Files that are there as a whole or not at all.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

namespace pliant::io {

/// Writes to a temporary name in the same folder, which takes the place of `path` at the end: whoever reads it
/// meanwhile, and whatever goes wrong, finds the old file or the new one. A pipe or a device is written to directly,
/// and so is a file in a folder that takes no new ones. Throws FileError.
void write_whole_file(const std::filesystem::path& path, std::span<const std::byte> bytes);

/// Removes the temporary files of writes under way. For a signal handler: makes system calls only.
void remove_unfinished_files() noexcept;

}  // namespace pliant::io
