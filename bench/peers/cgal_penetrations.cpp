// CGAL 5.5: an AABB tree over the boxes of tetrahedra, made anew in every frame, and asked for each vertex.
#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/Simple_cartesian.h>

#include "volume_film.hpp"

namespace pliant::bench {

namespace {

using Kernel = CGAL::Simple_cartesian<double>;

struct Frame {
    const VolumeFilm* film;
    const float* positions;
};

/// A tetrahedron as its box: what lies in it is tested exactly afterwards.
class BoxPrimitive {
public:
    using Id = std::uint32_t;
    using Point = Kernel::Point_3;
    using Datum = Kernel::Iso_cuboid_3;
    using Datum_reference = Datum;
    using Point_reference = Point;
    using Shared_data = Frame;

    BoxPrimitive() = default;
    explicit BoxPrimitive(Id tetrahedron) : id_(tetrahedron) {}
    template <class Iterator>
    BoxPrimitive(Iterator at, const VolumeFilm*, const float*) : id_(*at) {}

    [[nodiscard]] Id id() const { return id_; }
    [[nodiscard]] Datum datum(const Frame& frame) const {
        const FloatBox4 box = box_of(frame.positions, frame.film->tetrahedra[id_]);
        return {Point(box.lo[0], box.lo[1], box.lo[2]), Point(box.hi[0], box.hi[1], box.hi[2])};
    }
    [[nodiscard]] Point reference_point(const Frame& frame) const { return (datum(frame).min)(); }
    static Frame construct_shared_data(const VolumeFilm* film, const float* positions) { return {film, positions}; }

private:
    Id id_ = 0;
};

using Traits = CGAL::AABB_traits<Kernel, BoxPrimitive>;
using Tree = CGAL::AABB_tree<Traits>;

class CgalPenetrations final : public Contestant {
public:
    explicit CgalPenetrations(const VolumeFilm& film) : film_(film), numbers_(film.tetrahedra.size()) {
        for (std::uint32_t t = 0; t < numbers_.size(); ++t) numbers_[t] = t;
    }

    void update(std::size_t frame) override {
        positions_ = film_.film.frames[frame].data();
        tree_.rebuild(numbers_.begin(), numbers_.end(), &film_, positions_);
        tree_.build();
    }

    void find() override {
        pairs_.clear();
        tested_ = 0;
        for (std::uint32_t v = 0; v < film_.film.vertices(); ++v) {
            const float* p = positions_ + 3 * std::size_t{v};
            met_.clear();
            tree_.all_intersected_primitives(Kernel::Point_3(p[0], p[1], p[2]), std::back_inserter(met_));
            tested_ += met_.size();
            for (const std::uint32_t t : met_) {
                if (film_.asks(v, t) && contains(positions_, film_.tetrahedra[t], v)) pairs_.push_back({v, t});
            }
        }
    }

    void pairs(std::vector<IndexPair>& out) const override { out = pairs_; }
    [[nodiscard]] std::optional<std::uint64_t> tested() const override { return tested_; }

private:
    const VolumeFilm& film_;
    const float* positions_ = nullptr;
    std::vector<std::uint32_t> numbers_, met_;
    Tree tree_;
    std::vector<IndexPair> pairs_;
    std::uint64_t tested_ = 0;
};

}  // namespace

void add_cgal_penetrations(const VolumeFilm& film, std::vector<Entry>& out) {
    out.push_back(
        {"CGAL AABB tree", Role::peer, 1, true, [&film] { return std::make_unique<CgalPenetrations>(film); }});
}

}  // namespace pliant::bench
