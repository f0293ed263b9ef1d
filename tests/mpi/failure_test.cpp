// A rank that fails ends all of them, with one message; one that is stuck is noticed.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>
#include <thread>

#include "mpi/parts.hpp"
#include "mpi/stuck_rank.hpp"

namespace pliant::mpi_test {
namespace {

TEST(Failures, ReachAllRanks) {
    mpi::DistributedScene scene(MPI_COMM_WORLD);
    const std::vector<Point> positions{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    const std::vector<Triangle> triangles{{0, 1, 2}};
    const std::vector<std::uint64_t> numbers{0, 1, 2};
    const std::vector<std::uint64_t> own{std::uint64_t(rank())};
    const int bad = ranks() - 1;
    try {
        // The last rank forgets the numbers of its vertices.
        scene.add(mpi::SurfacePart{positions, triangles,
                                   rank() == bad ? std::span<const std::uint64_t>() : std::span(numbers), own});
        FAIL();
    } catch (const mpi::RankFailure& failure) {
        EXPECT_EQ(failure.rank, bad);
        EXPECT_EQ(std::string(failure.what()),
                  "rank " + std::to_string(bad) + ": vertex_numbers: there must be one number for each");
    }
}

TEST(Failures, WithinAQuestionReachAllRanks) {
    mpi::DistributedScene scene(MPI_COMM_WORLD);
    PenetrationOptions options;
    options.depth = rank() == 0;
    EXPECT_THROW(scene.penetrations(options), mpi::RankFailure);
}

}  // namespace

int wait_for_a_stuck_rank(int rank) {
    mpi::DistributedOptions options;
    options.timeout = std::chrono::milliseconds(300);
    mpi::DistributedScene scene(MPI_COMM_WORLD, options);
    if (rank == 1) std::this_thread::sleep_for(std::chrono::seconds(30));
    try {
        scene.add(mpi::SurfacePart{});
    } catch (const mpi::TimedOut& stuck) {
        std::fprintf(stderr, "%s\n", stuck.what());
        std::fflush(stderr);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    return 0;
}

}  // namespace pliant::mpi_test
