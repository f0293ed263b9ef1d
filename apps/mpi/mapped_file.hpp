// A file in the address space: what is looked at is read, nothing else.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace pliant::mpi_cli {

class MappedFile {
public:
    /// Throws std::runtime_error naming the file.
    explicit MappedFile(const std::string& file);
    ~MappedFile();
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;

    [[nodiscard]] std::span<const std::byte> bytes() const { return {data_, size_}; }

private:
    const std::byte* data_ = nullptr;
    std::size_t size_ = 0;
};

}  // namespace pliant::mpi_cli
