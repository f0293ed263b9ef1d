// Reading positions and updating a detector with them, batch by batch, in one pass over memory.
#pragma once

#include <cstddef>

#include "frame/bodies.hpp"
#include "parallel/parallel.hpp"

namespace pliant {

/// Reads what has moved. A detector that bounds single triangles follows with each batch, on the thread that has just
/// read it and has it in L2: `start_update(bodies)` comes first, then `update_batch(bodies, batch)` in parallel, which
/// must not throw. Neither is called where nothing has moved.
template <class Detector>
void read_frame(frame::Bodies& bodies, parallel::Workers& workers, Detector& detector) {
    if (!bodies.start_reading(workers)) return;
    detector.start_update(bodies);
    workers.for_each(bodies.spans(), [&](std::size_t span) {
        for (std::size_t batch = 0; batch < bodies.batches(span); ++batch) {
            detector.update_batch(bodies, bodies.read(span, batch));
        }
    });
    bodies.finish_reading();
}

}  // namespace pliant
