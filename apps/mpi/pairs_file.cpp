#include "pairs_file.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>

#include <fmt/format.h>

namespace pliant::mpi_cli {
namespace {

constexpr const char* stage = "writing pairs";

/// From so many pairs of each rank it is told where to cut.
constexpr std::size_t samples_of_rank = 64;
constexpr std::size_t largest_write = std::size_t{1} << 30;  // counts of MPI are ints

void require(int code, const std::string& file) {
    if (code == MPI_SUCCESS) return;
    char text[MPI_MAX_ERROR_STRING] = {};
    int length = 0;
    MPI_Error_string(code, text, &length);
    throw std::runtime_error(file + ": cannot be written: " + text);
}

}  // namespace

std::vector<mpi::TrianglePair> sorted_over_ranks(mpi::Communicator& communicator, std::vector<mpi::TrianglePair> own) {
    using Pairs = std::vector<mpi::TrianglePair>;
    const auto size = std::size_t(communicator.size());
    Pairs samples;
    communicator.together(stage, [&] {
        std::ranges::sort(own);
        for (std::size_t i = 0; i < std::min(samples_of_rank, own.size()); ++i) {
            samples.push_back(own[i * own.size() / std::min(samples_of_rank, own.size())]);
        }
    });
    Pairs all;
    for (const Pairs& list : communicator.exchange(stage, std::vector<Pairs>(size, samples))) {
        all.insert(all.end(), list.begin(), list.end());
    }
    std::vector<Pairs> out(size);
    communicator.together(stage, [&] {
        std::ranges::sort(all);
        auto from = own.begin();
        for (std::size_t r = 0; r < size; ++r) {
            const bool last = r + 1 == size || all.empty();
            const auto to = last ? own.end() : std::lower_bound(from, own.end(), all[(r + 1) * all.size() / size]);
            out[r].assign(from, to);
            from = to;
        }
    });
    own.clear();
    for (const Pairs& list : communicator.exchange(stage, std::move(out)))
        own.insert(own.end(), list.begin(), list.end());
    communicator.together(stage, [&] { std::ranges::sort(own); });
    return own;
}

PairsFile::PairsFile(mpi::Communicator& communicator, const std::string& file, std::uint64_t keep)
    : communicator_(communicator), name_(file), end_(keep) {
    const int code =
        MPI_File_open(communicator.handle(), file.c_str(), MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &file_);
    communicator.together(stage, [&] { require(code, file); });
    const int cut = MPI_File_set_size(file_, MPI_Offset(keep));
    communicator.together(stage, [&] { require(cut, file); });
    if (keep == 0) {
        write_text(communicator.rank() == 0 ? "frame,body_a,triangle_a,body_b,triangle_b,kind\n" : "");
    }
}

PairsFile::~PairsFile() {
    int finalized = 0;
    MPI_Finalized(&finalized);
    if (finalized == 0 && file_ != MPI_FILE_NULL && std::uncaught_exceptions() == 0) MPI_File_close(&file_);
}

void PairsFile::write(std::size_t frame, std::vector<mpi::TrianglePair> own) {
    own = sorted_over_ranks(communicator_, std::move(own));
    std::string text;
    communicator_.together(stage, [&] {
        for (const auto& [a, b, kind] : own) {
            fmt::format_to(std::back_inserter(text), "{},{},{},{},{},{}\n", frame, std::uint32_t(a.body), a.triangle,
                           std::uint32_t(b.body), b.triangle, name(kind));
        }
    });
    write_text(text);
}

void PairsFile::write_text(const std::string& own) {
    const std::uint64_t at = end_ + communicator_.sum_before(stage, own.size());
    const std::uint64_t rounds = communicator_.most(stage, own.size()) / largest_write + 1;
    int code = MPI_SUCCESS;
    for (std::uint64_t i = 0; i < rounds; ++i) {
        const std::size_t from = std::min<std::size_t>(own.size(), i * largest_write);
        const std::size_t count = std::min(largest_write, own.size() - from);
        const int own_code = MPI_File_write_at_all(file_, MPI_Offset(at + from), own.data() + from, int(count),
                                                   MPI_CHAR, MPI_STATUS_IGNORE);
        if (code == MPI_SUCCESS) code = own_code;
    }
    communicator_.together(stage, [&] { require(code, name_); });
    end_ += communicator_.sum(stage, own.size());
}

}  // namespace pliant::mpi_cli
