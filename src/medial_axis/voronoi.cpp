#include "medial_axis/voronoi.hpp"

#include <cmath>
#include <cstdio>
#include <map>
#include <memory>
#include <optional>

extern "C" {
#include <libqhull_r/qhull_ra.h>
}

namespace pliant::medial_axis {

namespace {

struct Closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
};

/// One run of Qhull; what it complains about goes nowhere: the caller finds no vertices then.
class Delaunay {
public:
    explicit Delaunay(std::span<const Vec3> points) : silent_(std::fopen("/dev/null", "w")) {
        for (const Vec3& p : points) coordinates_.insert(coordinates_.end(), {p.x, p.y, p.z});
        qh_zero(&qh_, silent_.get());
        // Joggled input, so that every cell has four corners; the same joggle on every run.
        char command[] = "qhull d QJ Qbb Pp QR-17";
        good_ = qh_new_qhull(&qh_, 3, static_cast<int>(points.size()), coordinates_.data(), False, command,
                             silent_.get(), silent_.get()) == 0;
    }
    ~Delaunay() {
        int long_left = 0, all_left = 0;
        qh_freeqhull(&qh_, !qh_ALL);
        qh_memfreeshort(&qh_, &long_left, &all_left);
    }
    Delaunay(const Delaunay&) = delete;
    Delaunay& operator=(const Delaunay&) = delete;

    template <class Visit>
    void for_each_cell(const Visit& visit) {
        if (!good_) return;
        qhT* qh = &qh_;  // the macros of Qhull ask for this name
        facetT* facet = nullptr;
        FORALLfacets {
            if (!facet->upperdelaunay && facet->simplicial) visit(*facet);
        }
    }

    std::array<std::uint32_t, 4> points_of(const facetT& cell) {
        std::array<std::uint32_t, 4> numbers{};
        std::size_t count = 0;
        vertexT *vertex = nullptr, **vertexp = nullptr;
        FOREACHvertex_(cell.vertices) {
            if (count < 4) numbers[count++] = static_cast<std::uint32_t>(qh_pointid(&qh_, vertex->point));
        }
        return numbers;
    }

private:
    std::unique_ptr<std::FILE, Closer> silent_;
    std::vector<double> coordinates_;
    qhT qh_{};
    bool good_ = false;
};

/// None for a flat cell.
std::optional<Vec3> circumcentre(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    const Vec3 u = b - a, v = c - a, w = d - a;
    const double volume = 2 * dot(u, cross(v, w));
    const Vec3 from_a = (1 / volume) * (dot(u, u) * cross(v, w) + dot(v, v) * cross(w, u) + dot(w, w) * cross(u, v));
    if (!std::isfinite(dot(from_a, from_a))) return {};
    return a + from_a;
}

}  // namespace

std::vector<VoronoiVertex> voronoi_vertices(std::span<const Vec3> points) {
    std::vector<VoronoiVertex> vertices;
    if (points.size() < 5) return vertices;
    Delaunay delaunay(points);
    std::map<unsigned, std::uint32_t> number_of;
    delaunay.for_each_cell([&](const facetT& cell) {
        const auto corners = delaunay.points_of(cell);
        const auto centre =
            circumcentre(points[corners[0]], points[corners[1]], points[corners[2]], points[corners[3]]);
        if (!centre) return;
        const Vec3 to_point = points[corners[0]] - *centre;
        number_of[cell.id] = static_cast<std::uint32_t>(vertices.size());
        vertices.push_back({*centre, std::sqrt(dot(to_point, to_point)), corners, {}});
    });
    delaunay.for_each_cell([&](const facetT& cell) {
        const auto at = number_of.find(cell.id);
        if (at == number_of.end()) return;
        auto& neighbours = vertices[at->second].neighbours;
        neighbours.fill(VoronoiVertex::none);
        std::size_t count = 0;
        facetT *neighbor = nullptr, **neighborp = nullptr;
        FOREACHneighbor_((&cell)) {
            const auto next = number_of.find(neighbor->id);
            if (next != number_of.end() && count < 4) neighbours[count++] = next->second;
        }
    });
    return vertices;
}

}  // namespace pliant::medial_axis
