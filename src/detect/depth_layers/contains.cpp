#include "detect/depth_layers/contains.hpp"

#include <algorithm>

namespace pliant::depth_layers {

namespace {

/// Counts in bytes, which vectorise: std::count would widen each of them.
std::size_t count(std::span<const PointSide> all, PointSide of) {
    constexpr std::size_t at_once = 240;
    std::size_t sum = 0;
    for (std::size_t begin = 0; begin < all.size(); begin += at_once) {
        std::uint8_t some = 0;
        for (const PointSide side : all.subspan(begin, std::min(at_once, all.size() - begin))) {
            some = static_cast<std::uint8_t>(some + (side == of ? 1 : 0));
        }
        sum += some;
    }
    return sum;
}

}  // namespace

/// Branchless; two lists at once, since each store depends on the last one to its list.
void Contains::list_two(PointSide one, PointSide other, std::vector<std::uint32_t>& ones,
                        std::vector<std::uint32_t>& others) const {
    const std::size_t number_of_ones = count(found_, one), number_of_others = count(found_, other);
    ones.resize(number_of_ones + 1);  // every number is written, and overwritten by the next unless it counts
    others.resize(number_of_others + 1);
    std::uint32_t *place = ones.data(), *other_place = others.data();
    const PointSide* const sides = found_.data();
    const auto end = static_cast<std::uint32_t>(number_of_ones + number_of_others > 0 ? found_.size() : 0);
    for (std::uint32_t i = 0; i < end; ++i) {
        const PointSide here = sides[i];
        *place = *other_place = i;
        place += here == one ? 1 : 0;
        other_place += here == other ? 1 : 0;
    }
    ones.resize(number_of_ones);
    others.resize(number_of_others);
}

void Contains::list_sides(Containment& out) const {
    list_two(PointSide::inside, PointSide::uncertain, out.inside, out.uncertain);
    list_two(PointSide::on_surface, PointSide::invalid, out.on_surface, out.invalid);
}

void Contains::find_along_other_axes(const ContainsQuery& query, Containment& out) {
    for (std::size_t k = 0; k < 2 && query.report.stopped_by != Limit::caller; ++k) {
        PointLayers& layers = along_other_axes_[k];
        layers.update(query, static_cast<Axis>((static_cast<std::size_t>(layers_.axis()) + 1 + k) % 3));
        const Limit limit = layers.find(query);
        out.inconsistent_pixels += layers.inconsistent_columns();
        if (query.report.stopped_by == Limit::none) query.report.stopped_by = limit;
    }
    const bool all_axes = query.report.stopped_by != Limit::caller;
    sides_.assign(found_.begin(), found_.end());
    for (std::size_t i = 0; i < sides_.size(); ++i) {
        if (sides_[i] == PointSide::on_surface || sides_[i] == PointSide::invalid) continue;
        bool inside = sides_[i] == PointSide::inside, outside = sides_[i] == PointSide::outside;
        if (!all_axes) {  // one axis alone proves nothing
            sides_[i] = PointSide::uncertain;
            continue;
        }
        bool through_opening = layers_.through_opening(query.points[i]);
        for (const PointLayers& other : along_other_axes_) {
            inside |= other.sides()[i] == PointSide::inside;
            outside |= other.sides()[i] == PointSide::outside;
            through_opening |= other.through_opening(query.points[i]);
        }
        sides_[i] = inside == outside || through_opening ? PointSide::uncertain
                    : inside                             ? PointSide::inside
                                                         : PointSide::outside;
    }
    found_ = sides_;
}

void Contains::find(const ContainsQuery& query, Containment& out) {
    query.report.stopped_by = layers_.find(query);
    out.resolution = layers_.resolution();
    out.inconsistent_pixels = layers_.inconsistent_columns();
    out.bound = layers_.bound();
    out.openings = layers_.openings_count();
    found_ = layers_.sides();
    if (layers_.is_open()) find_along_other_axes(query, out);
    list_sides(out);
}

}  // namespace pliant::depth_layers
