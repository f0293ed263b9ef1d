// A rank that does not take part any more, for the test of the time-out.
#pragma once

namespace pliant::mpi_test {

int wait_for_a_stuck_rank(int rank);

}  // namespace pliant::mpi_test
