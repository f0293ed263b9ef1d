// tetrahedralize: chooses the mesher.
#include "meshing/netgen.hpp"
#include "meshing/stuffing.hpp"
#include "parallel/floating_point_mode.hpp"

namespace pliant::meshing {

VolumeMesh tetrahedralize(const SurfaceView& surface, const TetrahedralizeOptions& options) {
    const parallel::FloatingPointMode mode;
    require_measurable(surface);
    const Cells cells{options.cell_size, options.resolution};
    if (options.mesher == Mesher::netgen) return fill_by_netgen(surface, cells);
    parallel::Workers workers(options.threads, options.jobs);
    return stuff(surface, cells, workers);
}

}  // namespace pliant::meshing
