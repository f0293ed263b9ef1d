// Spatial hashing: which vertices are inside which tetrahedra [Teschner2003].
#pragma once

#include <cstdint>
#include <vector>

#include <pliant/penetrations.hpp>

#include "detect/spatial_hash/cell_sweep.hpp"
#include "detect/spatial_hash/edge_cells.hpp"
#include "detect/spatial_hash/float_vertices.hpp"
#include "detect/spatial_hash/slots.hpp"
#include "detect/spatial_hash/vertex_table.hpp"
#include "frame/penetration_query.hpp"
#include "narrow_phase/penetration_tests.hpp"
#include "narrow_phase/penetration_writer.hpp"
#include "narrow_phase/volume_flaws.hpp"

namespace pliant::spatial_hash {

class SpatialHash {
public:
    /// Follows bodies and positions; first pass: hashes the vertices.
    void update(const frame::PenetrationQuery& query);

    /// Second pass: everything inside at the positions of the last update.
    void find(const frame::PenetrationQuery& query, Penetrations& answer);

private:
    /// Scratch and findings of one piece of the search. Pieces are joined in order.
    struct Piece {
        Sweep sweep;
        narrow_phase::PenetrationFindings findings;
        EdgeCells::Piece edges;

        void clear() {
            sweep.clear();
            findings.clear();
            edges.clear();
        }
    };
    /// All pieces, joined.
    struct Found {
        std::vector<narrow_phase::FoundPenetration> vertices;
        std::uint64_t strict = 0;  // of these
        std::vector<narrow_phase::FoundEdge> edges;
        std::vector<Outlier> outliers;

        void clear();
        void join(const Piece& piece, Counters& counters);
    };

    void choose_cells(const SpatialHashOptions& options);
    void build_table(const frame::PenetrationQuery& query, double cell_size, VertexTable& table);

    void list_wanted(const frame::PenetrationQuery& query);
    [[nodiscard]] WantedOfBodies wanted() const { return {wanted_.data(), slots_.view().first_slot}; }
    [[nodiscard]] std::size_t slots_per_piece(const frame::PenetrationQuery& query) const;
    void sweep_groups(const frame::PenetrationQuery& query);
    void sweep_outliers(const frame::PenetrationQuery& query);
    void find_edges(const frame::PenetrationQuery& query);
    template <class Fill>
    void run(const frame::PenetrationQuery& query, std::size_t pieces, const Fill& fill);

    std::uint64_t topology_version_ = 0, edges_built_for_ = 0;
    Slots slots_;
    FloatVertices vertices_;
    double cell_size_ = 1;          // in the unit of the floats
    std::uint32_t table_size_ = 1;  // buckets; a power of two
    VertexTable table_, level_table_;
    EdgeCells edge_cells_;
    narrow_phase::VolumeFlaws flaws_;
    narrow_phase::PenetrationWriter writer_;

    // Scratch of a search; survives the frame.
    std::vector<VerticesWanted> wanted_;  // by index of body
    std::vector<Piece> pieces_;
    Found found_;
    std::vector<std::uint32_t> level_slots_;
};

}  // namespace pliant::spatial_hash
