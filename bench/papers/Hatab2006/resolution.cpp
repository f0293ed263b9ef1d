#include <array>
#include <map>
#include <set>

#include <pliant/scene.hpp>

#include "waving_pair.hpp"

namespace pliant::hatab2006 {

namespace {

/// Every triangle in four: the vertices of the mesh first, then the middles of its edges. The four of triangle t are
/// 4 t to 4 t + 3.
shapes::Mesh in_four(const shapes::Mesh& mesh) {
    shapes::Mesh fine;
    fine.positions = mesh.positions;
    std::map<std::array<std::uint32_t, 2>, std::uint32_t> middles;
    const auto middle = [&](std::uint32_t a, std::uint32_t b) {
        const auto [place, made] =
            middles.try_emplace({std::min(a, b), std::max(a, b)}, static_cast<std::uint32_t>(fine.positions.size()));
        if (made) {
            const auto &p = mesh.positions[a], &q = mesh.positions[b];
            fine.positions.push_back({0.5 * (p[0] + q[0]), 0.5 * (p[1] + q[1]), 0.5 * (p[2] + q[2])});
        }
        return place->second;
    };
    for (const Triangle& t : mesh.triangles) {
        const std::uint32_t ab = middle(t[0], t[1]), bc = middle(t[1], t[2]), ca = middle(t[2], t[0]);
        for (const Triangle& part : {Triangle{t[0], ab, ca}, {ab, t[1], bc}, {ca, bc, t[2]}, {ab, bc, ca}})
            fine.triangles.push_back(part);
    }
    return fine;
}

}  // namespace

/// "An increase in the resolution can be regarded as the removal of few rough triangles, and the addition of many fine
/// ones": in every frame the triangles that meet go, four finer ones come for each, and the question is asked again.
Json exchanged_resolution(Experiment& experiment) {
    const int frames = experiment.quick ? 4 : 24;
    const shapes::Mesh rough = experiment.body("bull_12k.off", ball(13000)), fine = in_four(rough);
    WavingPair pair(fine);
    Json result;
    for (const auto method : {IntersectionMethod::gjk_cut, IntersectionMethod::box_tree}) {
        std::vector<double> exchange, first, second;
        std::size_t gone = 0, pairs_rough = 0, pairs_fine = 0;
        for (int frame = 0; frame < frames; ++frame) {
            pair.show(0.15 * frame, apart_at(frame, frames));
            Scene scene({.threads = 1});
            const std::array ids{scene.add(SurfaceView{pair.a, rough.triangles}),
                                 scene.add(SurfaceView{pair.b, rough.triangles})};
            bench::Stopwatch watch;
            const Answer<TrianglePair>& found = scene.intersections({.method = method, .self = false});
            first.push_back(watch.lap().processor);
            std::array<std::set<std::uint32_t>, 2> meeting;
            for (const TrianglePair& p : found) {
                meeting[static_cast<std::size_t>(p.a.body)].insert(p.a.triangle);
                meeting[static_cast<std::size_t>(p.b.body)].insert(p.b.triangle);
            }
            pairs_rough += found.size();
            watch.lap();
            for (std::size_t i = 0; i < 2; ++i) {
                const std::vector<std::uint32_t> going(meeting[i].begin(), meeting[i].end());
                std::vector<Triangle> coming;
                for (const std::uint32_t t : going) {
                    for (std::uint32_t k = 0; k < 4; ++k) coming.push_back(fine.triangles[4 * t + k]);
                }
                scene.remove_triangles(ids[i], going);
                scene.insert_triangles(ids[i], coming);
                gone += going.size();
            }
            exchange.push_back(watch.lap().processor);
            pairs_fine += scene.intersections({.method = method, .self = false}).size();
            second.push_back(watch.lap().processor);
        }
        const auto count = static_cast<double>(frames);
        result[std::string(name(method))] = {{"first_milliseconds", bench::median(first)},
                                             {"exchange_milliseconds", bench::median(exchange)},
                                             {"second_milliseconds", bench::median(second)},
                                             {"rough_triangles_gone", static_cast<double>(gone) / count},
                                             {"pairs_rough", static_cast<double>(pairs_rough) / count},
                                             {"pairs_fine", static_cast<double>(pairs_fine) / count}};
    }
    return result;
}

}  // namespace pliant::hatab2006
