// Every rank runs every test; the outcome is that of all of them.
#include <gtest/gtest.h>
#include <mpi.h>

#include <cstdio>
#include <string_view>

#include "mpi/stuck_rank.hpp"

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (argc > 1 && std::string_view(argv[1]) == "--stuck") return pliant::mpi_test::wait_for_a_stuck_rank(rank);
    testing::InitGoogleTest(&argc, argv);
    const int own = RUN_ALL_TESTS();
    int all = 0;
    MPI_Allreduce(&own, &all, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    MPI_Finalize();
    return all;
}
