// pliant-mpi check: frames over all ranks together, or each frame on one rank.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include <pliant/io.hpp>

#include "mpi/communicator.hpp"
#include "progress_file.hpp"

namespace pliant::mpi_cli {

struct CheckOptions {
    std::vector<std::string> files;
    bool self = false, between = false;
    unsigned threads = 0;
    std::string json, pairs_file;
    bool by_frames = false, resume = false, quiet = false;
    double timeout = 600;  // seconds
    io::SequenceOptions reading{24, io::Weld::soups, {}};

    [[nodiscard]] bool asks_self() const { return self || !between; }
    [[nodiscard]] bool asks_between() const { return between || !self; }
    [[nodiscard]] std::chrono::milliseconds patience() const {
        return std::chrono::milliseconds(std::int64_t(1000 * timeout));
    }
};

/// Of one frame, on every rank.
struct FrameTotals {
    std::size_t frame = 0;
    std::uint64_t self = 0, between = 0;
    std::array<std::uint64_t, 4> kinds{};  // by PairKind
    bool all_examined = true;
    double milliseconds = 0;
};
Json frame_as_json(const FrameTotals& totals);

/// Of the files, in the order of the command line.
struct BodyTotals {
    std::string name;
    std::uint64_t vertices = 0, elements = 0;
    bool solid = false;
};

/// What rank 0 writes.
struct Answer {
    std::vector<BodyTotals> bodies;
    std::vector<Json> frames;
    std::vector<Json> ranks;
};

/// Collective. The exit code of `pliant check`, the same on all ranks.
int check(mpi::Communicator& communicator, const CheckOptions& options);

/// Collective: every rank plays whole frames. Frames that `done` has are not played again.
Answer check_by_frames(mpi::Communicator& communicator, const CheckOptions& options, const std::vector<Json>& done);

}  // namespace pliant::mpi_cli
