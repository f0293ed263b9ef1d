#include <pliant/simulation.hpp>
#include <pliant/soup.hpp>

#include "simulate/living_scene.hpp"
#include "waving_pair.hpp"

namespace pliant::hatab2006 {

/// The living scene `scalpel`: a blade draws through a soft slab, whose surface changes in every frame. It is asked for
/// its own intersections as it is, with nothing kept from the frame before.
Json cutting(const Experiment& experiment) {
    const int frames = experiment.quick ? 40 : 200;
    constexpr double seconds = 1.0 / 60;
    const auto scene = simulate::make_living_scene("scalpel", {.threads = 1});
    Simulation& simulation = scene->simulation();
    std::vector<double> cut, deform, detect, respond, asked;
    const std::size_t before = simulation.triangles(0).size();
    std::size_t changes = 0;
    for (int frame = 0; frame < frames; ++frame) {
        const std::size_t triangles = simulation.triangles(0).size();
        bench::Stopwatch watch;
        scene->drive((frame + 1) * seconds, seconds);
        const double driven = watch.lap().processor;
        if (simulation.triangles(0).size() != triangles) {
            ++changes;
            cut.push_back(driven);
        }
        const StepReport& report = simulation.step(seconds);
        deform.push_back(report.milliseconds.deform);
        detect.push_back(report.milliseconds.detect);
        respond.push_back(report.milliseconds.respond);
        asked.push_back(fastest(1, [&] {
            (void)self_intersections(SurfaceView{simulation.positions(0), simulation.triangles(0)}, {.threads = 1});
        }));
    }
    return {{"frames", frames},
            {"frames_with_cuts", changes},
            {"triangles_before", before},
            {"triangles_after", simulation.triangles(0).size()},
            {"cut_milliseconds", cut.empty() ? 0 : bench::median(cut)},
            {"deform_milliseconds", bench::median(deform)},
            {"detect_milliseconds", bench::median(detect)},
            {"respond_milliseconds", bench::median(respond)},
            {"soup_milliseconds", bench::median(asked)}};
}

}  // namespace pliant::hatab2006
