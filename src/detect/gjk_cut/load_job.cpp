#include "detect/gjk_cut/load_job.hpp"

#include <algorithm>
#include <cmath>
#include <span>

namespace pliant::gjk_cut {

namespace {

template <class Number>
Number largest_magnitude(const Box<Number>& box) {
    auto largest = 0 * box.lo[0];
    for (std::size_t k = 0; k < 3; ++k) largest = std::max({largest, std::abs(box.lo[k]), std::abs(box.hi[k])});
    return largest;
}

/// Centre and scale in which floats describe `region` well, and can hold whatever lies in `all`.
LocalOrigin origin_of(const Box<double>& region, const Box<double>& all, bool floats) {
    LocalOrigin origin{};
    double half = 0;
    for (std::size_t k = 0; k < 3; ++k) {
        origin.centre[k] = 0.5 * region.lo[k] + 0.5 * region.hi[k];
        half = std::max(half, 0.5 * region.hi[k] - 0.5 * region.lo[k]);
    }
    const double magnitude = largest_magnitude(all);
    int exponent = magnitude > 0 ? 60 - std::ilogb(magnitude) : 0;
    if (half > 0) exponent = std::min(exponent, -std::ilogb(half));
    const int limit = floats ? 120 : 1000;
    origin.scale = std::ldexp(1.0, std::clamp(exponent, -limit, limit));
    return origin;
}

class ListLoader {
public:
    ListLoader(const LoadedFrom& from, const Box<double>& region, const LocalOrigin& origin, Workspace& workspace)
        : from_(from), region_(region), origin_(origin), work_(workspace) {}

    /// The selected triangles of a body; `within`: for a check within the body.
    List load(std::uint32_t body, bool within) {
        std::span<const std::uint32_t> numbers = from_.triangles.of(body);
        if (!within && !from_.pairs.bodies()[body].cut_to_one_region()) numbers = cut_to_region(body, numbers);
        List list = work_.lists.push(numbers.size());
        if (numbers.empty()) return list;
        TriangleList to = view(list);
        list.box = load_triangles(from_.bodies.vertices(), corners_, numbers.data(), numbers.size(), origin_, to);
        list.count = to.count;
        largest_ = std::max(largest_, largest_magnitude(list.box));
        return list;
    }

    /// For all lists loaded.
    [[nodiscard]] Margins margins() const { return Margins::for_magnitude(largest_); }

private:
    /// Written to the workspace.
    std::span<const std::uint32_t> cut_to_region(std::uint32_t body, std::span<const std::uint32_t> numbers) {
        const std::size_t room = numbers.size() + filter_padding;
        work_.numbers.resize(std::max(work_.numbers.size(), 2 * room));
        const FilterCounts counts = keep_in_region(
            from_.bodies.vertices(), {corners_, numbers.data(), 0, numbers.size()},
            {region_, all_finite(from_.bodies.all()[body])}, work_.numbers.data(), work_.numbers.data() + room);
        return {work_.numbers.data(), counts.kept};
    }

    const LoadedFrom& from_;
    const Box<double>& region_;
    const LocalOrigin& origin_;
    Workspace& work_;
    const std::uint32_t* corners_ = from_.bodies.triangles().data()->data();
    float largest_ = 0;
};

}  // namespace

std::optional<Job> load_job(const LoadedFrom& from, const broad_phase::Pair& pair, Workspace& workspace) {
    if (from.triangles.of(pair.a).empty() || from.triangles.of(pair.b).empty()) return std::nullopt;
    const Box<double>&a = from.pairs.bodies()[pair.a].box, &b = from.pairs.bodies()[pair.b].box;
    const Box<double> region = intersection(a, b);
    const LocalOrigin origin = origin_of(region, united(a, b), from.bodies.vertices().doubles == nullptr);
    ListLoader loader(from, region, origin, workspace);
    Job job;
    job.within = job.one_body = pair.a == pair.b;
    job.a = loader.load(pair.a, job.within);
    if (!job.within) job.b = loader.load(pair.b, job.within);
    job.margins = loader.margins();
    if (job.a.count == 0 || (!job.within && job.b.count == 0)) return std::nullopt;
    return job;
}

}  // namespace pliant::gjk_cut
