// Replays the fuzzers' corpus without a fuzzer: each file as it is, cut off at every byte, and with bytes changed.
// Whatever the bytes, a reader gives a mesh or one FileError, and takes no more memory than the bytes are worth.
#include <malloc.h>

#include <atomic>
#include <cstdlib>
#include <map>
#include <new>
#include <random>

#include "../fuzz/one_input.hpp"
#include "test_files.hpp"

namespace {

std::atomic<std::size_t> live_bytes{0};
std::atomic<std::size_t> most_live_bytes{0};

void* counted(void* memory) {
    if (memory == nullptr) throw std::bad_alloc();
    const std::size_t live = live_bytes += malloc_usable_size(memory);
    if (live > most_live_bytes) most_live_bytes = live;
    return memory;
}

void discount(void* memory) noexcept {
    if (memory != nullptr) live_bytes -= malloc_usable_size(memory);
    std::free(memory);
}

}  // namespace

void* operator new(std::size_t size) { return counted(std::malloc(size > 0 ? size : 1)); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {  // std::stable_sort takes its buffer by it
    void* const memory = std::malloc(size > 0 ? size : 1);
    return memory == nullptr ? nullptr : counted(memory);
}
void operator delete(void* memory) noexcept { discount(memory); }
void operator delete(void* memory, std::size_t) noexcept { discount(memory); }

namespace pliant::io {
namespace {

namespace fs = std::filesystem;
using namespace std::string_view_literals;

constexpr std::size_t most_memory = std::size_t{32} << 20;

std::string content_of(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

std::vector<fs::path> files_in(std::string_view ending) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(fs::path(PLIANT_FUZZ_CORPUS) / ending.substr(1))) {
        files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

/// Reads one input and checks what it cost; `what` describes the input.
bool read_checked(std::string_view ending, std::string_view bytes, const std::string& what) {
    const std::size_t before = live_bytes;
    most_live_bytes = before;
    bool good = false;
    try {
        good = fuzz::read_input(ending, test::as_bytes(bytes));
    } catch (const std::exception& error) {
        ADD_FAILURE() << what << ": " << error.what();
    }
    EXPECT_LE(most_live_bytes - before, most_memory) << what;
    return good;
}

class Corpus : public ::testing::TestWithParam<std::string_view> {};

TEST_P(Corpus, HasGoodAndBadFiles) {
    std::map<bool, int> count;
    for (const fs::path& file : files_in(GetParam())) {
        const bool good = read_checked(GetParam(), content_of(file), file.string());
        EXPECT_EQ(good, !file.filename().string().starts_with("bad")) << file;
        ++count[good];
    }
    EXPECT_GT(count[true], 0);
    EXPECT_GT(count[false], 0);
}

TEST_P(Corpus, EveryTruncationIsAnswered) {
    for (const fs::path& file : files_in(GetParam())) {
        const std::string whole = content_of(file);
        for (std::size_t size = 0; size < whole.size(); ++size) {
            read_checked(GetParam(), std::string_view(whole).substr(0, size),
                         file.string() + " cut off at " + std::to_string(size));
        }
    }
}

TEST_P(Corpus, EveryChangedByteIsAnswered) {
    constexpr unsigned seed = 20240611;
    std::mt19937 random(seed);
    constexpr std::string_view telling = "\0\xff\x7f\x80 \n-0919e.,\"{<"sv;
    for (const fs::path& file : files_in(GetParam())) {
        const std::string whole = content_of(file);
        for (std::size_t at = 0; at < whole.size(); ++at) {
            for (int round = 0; round < 3; ++round) {
                std::string changed = whole;
                changed[at] = round == 0 ? char(random()) : telling[random() % telling.size()];
                if (round == 2) changed[random() % changed.size()] = telling[random() % telling.size()];
                read_checked(GetParam(), changed,
                             file.string() + " changed at " + std::to_string(at) + ", seed " + std::to_string(seed));
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Formats, Corpus, ::testing::ValuesIn(fuzz::endings),
                         [](const auto& tested) { return std::string(tested.param.substr(1)); });

}  // namespace
}  // namespace pliant::io
