// The caller's threads: an engine that has a job system of its own lends it to a Scene.
#pragma once

#include <cstddef>

#include <pliant/export.hpp>

namespace pliant {

/// Runs the loops of a Scene on the caller's threads, in place of those that the library would start itself. The
/// answers are the same for any job system and any number of threads.
class PLIANT_EXPORT JobSystem {
public:
    /// One item of a loop. Never throws: the library keeps what goes wrong inside and throws it after the loop, from
    /// the function that the caller asked.
    using Job = void (*)(void* context, std::size_t index);

    JobSystem() = default;
    JobSystem(const JobSystem&) = default;
    JobSystem& operator=(const JobSystem&) = default;
    virtual ~JobSystem() = default;

    /// How many jobs may run at the same time, at least 1; where it is 1, `run` is never called. Asked once, when the
    /// scene is made.
    [[nodiscard]] virtual unsigned threads() const = 0;

    /// Calls job(context, i) once for every i < count, in any order, on any threads, that of the caller included, and
    /// returns when all have returned. What the jobs wrote is visible to the caller then, as after a join. Called by
    /// the thread that asks the scene, never from within a job.
    virtual void run(std::size_t count, Job job, void* context) = 0;
};

}  // namespace pliant
