// Files that are there as a whole or not at all.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

namespace pliant::io {

/// A name in the folder of `path` for what is not all there yet; the file is gone when this ends, or a signal comes
/// (remove_unfinished_files), unless it was published.
class UnfinishedFile {
public:
    explicit UnfinishedFile(const std::filesystem::path& path);
    ~UnfinishedFile();
    UnfinishedFile(const UnfinishedFile&) = delete;
    UnfinishedFile& operator=(const UnfinishedFile&) = delete;

    [[nodiscard]] const std::string& name() const { return name_; }
    /// Creates the file: a descriptor for writing, or -1 with errno.
    [[nodiscard]] int create();
    /// Once written and closed: the file takes the place of `path`, whose mode it gets, or of what a link there leads
    /// to. 0, or what errno said.
    [[nodiscard]] int publish();

private:
    std::filesystem::path target_;
    std::string name_;
    std::optional<std::size_t> entry_;  // where signal handlers look
    bool published_ = false;
};

/// Writes to a temporary name in the same folder, which takes the place of `path` at the end: whoever reads it
/// meanwhile, and whatever goes wrong, finds the old file or the new one. A pipe or a device is written to directly,
/// and so is a file in a folder that takes no new ones. Throws FileError.
void write_whole_file(const std::filesystem::path& path, std::span<const std::byte> bytes);

/// Removes every UnfinishedFile, and lets no thread make another. For a handler of signals that ends the program: makes
/// system calls only.
void remove_unfinished_files() noexcept;

}  // namespace pliant::io
