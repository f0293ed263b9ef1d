// Spatial hashing: which vertices are inside which tetrahedra [Teschner2003].
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <pliant/penetrations.hpp>

#include "detect/spatial_hash/cell_sweep.hpp"
#include "detect/spatial_hash/edge_cells.hpp"
#include "detect/spatial_hash/frames.hpp"
#include "detect/spatial_hash/one_pass.hpp"
#include "detect/spatial_hash/paper_table.hpp"
#include "detect/spatial_hash/slots.hpp"
#include "detect/spatial_hash/vertex_table.hpp"
#include "frame/bodies.hpp"
#include "frame/tetrahedra.hpp"
#include "narrow_phase/inside_tests.hpp"
#include "narrow_phase/penetration_writer.hpp"
#include "parallel/parallel.hpp"

namespace pliant::spatial_hash {

class SpatialHash {
public:
    /// Follows bodies and positions: hashes the vertices.
    void update(const frame::Bodies& bodies, const frame::Tetrahedra& tetrahedra, const SpatialHashOptions& options,
                parallel::Workers& workers, Report& report);

    /// Everything inside at the positions of the last update.
    void find(const frame::Bodies& bodies, const frame::Tetrahedra& tetrahedra, const PenetrationOptions& options,
              parallel::Workers& workers, Penetrations& answer);

private:
    /// What a question is about; lives while it is answered.
    struct Question {
        const frame::Bodies& bodies;
        const frame::Tetrahedra& tetrahedra;
        const PenetrationOptions& options;
        parallel::Workers& workers;
        Report& report;
        std::chrono::steady_clock::time_point started;
    };

    /// What one piece of the search found. Pieces are joined in order.
    struct Piece {
        Sweep sweep;
        std::vector<std::uint32_t> near;
        std::vector<narrow_phase::Inside> verdicts;
        std::vector<narrow_phase::FoundPenetration> found;
        std::uint64_t strict = 0;  // of those found
        Counters counters;
        EdgeCells::Piece edges;

        void clear() {
            sweep.clear();
            found.clear();
            strict = 0;
            counters = {};
            edges.found.clear();
            edges.counters = {};
        }
    };

    void read_vertices(const frame::Bodies& bodies, const frame::Tetrahedra& tetrahedra, parallel::Workers& workers);
    void leave_out_set_aside(const frame::Bodies& bodies, const frame::Tetrahedra& tetrahedra);
    void choose_cells(const SpatialHashOptions& options);
    void hash_vertices(std::size_t vertex_count, const SpatialHashOptions& options, parallel::Workers& workers);

    /// The floats are the coordinates themselves, not what stands for doubles.
    [[nodiscard]] bool exact_floats() const { return vertices_ != local_.data(); }
    [[nodiscard]] bool everything_wanted(const Question& question) const;
    [[nodiscard]] static bool limited(const Budget& budget);
    [[nodiscard]] std::size_t slots_of_piece(const Question& question) const;
    [[nodiscard]] bool sweep_finds_signs(const Question& question) const;
    void sweep_rows(const Question& question, bool find_signs);
    void sweep_outliers(const Question& question);
    void sweep_paper(const Question& question);
    void sweep_one_pass(const Question& question);
    void find_edges(const Question& question);
    void keep_wanted(const Question& question, broad_phase::Candidates& candidates) const;
    void test_candidates(const Question& question, Piece& piece) const;
    void join(const Piece& piece, Counters& counters);
    template <class Fill>
    void run(const Question& question, std::size_t pieces, const Fill& fill);
    [[nodiscard]] Limit limit_reached(const Question& question) const;

    Slots slots_;
    std::uint64_t topology_version_ = 0;
    std::vector<simd::FloatVertex> local_;         // of doubles
    const simd::FloatVertex* vertices_ = nullptr;  // floats that keep the order of the coordinates
    std::span<const std::uint32_t> present_;       // used vertices of bodies that take part
    std::vector<std::uint32_t> kept_;              // the same, where some bodies are set aside
    bool some_set_aside_ = false;                  // bodies
    bool all_finite_ = true;                       // coordinates
    Frames frames_;
    double scale_ = 1;      // of those floats
    double cell_size_ = 1;  // in their unit
    std::uint32_t table_size_ = 1;
    VertexTable table_, level_table_;
    PaperTable paper_;
    OnePass one_pass_;
    EdgeCells edge_cells_;

    // Scratch of a search; survives the frame.
    std::vector<Piece> pieces_;
    std::vector<narrow_phase::FoundPenetration> found_;
    std::uint64_t strict_ = 0;  // of those found
    std::vector<narrow_phase::FoundEdge> found_edges_;
    narrow_phase::PenetrationWriter writer_;
    std::vector<Outlier> outliers_;
    std::vector<std::uint32_t> level_slots_;
};

}  // namespace pliant::spatial_hash
