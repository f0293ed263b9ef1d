// Damages files of every format and has them read: mutator [--files N] [--seed N] [--every N] [--keep FOLDER] COMMAND
// Every file is read in a process with limits; every N-th of them (20) also by `COMMAND check`. Those that go wrong are
// kept. Exit code: 0 nothing wrong, 1 something was, 2 bad arguments.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string_view>

#include "mutator/mutation.hpp"
#include "mutator/trial.hpp"

namespace pliant::mutator {
namespace {

namespace fs = std::filesystem;

struct Plan {
    std::size_t files = 1000, every = 20;
    std::uint64_t seed = 1;
    fs::path keep = "mutated", command;
};

class Run {
public:
    explicit Run(Plan plan) : plan_(std::move(plan)), scratch_(fs::temp_directory_path() / own_name()) {
        fs::create_directories(scratch_);
        seeds_ = seeds(scratch_);
    }
    Run(const Run&) = delete;
    Run& operator=(const Run&) = delete;
    ~Run() { fs::remove_all(scratch_); }

    int all() {
        constexpr std::size_t batch = 50;
        for (std::size_t first = 0; first < plan_.files; first += batch) {
            std::vector<Seed> files;
            for (std::size_t i = first; i < std::min(first + batch, plan_.files); ++i) files.push_back(file(i));
            if (!try_readers(files, {.seconds = 60}).empty()) find_wrong(files, first);
            for (std::size_t i = first; i < first + files.size(); ++i) {
                if (i % plan_.every == 0) check(files[i - first], i);
            }
        }
        std::printf("%zu files (seed %llu) read, %zu of them checked by the command: %zu wrong\n", plan_.files,
                    static_cast<unsigned long long>(plan_.seed), (plan_.files + plan_.every - 1) / plan_.every, wrong_);
        return wrong_ == 0 ? 0 : 1;
    }

private:
    static std::string own_name() { return "pliant_mutator_" + std::to_string(getpid()); }

    /// The same on every run, whatever came before.
    [[nodiscard]] Seed file(std::size_t number) const {
        shapes::Random random(plan_.seed * 0x9e3779b97f4a7c15u + number);
        const Seed& seed = seeds_[random.next() % seeds_.size()];
        return {seed.ending, damaged(seed.bytes, random)};
    }

    void find_wrong(std::span<const Seed> files, std::size_t first) {
        for (std::size_t i = 0; i < files.size(); ++i) {
            const std::string what = try_readers(files.subspan(i, 1), {});
            if (!what.empty()) tell(files[i], first + i, "read: " + what);
        }
    }

    void check(const Seed& seed, std::size_t number) {
        const fs::path path = scratch_ / ("input" + seed.ending);
        write(path, seed);
        const std::string what = try_command(plan_.command, path, {});
        if (!what.empty()) tell(seed, number, "check: " + what);
        fs::remove(path);
    }

    void tell(const Seed& seed, std::size_t number, const std::string& what) {
        ++wrong_;
        fs::create_directories(plan_.keep);
        const fs::path path = plan_.keep / (std::to_string(plan_.seed) + "_" + std::to_string(number) + seed.ending);
        write(path, seed);
        std::printf("%s: %s\n", path.c_str(), what.c_str());
        std::fflush(stdout);
    }

    static void write(const fs::path& path, const Seed& seed) {
        std::ofstream(path, std::ios::binary).write(seed.bytes.data(), std::streamsize(seed.bytes.size()));
    }

    Plan plan_;
    fs::path scratch_;
    std::vector<Seed> seeds_;
    std::size_t wrong_ = 0;
};

bool read_arguments(int count, char** words, Plan& plan) {
    for (int i = 1; i < count; ++i) {
        const std::string_view word = words[i];
        if (word.starts_with("--") && ++i == count) return false;
        if (word == "--files") {
            plan.files = std::strtoull(words[i], nullptr, 10);
        } else if (word == "--seed") {
            plan.seed = std::strtoull(words[i], nullptr, 10);
        } else if (word == "--every") {
            plan.every = std::max<std::size_t>(1, std::strtoull(words[i], nullptr, 10));
        } else if (word == "--keep") {
            plan.keep = words[i];
        } else if (word.starts_with("--")) {
            return false;
        } else {
            plan.command = word;
        }
    }
    return !plan.command.empty();
}

}  // namespace
}  // namespace pliant::mutator

int main(int count, char** words) {
    pliant::mutator::Plan plan;
    if (!pliant::mutator::read_arguments(count, words, plan)) {
        std::fprintf(stderr, "usage: mutator [--files N] [--seed N] [--every N] [--keep FOLDER] COMMAND\n");
        return 2;
    }
    return pliant::mutator::Run(plan).all();
}
