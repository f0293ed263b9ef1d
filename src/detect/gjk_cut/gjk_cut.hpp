// Intersecting triangles with nothing built and nothing updated [Hatab2006]: triangles may come, go and move at will.
// Exact: what is cut away provably meets nothing.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <pliant/scene.hpp>

#include "detect/gjk_cut/first_look.hpp"
#include "detect/gjk_cut/recursive_check.hpp"
#include "frame/bodies.hpp"
#include "narrow_phase/pair_tests.hpp"
#include "numeric/box.hpp"
#include "parallel/parallel.hpp"

namespace pliant::gjk_cut {

class GjkCut {
public:
    /// There is nothing to build. Looks for the boxes of bodies whose positions are new.
    void update(const frame::Bodies& bodies, parallel::Workers& workers, Report& report);

    /// Everything that intersects at the positions of the last update.
    void find(const frame::Bodies& bodies, const IntersectionOptions& options, parallel::Workers& workers,
              Answer<TrianglePair>& answer);

    Rules rules;

private:
    /// What a search knows of a body.
    struct Part {
        Box<double> box;            // of its vertices that are finite
        BodyId body{};              // what the box is of,
        std::uint64_t version = 0;  // and at which positions
        bool takes_part = false;
        std::uint32_t partners = 0;        // bodies whose boxes meet its own
        Box<double> wanted;                // where its triangles may meet something
        std::size_t first = 0, count = 0;  // its triangles there: kept_[first], ...
    };
    /// Two bodies whose boxes meet, or one with itself.
    struct BodyPair {
        std::uint32_t a, b;
    };
    /// Some triangles of one body to look at.
    struct Chunk {
        std::uint32_t body;
        Lookup triangles;
        std::size_t first;  // where the kept ones go
        Looked looked;
    };

    void choose_bodies(const frame::Bodies& bodies);
    void pair_up(const IntersectionOptions& options);
    void look_at_triangles(const frame::Bodies& bodies, const IntersectionOptions& options, parallel::Workers& workers);
    void cut_into_chunks(const frame::Bodies& bodies);
    void set_aside_unsound(const frame::Bodies& bodies, Chunk& chunk);
    void join_chunks();

    void start(const frame::Bodies& bodies, const IntersectionOptions& options, parallel::Workers& workers);
    void load(const frame::Bodies& bodies, const BodyPair& pair, Workspace& workspace, std::vector<Job>& jobs);
    void spread(const frame::Bodies& bodies, const IntersectionOptions& options, parallel::Workers& workers,
                Report& report);
    void run(const frame::Bodies& bodies, const IntersectionOptions& options, parallel::Workers& workers,
             Report& report);
    void run_wave(const frame::Bodies& bodies, const IntersectionOptions& options, parallel::Workers& workers,
                  std::size_t first, std::size_t count);
    void add(const narrow_phase::Findings& findings, Report& report);

    using Clock = std::chrono::steady_clock;

    Clock::time_point started_;
    std::vector<Part> parts_;  // by index of body
    std::vector<BodyPair> pairs_;
    std::vector<std::uint32_t> by_x_;
    std::vector<Chunk> chunks_;
    std::vector<std::uint32_t> kept_, suspects_, unsound_;

    // Workspaces of the parts of a search that hand lists on; then one for each worker.
    std::vector<std::unique_ptr<Workspace>> workspaces_;
    std::size_t workspaces_used_ = 0;
    std::vector<std::unique_ptr<Workspace>> of_worker_;
    std::vector<std::vector<Job>> left_;  // by part of a wave
    std::vector<Job> frontier_, jobs_;
    std::vector<narrow_phase::Findings> findings_;
    narrow_phase::FoundPairs found_;
};

}  // namespace pliant::gjk_cut
