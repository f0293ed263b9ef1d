// `penetrations` by the variants that the paper describes. The answers are those of pliant::Scene.
#pragma once

#include <cstdint>
#include <vector>

#include <pliant/penetrations.hpp>
#include <pliant/views.hpp>

#include "detect/spatial_hash/float_vertices.hpp"
#include "detect/spatial_hash/slots.hpp"
#include "frame/bodies.hpp"
#include "frame/penetration_query.hpp"
#include "frame/tetrahedra.hpp"
#include "narrow_phase/penetration_tests.hpp"
#include "narrow_phase/penetration_writer.hpp"
#include "narrow_phase/volume_flaws.hpp"
#include "papers/Teschner2003/chained_table.hpp"
#include "papers/Teschner2003/one_pass.hpp"
#include "parallel/parallel.hpp"

namespace pliant::teschner2003 {

enum class Passes : std::uint8_t {
    two,  // vertices chained by cell, then tetrahedra over the cells of their boxes: the method as printed
    one,  // tetrahedra in every cell of their box
};

/// The two tests of a vertex against a tetrahedron [Teschner2003, 4.4].
enum class InsideTest : std::uint8_t { barycentric, half_spaces };

struct Variant {
    Passes passes = Passes::two;
    InsideTest test = InsideTest::barycentric;
};

/// Like pliant::Scene, for one question. Ignores budgets, edges and depths.
class PaperScene {
public:
    explicit PaperScene(unsigned threads, Variant variant = {}) : workers_(threads), variant_(variant) {}

    BodyId add(const SurfaceView& surface);
    BodyId add(const VolumeView& volume);
    void move(BodyId body, Points positions) { bodies_.move(body, positions); }
    void use(Variant variant) { variant_ = variant; }

    const Penetrations& penetrations(const PenetrationOptions& options);

private:
    struct Piece {
        spatial_hash::Sweep sweep;
        std::vector<std::uint32_t> near;
        narrow_phase::PenetrationFindings findings;
    };

    void update(const frame::PenetrationQuery& query);
    void find(const frame::PenetrationQuery& query);
    void sweep(const frame::PenetrationQuery& query, std::uint32_t slot, Piece& out) const;
    void keep_wanted(const frame::PenetrationQuery& query, broad_phase::Candidates& candidates) const;

    frame::Bodies bodies_;
    frame::Volumes volumes_;
    frame::Tetrahedra tetrahedra_;
    parallel::Workers workers_;
    Variant variant_;

    std::uint64_t topology_version_ = 0;
    spatial_hash::Slots slots_;
    spatial_hash::FloatVertices vertices_;
    ChainedTable table_;
    OnePass one_pass_;
    narrow_phase::VolumeFlaws flaws_;
    narrow_phase::PenetrationWriter writer_;
    std::vector<Piece> pieces_;
    std::vector<narrow_phase::FoundPenetration> found_;
    Penetrations answer_;
};

}  // namespace pliant::teschner2003
