// What a rank reads of the files: its share of the elements, and the vertices that these use.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <pliant/io.hpp>
#include <pliant/points.hpp>
#include <pliant/views.hpp>

#include "mapped_file.hpp"
#include "mpi/communicator.hpp"

namespace pliant::mpi_cli {

struct FilePart {
    std::string name;
    std::uint64_t vertices = 0, elements = 0;  // of the whole body
    bool solid = false;
    std::vector<Point> positions;       // of the frame that is shown
    std::vector<std::uint32_t> places;  // of each position in a frame of `sequence` or `packed`
    std::vector<std::uint64_t> vertex_numbers, element_numbers;
    std::vector<Triangle> triangles;
    std::vector<Tetrahedron> tetrahedra;
    std::size_t frames = 1;
    std::shared_ptr<io::Sequence> sequence;  // of several frames
    std::shared_ptr<MappedFile> packed;      // positions.f32 of a packed sequence

    /// Reads the positions of a frame. Of a packed sequence only those of this rank.
    void show(std::size_t frame);
};

/// Collective. Of binary PLY and STL, of the pieces of a .pvtu file and of the positions of packed sequences each rank
/// reads its own share; any other file is read by all ranks, and each keeps its share.
std::vector<FilePart> read_parts(mpi::Communicator& communicator, const std::string& file,
                                 const io::SequenceOptions& options);

}  // namespace pliant::mpi_cli
