#include "io/whole_file.hpp"

#include <fcntl.h>
#include <sched.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <string>
#include <tuple>

#include "io/io.hpp"

namespace pliant::io {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail_writing(const fs::path& path, int error) {
    throw FileError(path.string() + ": cannot be written: " + std::strerror(error));
}

/// A temporary file by name, where a signal handler can find it: never freed, and named before it is there.
struct Unfinished {
    std::atomic<bool> taken = false, there = false;
    std::array<char, 4096> name{};
};

// As many writes at once as a handler cleans up after; further ones go on without.
std::array<Unfinished, 16> unfinished;

std::atomic<bool> program_ends = false;  // a handler removes files, or has
std::atomic<unsigned> naming = 0;        // threads that are making a name

/// While a name is made in a folder: the handler waits for that and then removes it; after the handler no name is
/// made. Signals of this thread are held back, so that the handler never waits for the thread that it interrupts.
class MakesName {
public:
    MakesName() {
        sigset_t all;
        sigfillset(&all);
        ::pthread_sigmask(SIG_SETMASK, &all, &before_);
        ++naming;
        if (program_ends) wait_for_the_end();
    }
    ~MakesName() {
        --naming;
        ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    }
    MakesName(const MakesName&) = delete;
    MakesName& operator=(const MakesName&) = delete;

private:
    [[noreturn]] void wait_for_the_end() {
        --naming;
        ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
        while (true) ::pause();
    }

    sigset_t before_{};
};

/// 0, or what errno said.
int write_all(int file, std::span<const std::byte> bytes) {
    constexpr std::size_t most = std::size_t{1} << 30;  // systems refuse more at once
    while (!bytes.empty()) {
        const ssize_t written = ::write(file, bytes.data(), std::min(bytes.size(), most));
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return errno;
        bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
    return 0;
}

/// Closes in any case: a full disk may be noticed only then.
int write_and_close(int file, std::span<const std::byte> bytes) {
    const int error = write_all(file, bytes);
    const int closed = ::close(file) == 0 ? 0 : errno;
    return error != 0 ? error : closed;
}

void write_in_place(const fs::path& path, std::span<const std::byte> bytes) {
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file < 0) fail_writing(path, errno);
    if (const int error = write_and_close(file, bytes)) fail_writing(path, error);
}

/// A link stays one: what it leads to is written.
fs::path behind_links(const fs::path& path) {
    std::error_code error;
    const fs::path target = fs::weakly_canonical(path, error);
    return error || target.empty() ? path : target;
}

/// Hidden, of no mesh format, and short: a long name would not leave room for an ending. No file has it.
std::string temporary_name(const fs::path& target) {
    static std::atomic<unsigned> number = 0;
    fs::path path;
    std::error_code ignored;
    do {
        path =
            target.parent_path() / (".pliant-" + std::to_string(::getpid()) + "-" + std::to_string(number++) + ".part");
    } while (fs::exists(fs::symlink_status(path, ignored)));
    return path.string();
}

}  // namespace

/// None of the entries, where all are taken or the name is too long.
UnfinishedFile::UnfinishedFile(const fs::path& path) : target_(behind_links(path)), name_(temporary_name(target_)) {
    if (name_.size() >= unfinished[0].name.size()) return;
    for (std::size_t i = 0; i < unfinished.size(); ++i) {
        if (unfinished[i].taken.exchange(true)) continue;
        std::copy_n(name_.c_str(), name_.size() + 1, unfinished[i].name.data());
        unfinished[i].there = true;
        entry_ = i;
        return;
    }
}

UnfinishedFile::~UnfinishedFile() {
    if (!published_) ::unlink(name_.c_str());
    if (!entry_) return;
    unfinished[*entry_].there = false;
    unfinished[*entry_].taken = false;
}

int UnfinishedFile::create() {
    const MakesName held;
    return ::open(name_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
}

int UnfinishedFile::publish() {
    struct stat old {};  // who may read and write a file stays as it was
    if (::stat(target_.c_str(), &old) == 0) std::ignore = ::chmod(name_.c_str(), old.st_mode & 07777);
    const MakesName held;  // the target may be unfinished itself
    if (::rename(name_.c_str(), target_.c_str()) != 0) return errno;
    published_ = true;
    return 0;
}

void write_whole_file(const fs::path& path, std::span<const std::byte> bytes) {
    const fs::path target = behind_links(path);
    std::error_code ignored;
    const fs::file_status status = fs::status(target, ignored);
    if (fs::exists(status) && !fs::is_regular_file(status)) return write_in_place(path, bytes);
    // Written to directly, a file that may not be would be refused: so it is here, though its folder would allow it.
    if (fs::exists(status) && ::access(target.c_str(), W_OK) != 0) fail_writing(path, errno);
    UnfinishedFile unfinished_file(path);
    const int file = unfinished_file.create();
    if (file < 0 && fs::exists(status) && (errno == EACCES || errno == EPERM)) return write_in_place(path, bytes);
    if (file < 0) fail_writing(path, errno);
    int error = write_and_close(file, bytes);
    if (error == 0) error = unfinished_file.publish();
    if (error != 0) fail_writing(path, error);
}

void remove_unfinished_files() noexcept {
    program_ends = true;
    while (naming > 0) ::sched_yield();
    for (const Unfinished& slot : unfinished) {
        if (slot.there) ::unlink(slot.name.data());
    }
}

}  // namespace pliant::io
