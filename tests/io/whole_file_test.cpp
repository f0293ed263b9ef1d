// Files that are there as a whole or not at all, whenever the program is ended.
#include <gtest/gtest.h>

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <string>
#include <thread>

#include "io/whole_file.hpp"
#include "temporary_folder.hpp"

namespace pliant::io {
namespace {

/// What a handler of signals does while another thread writes.
[[noreturn]] void end_while_writing(const std::filesystem::path& folder, std::chrono::microseconds after) {
    std::thread writer([&] {
        const std::array<std::byte, 100> bytes{};
        while (true) write_whole_file(folder / "out", bytes);
    });
    std::this_thread::sleep_for(after);
    remove_unfinished_files();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    ::_exit(0);
}

// A file that was begun between the cleaning up and the end stayed.
TEST(WholeFile, NothingIsBegunBehindTheCleaningUp) {
    const test::TemporaryFolder folder;
    for (int round = 0; round < 30; ++round) {
        const pid_t child = ::fork();
        ASSERT_GE(child, 0);
        if (child == 0) end_while_writing(folder / "", std::chrono::microseconds(500 + 17 * round));
        int status = 0;
        ASSERT_EQ(::waitpid(child, &status, 0), child);
        EXPECT_EQ(status, 0);
        for (const auto& file : std::filesystem::directory_iterator(folder / "")) {
            EXPECT_NE(file.path().extension(), ".part") << "round " << round;
        }
    }
}

}  // namespace
}  // namespace pliant::io
