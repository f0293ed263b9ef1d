#include "mutator/trial.hpp"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fcntl.h>
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>

#include <pliant/io.hpp>
#include <pliant/scene.hpp>

#include "fuzz/one_input.hpp"

namespace pliant::mutator {
namespace {

void limit(const Limits& limits) {
    const rlimit time{limits.seconds, limits.seconds + 1}, memory{limits.bytes, limits.bytes}, no_core{0, 0};
    setrlimit(RLIMIT_CPU, &time);
    setrlimit(RLIMIT_AS, &memory);
    setrlimit(RLIMIT_CORE, &no_core);
}

/// How a child ended that was not asked for its exit code.
std::string end_in_words(int status) {
    if (WIFSIGNALED(status)) {
        const int signal = WTERMSIG(status);
        return signal == SIGXCPU || signal == SIGKILL ? "over its limit of time"
                                                      : "ended by signal " + std::to_string(signal);
    }
    return "";
}

bool is_mesh(const std::string& ending) {
    constexpr std::array others{".pc2", ".mdd", ".csv", ".spheretree", ".toml"};
    return std::find(others.begin(), others.end(), ending) == others.end();
}

/// Everything that a caller might do with what was read: whatever is wrong with it, the border sets it aside.
void ask(const Seed& file) {
    const std::span<const std::byte> bytes{reinterpret_cast<const std::byte*>(file.bytes.data()), file.bytes.size()};
    const io::Mesh mesh = io::read_mesh_from_memory(bytes, file.ending, "input" + file.ending);
    Scene scene(SceneOptions{1});
    const bool volume = !mesh.tetrahedra.empty();
    volume ? scene.add(mesh.volume()) : scene.add(mesh.surface());
    scene.intersections({.budget = {.bytes = std::uint64_t{1} << 24}});
    if (volume) scene.penetrations({.budget = {.penetrations = 100000}});
}

/// In the child. 0: read or refused; 1: something is wrong, and standard error says what.
int read_all(std::span<const Seed> files) {
    for (const Seed& file : files) {
        try {
            const std::span<const std::byte> bytes{reinterpret_cast<const std::byte*>(file.bytes.data()),
                                                   file.bytes.size()};
            if (io::fuzz::read_input(file.ending, bytes) && is_mesh(file.ending)) ask(file);
        } catch (const std::exception& error) {
            std::fprintf(stderr, "%s: %s\n", file.ending.c_str(), error.what());
            return 1;
        }
    }
    return 0;
}

std::string lines_of(int pipe) {
    std::string text;
    std::array<char, 4096> buffer{};
    for (ssize_t size; (size = read(pipe, buffer.data(), buffer.size())) > 0;) {
        if (text.size() < 65536) text.append(buffer.data(), std::size_t(size));
    }
    return text;
}

}  // namespace

std::string try_readers(std::span<const Seed> files, const Limits& limits) {
    const pid_t child = fork();
    if (child == 0) {
        limit(limits);
        std::_Exit(read_all(files));
    }
    int status = 0;
    waitpid(child, &status, 0);
    const std::string end = end_in_words(status);
    if (!end.empty()) return end;
    return WEXITSTATUS(status) == 0 ? "" : "neither read nor refused";
}

std::string try_command(const std::filesystem::path& command, const std::filesystem::path& file, const Limits& limits) {
    std::array<int, 2> errors{};
    if (pipe(errors.data()) != 0) return "no pipe";
    const pid_t child = fork();
    if (child == 0) {
        limit(limits);
        dup2(errors[1], 2);
        const int nowhere = open("/dev/null", O_WRONLY);
        dup2(nowhere, 1);
        close(errors[0]);
        close(errors[1]);
        if (file.extension() == ".toml") {
            execl(command.c_str(), command.c_str(), "simulate", file.c_str(), "--frames", "1", "--threads", "1",
                  nullptr);
        } else {
            execl(command.c_str(), command.c_str(), "check", file.c_str(), "--threads", "1", nullptr);
        }
        std::_Exit(127);
    }
    close(errors[1]);
    const std::string said = lines_of(errors[0]);
    close(errors[0]);
    int status = 0;
    waitpid(child, &status, 0);
    const std::string end = end_in_words(status);
    if (!end.empty()) return end;
    const int code = WEXITSTATUS(status);
    if (code > 3) return "exit code " + std::to_string(code);
    if (said.find("memory") != std::string::npos) return "over its limit of memory: " + said;
    if (code == 2 && std::count(said.begin(), said.end(), '\n') != 1) return "not refused in one line: " + said;
    return "";
}

}  // namespace pliant::mutator
