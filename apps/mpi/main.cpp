// pliant-mpi: meshes that do not fit on one machine, and very many frames, over the ranks of MPI.
#include <mpi.h>

#include <cstdio>
#include <exception>
#include <string>

#include <CLI/CLI.hpp>

#include <pliant/mpi.hpp>
#include <pliant/version.hpp>

#include "check.hpp"

namespace {

using namespace pliant;
using namespace pliant::mpi_cli;

constexpr int bad_input = 2;

void add_check(CLI::App& app, CheckOptions& options) {
    CLI::App* command = app.add_subcommand("check", "Exact self and mutual intersections of meshes and sequences");
    command->footer(
        "Each rank reads its share of binary PLY and STL, of the pieces of a .pvtu file and of the positions of "
        "packed\n"
        "sequences; any other file that pliant reads is read by all ranks.\n"
        "\n"
        "Examples:\n"
        "  mpirun -n 4 pliant-mpi check city.ply --json - --pairs-file pairs.csv\n"
        "  mpirun -n 8 pliant-mpi check 'shot/*.ply' floor.obj --by frames\n"
        "Exit code: 0 clean, 1 found, 2 bad input or a rank that failed, 3 nothing found, but not everything was "
        "examined.");
    command->add_option("FILE", options.files, "Meshes or sequences")->required()->type_name("");
    command->add_flag("--self", options.self, "Only pairs within one body");
    command->add_flag("--between", options.between, "Only pairs of two bodies");
    command->add_option("--threads", options.threads, "Threads of each rank; 0: its share of the machine")
        ->type_name("N");
    command->add_option("--json", options.json, "Write JSON to a file; - is standard output")->type_name("FILE");
    command->add_option("--pairs-file", options.pairs_file, "Write all pairs (.csv), in canonical order, by all ranks")
        ->type_name("FILE");
    command
        ->add_option_function<std::string>(
            "--by", [&options](const std::string& how) { options.by_frames = how == "frames"; },
            "What ranks share: each frame (space), or the frames")
        ->check(CLI::IsMember({"space", "frames"}))
        ->type_name("WHAT");
    command->add_flag("--resume", options.resume,
                      "Go on behind the last whole frame of FILE.part, FILE being that of --json");
    command->add_option("--timeout", options.timeout, "Seconds that a rank waits for others (600)")->type_name("X");
    command->add_flag_callback(
        "--weld", [&options] { options.reading.weld = io::Weld::all; },
        "Join vertices of equal position; of STL they are joined anyway");
    command->add_flag_callback(
        "--no-weld", [&options] { options.reading.weld = io::Weld::none; }, "Join none, of STL either");
    command->add_flag("--quiet", options.quiet, "No text");
}

void complain(const std::string& what) {
    std::fprintf(stderr, "pliant-mpi: %s\n", what.c_str());
    std::fflush(stderr);
}

/// Every rank parses the same words; rank 0 answers for all.
int run(int argc, char** argv, int rank) {
    CheckOptions options;
    CLI::App app("Finds where meshes that bend touch, overlap or cross, over the ranks of MPI.", "pliant-mpi");
    app.set_version_flag("--version", "pliant-mpi " PLIANT_VERSION);
    app.require_subcommand(1);
    add_check(app, options);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        const bool asked = error.get_exit_code() == 0;
        if (rank == 0 && asked) app.exit(error);
        if (rank == 0 && !asked) complain(error.what());
        return asked ? 0 : bad_input;
    }
    mpi::Communicator communicator(MPI_COMM_WORLD, options.patience());
    try {
        return check(communicator, options);
    } catch (const mpi::RankFailure& failure) {  // known to all ranks
        if (rank == 0) complain(failure.what());
        return bad_input;
    }
}

}  // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int code = bad_input;
    try {
        code = run(argc, argv, rank);
    } catch (const std::exception& error) {  // known to this rank alone
        complain(error.what());
        MPI_Abort(MPI_COMM_WORLD, bad_input);
    }
    MPI_Finalize();
    return code;
}
