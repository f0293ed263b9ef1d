// CGAL 5.5: Polygon_mesh_processing::self_intersections, and box_intersection_d with CGAL's exact predicate.
// Both start anew in every frame: there is nothing to refit. All bodies together are one mesh.
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Polygon_mesh_processing/self_intersections.h>
#include <CGAL/Surface_mesh.h>
#include <CGAL/box_intersection_d.h>
#include <tbb/task_arena.h>

#include <stdexcept>

#include "exact_pair.hpp"

namespace pliant::bench {

namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Point = Kernel::Point_3;

Point point(const float* positions, std::size_t v) {
    const float* p = positions + 3 * v;
    return {double(p[0]), double(p[1]), double(p[2])};
}

class SelfIntersections final : public Contestant {
public:
    SelfIntersections(const Film& film, unsigned threads)
        : film_(film), threads_(threads), arena_(static_cast<int>(threads)) {
        const float* positions = film.frames[0].data();
        for (std::size_t v = 0; v < film.vertices(); ++v) mesh_.add_vertex(point(positions, v));
        using Vertex = Mesh::Vertex_index;
        for (const Triangle& t : film.triangles) {
            const auto face = mesh_.add_face(Vertex(t[0]), Vertex(t[1]), Vertex(t[2]));
            if (face == Mesh::null_face()) throw std::runtime_error("CGAL takes manifold meshes only");
        }
    }

    void update(std::size_t frame) override {
        const float* positions = film_.frames[frame].data();
        for (const auto v : mesh_.vertices()) mesh_.point(v) = point(positions, v);
    }

    void find() override {
        faces_.clear();
        arena_.execute([&] {
            namespace pmp = CGAL::Polygon_mesh_processing;
            if (threads_ == 1) {
                pmp::self_intersections<CGAL::Sequential_tag>(mesh_, std::back_inserter(faces_));
            } else {
                pmp::self_intersections<CGAL::Parallel_tag>(mesh_, std::back_inserter(faces_));
            }
        });
        collected_.clear();
        for (const auto& [a, b] : faces_) {
            if (!share_vertex(film_.triangles[a], film_.triangles[b])) collected_.add(a, b);
        }
    }

    void pairs(std::vector<IndexPair>& out) const override { out = collected_.pairs; }

private:
    using Mesh = CGAL::Surface_mesh<Point>;

    const Film& film_;
    unsigned threads_;
    tbb::task_arena arena_;
    Mesh mesh_;
    std::vector<std::pair<Mesh::Face_index, Mesh::Face_index>> faces_;
    Collected collected_;
};

class BoxIntersection final : public Contestant {
public:
    BoxIntersection(const Film& film, unsigned threads)
        : film_(film), threads_(threads), arena_(static_cast<int>(threads)), by_thread_(threads) {}

    void update(std::size_t frame) override {
        positions_ = film_.frames[frame].data();
        boxes_.clear();
        sorted_.clear();
        boxes_.reserve(film_.triangles.size());
        for (std::uint32_t t = 0; t < film_.triangles.size(); ++t) {
            Box box = box_of(positions_, film_.triangles[t]);
            boxes_.emplace_back(box.lo, box.hi, t);
            sorted_.push_back(&boxes_.back());
        }
    }

    void find() override {
        for (Padded& own : by_thread_) own.collected.clear();
        arena_.execute([&] {
            if (threads_ == 1) {
                search<CGAL::Sequential_tag>();
            } else {
                search<CGAL::Parallel_tag>();
            }
        });
    }

    void pairs(std::vector<IndexPair>& out) const override {
        out.clear();
        for (const Padded& own : by_thread_) {
            out.insert(out.end(), own.collected.pairs.begin(), own.collected.pairs.end());
        }
    }

    [[nodiscard]] std::optional<std::uint64_t> tested() const override {
        std::uint64_t sum = 0;
        for (const Padded& own : by_thread_) sum += own.collected.tested;
        return sum;
    }

private:
    using Bounds = CGAL::Box_intersection_d::Box_with_info_d<float, 3, std::uint32_t>;
    static constexpr std::ptrdiff_t cutoff = 2000;  // as in Polygon_mesh_processing

    struct alignas(128) Padded {
        Collected collected;
    };

    template <class Concurrency>
    void search() {
        const auto callback = [this](const Bounds* p, const Bounds* q) { test(p->info(), q->info()); };
        if (film_.self) {
            CGAL::box_self_intersection_d<Concurrency>(sorted_.begin(), sorted_.end(), callback, cutoff);
            return;
        }
        const auto second = sorted_.begin() + film_.bodies[1].first_triangle;
        CGAL::box_intersection_d<Concurrency>(sorted_.begin(), second, second, sorted_.end(), callback, cutoff);
    }

    [[nodiscard]] Kernel::Triangle_3 triangle(const Triangle& t) const {
        return {point(positions_, t[0]), point(positions_, t[1]), point(positions_, t[2])};
    }

    void test(std::uint32_t a, std::uint32_t b) {
        const Triangle &ta = film_.triangles[a], &tb = film_.triangles[b];
        if (share_vertex(ta, tb)) return;
        Collected& own = by_thread_[std::size_t(tbb::this_task_arena::current_thread_index())].collected;
        ++own.tested;
        if (CGAL::do_intersect(triangle(ta), triangle(tb))) own.add(a, b);
    }

    const Film& film_;
    unsigned threads_;
    tbb::task_arena arena_;
    const float* positions_ = nullptr;
    std::vector<Bounds> boxes_;
    std::vector<const Bounds*> sorted_;
    std::vector<Padded> by_thread_;
};

}  // namespace

void add_cgal(const Film& film, unsigned threads, std::vector<Entry>& out) {
    if (film.self) {
        out.push_back({"CGAL self_intersections", Role::peer, threads, true,
                       [threads, &film] { return std::make_unique<SelfIntersections>(film, threads); }});
    }
    if (film.self || film.bodies.size() == 2) {
        out.push_back({"CGAL box_intersection_d", Role::peer, threads, true,
                       [threads, &film] { return std::make_unique<BoxIntersection>(film, threads); }});
    }
}

}  // namespace pliant::bench
