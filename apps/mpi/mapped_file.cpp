#include "mapped_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>

namespace pliant::mpi_cli {

MappedFile::MappedFile(const std::string& file) {
    const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
    struct stat status {};
    const bool there = descriptor >= 0 && ::fstat(descriptor, &status) == 0;
    void* at = nullptr;
    if (there && status.st_size > 0) {
        size_ = std::size_t(status.st_size);
        at = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, descriptor, 0);
    }
    const int error = errno;
    if (descriptor >= 0) ::close(descriptor);
    if (!there || at == MAP_FAILED) throw std::runtime_error(file + ": cannot be read: " + std::strerror(error));
    data_ = static_cast<const std::byte*>(at);
}

MappedFile::~MappedFile() {
    if (size_ > 0) ::munmap(const_cast<std::byte*>(data_), size_);
}

}  // namespace pliant::mpi_cli
