#include "detect/depth_layers/column.hpp"

#include <algorithm>
#include <cmath>

#include "detect/depth_layers/mixed_layer.hpp"

namespace pliant::depth_layers {

namespace {

// A closed surface covers a column a whole number of times, but for rounding: a larger deviation, relative to the
// column, means a hole.
constexpr double closed_tolerance = 1e-7;
// With more pairs, halving the column is cheaper than comparing them all.
constexpr std::uint64_t most_pairs_of_fragments = 600;

inline void add_fragment(const LocalSurface& surface, std::uint32_t triangle, std::uint8_t body,
                         const Rectangle& column, ColumnScratch& scratch) {
    const Corners corners = surface.corners(triangle);
    const Extent extent = extent_of(corners);
    const bool apart =
        extent.x1 <= column.x0 || extent.x0 >= column.x1 || extent.y1 <= column.y0 || extent.y0 >= column.y1;
    if (apart) return;
    const Polygon& polygon = clip(corners, extent, column, scratch.polygons);
    if (polygon.size == 0 || !reaches_interior(polygon, column)) return;
    const DepthRange range = depth_range(polygon, corners);
    scratch.fragments.push_back({range.lo, range.hi, extent_of(polygon), moments_of(polygon), triangle, body});
}

void add_to_layer(const Fragment& fragment, Layer& layer) {
    const std::size_t b = fragment.body;
    layer.hi = std::max(layer.hi, fragment.hi);
    layer.moments[b] += fragment.moments;
    ++(fragment.moments.area > 0 ? layer.entering : fragment.moments.area < 0 ? layer.leaving : layer.edge_on)[b];
}

/// Sorts small keys instead of the fragments themselves.
void sort_by_depth(ColumnScratch& scratch) {
    scratch.order.clear();
    for (std::uint32_t i = 0; i < scratch.fragments.size(); ++i) scratch.order.push_back({scratch.fragments[i].lo, i});
    std::sort(scratch.order.begin(), scratch.order.end());
    scratch.sorted.clear();
    for (const auto& [depth, i] : scratch.order) scratch.sorted.push_back(scratch.fragments[i]);
    scratch.fragments.swap(scratch.sorted);
}

void group_into_layers(ColumnScratch& scratch) {
    scratch.layers.clear();
    const auto& fragments = scratch.fragments;
    for (std::uint32_t i = 0; i < fragments.size(); ++i) {
        if (scratch.layers.empty() || fragments[i].lo > scratch.layers.back().hi) {
            Layer& layer = scratch.layers.emplace_back();
            layer.lo = fragments[i].lo;
            layer.hi = fragments[i].hi;
            layer.first = i;
        }
        add_to_layer(fragments[i], scratch.layers.back());
        scratch.layers.back().last = i + 1;
    }
}

/// Windings in front of and behind each layer, counted from the side where the body has its outside face.
bool wind_from_below(std::size_t body, const SideOfColumn& side, double z_hi, double area, std::vector<Layer>& layers) {
    int winding = 0;
    for (Layer& layer : layers) {
        layer.before[body] = winding;
        const double turns = layer.moments[body].area / area, whole = std::round(turns);
        if (side.cut_off && layer.hi >= z_hi) {
            layer.incomplete[body] = layer.has(body);
            layer.after[body] = winding;
            continue;
        }
        if (!(std::abs(turns - whole) <= closed_tolerance)) return false;
        winding += static_cast<int>(whole);
        layer.after[body] = winding;
    }
    return side.cut_off || winding == 0;
}

bool wind_from_above(std::size_t body, const SideOfColumn& side, double z_lo, double area, std::vector<Layer>& layers) {
    int winding = 0;
    for (auto layer = layers.rbegin(); layer != layers.rend(); ++layer) {
        layer->after[body] = winding;
        const double turns = layer->moments[body].area / area, whole = std::round(turns);
        if (side.cut_off && layer->lo <= z_lo) {
            layer->incomplete[body] = layer->has(body);
            layer->before[body] = winding;
            continue;
        }
        if (!(std::abs(turns - whole) <= closed_tolerance)) return false;
        winding -= static_cast<int>(whole);
        layer->before[body] = winding;
    }
    return side.cut_off || winding == 0;
}

void note_winding(std::size_t body, int winding, ColumnResult& result) {
    result.winds_up[body] |= winding > 0;
    result.winds_down[body] |= winding < 0;
    result.winds_twice[body] |= std::abs(winding) > 1;
}

bool faces_the_wrong_way(const SideOfColumn& side, int winding) { return winding * side.orientation < 0; }

/// Of a body that may wind around something twice: windings lie between those of the layer's ends where they go one
/// way, and are not known otherwise.
VolumeBounds volume_of_windings(const Layer& layer, std::size_t body, double turns, double full, InsideRule rule) {
    const int low = std::min(layer.before[body], layer.after[body]);
    const int high = std::max(layer.before[body], layer.after[body]);
    const bool mixed_signs = low < 0 && high > 0;
    if (!goes_one_way(layer, body) || mixed_signs || (rule == InsideRule::parity && high - low > 1)) return {0, full};
    if (high - low <= 1) {
        const double above_low = std::clamp(turns - low * full, 0.0, full);
        const double volume =
            (is_inside(low, rule) ? full - above_low : 0) + (high != low && is_inside(high, rule) ? above_low : 0);
        return {volume, volume};
    }
    if (low > 0 || high < 0) return {full, full};
    return {std::min(full, std::abs(turns) / std::max(high, -low)), std::min(full, std::abs(turns))};
}

/// Volume of a body within a layer.
VolumeBounds volume_in_layer(const PairOfSides& pair, const Layer& layer, std::size_t body, double area) {
    const double full = (layer.hi - layer.lo) * area;
    const int before = layer.before[body];
    if (layer.incomplete[body]) return {0, full};
    if (!layer.has(body)) return is_inside(before, pair.rule) ? VolumeBounds{full, full} : VolumeBounds{0, 0};
    const Moments& m = layer.moments[body];
    const double turns = before * full + layer.hi * m.area - m.z;  // the winding, integrated over the layer
    if (!winds_once(pair.side[body], layer, body)) return volume_of_windings(layer, body, turns, full, pair.rule);
    const double volume = std::clamp(std::abs(turns), 0.0, full);
    return {volume, volume};
}

Vec3 middle_of(const Rectangle& r, double lo, double hi) {
    return {(r.x0 + r.x1) / 2, (r.y0 + r.y1) / 2, (lo + hi) / 2};
}

double half_diagonal(const Rectangle& r, double lo, double hi) {
    return std::hypot(r.x1 - r.x0, r.y1 - r.y0, hi - lo) / 2;
}

void add_whole(const Rectangle& column, double lo, double hi, Measure& out) {
    const double volume = column.area() * std::max(0.0, hi - lo);
    out.lo += volume;
    out.hi += volume;
    out.moment = out.moment + volume * middle_of(column, lo, hi);
}

void add_uncertain(const Rectangle& column, const Layer& layer, VolumeBounds bounds, Measure& out) {
    out.lo += bounds.lo;
    out.hi += bounds.hi;
    out.moment = out.moment + ((bounds.lo + bounds.hi) / 2) * middle_of(column, layer.lo, layer.hi);
    out.moment_error += bounds.hi * half_diagonal(column, layer.lo, layer.hi);
}

/// A layer of one body that winds once, within the other body: volume and moments are exact.
void add_layer_of_one(const Rectangle& column, const Layer& layer, std::size_t body, double volume, Measure& out) {
    const double area = column.area(), before = layer.before[body];
    const Moments& m = layer.moments[body];
    const double full = area * (layer.hi - layer.lo);
    const Vec3 middle = middle_of(column, layer.lo, layer.hi);
    const double turns = before * full + layer.hi * m.area - m.z;
    const Vec3 moment{before * full * middle.x + layer.hi * m.x - m.xz,
                      before * full * middle.y + layer.hi * m.y - m.yz,
                      before * full * middle.z + (layer.hi * layer.hi * m.area - m.zz) / 2};
    out.lo += volume;
    out.hi += volume;
    out.moment = out.moment + (turns < 0 ? -1.0 : 1.0) * moment;
}

/// Better bounds where the fragments themselves tell.
VolumeBounds tightened(const PairOfSides& pair, double area, const Layer& layer, VolumeBounds bounds,
                       ColumnScratch& scratch) {
    for (std::size_t body = 0; body < 2; ++body) {
        const SideOfColumn& side = pair.side[body];
        if (!winds_once(side, layer, body) || side.orientation == 0 || layer.incomplete[body]) return bounds;
    }
    const auto count = [&](std::size_t body) {
        return layer.entering[body] + layer.leaving[body] + layer.edge_on[body];
    };
    if (std::uint64_t{count(0)} * count(1) > most_pairs_of_fragments) return bounds;
    const auto fragments = std::span<const Fragment>(scratch.fragments).subspan(layer.first, layer.last - layer.first);
    const VolumeBounds own = bounds_by_fragments(pair, layer, fragments, area, scratch.doubts);
    const double rounding = pair.slack * area;
    const double lo = std::max(bounds.lo, own.lo - rounding), hi = std::min(bounds.hi, own.hi + rounding);
    return lo <= hi ? VolumeBounds{lo, hi} : bounds;
}

void measure_layer(const PairOfSides& pair, const Rectangle& column, const Layer& layer, ColumnScratch& scratch,
                   Measure& out) {
    const double area = column.area(), full = area * (layer.hi - layer.lo);
    const VolumeBounds a = volume_in_layer(pair, layer, 0, area), b = volume_in_layer(pair, layer, 1, area);
    if (a.hi == 0 || b.hi == 0) return;
    for (std::size_t body = 0; body < 2; ++body) {
        const bool alone = !layer.has(1 - body) && !layer.incomplete[body];
        if (alone && winds_once(pair.side[body], layer, body)) {
            return add_layer_of_one(column, layer, body, body == 0 ? a.hi : b.hi, out);
        }
    }
    // However they lie in the layer, they share no more than the smaller one, and no less than what would not fit in.
    const VolumeBounds loose{std::max(0.0, a.lo + b.lo - full), std::min(a.hi, b.hi)};
    add_uncertain(column, layer, layer.has(0) && layer.has(1) ? tightened(pair, area, layer, loose, scratch) : loose,
                  out);
}

/// Volume within a layer around which the first body winds at least twice.
VolumeBounds covered_twice(const SideOfColumn& side, const Layer& layer, double area) {
    if (side.embedded) return {0, 0};
    const double full = (layer.hi - layer.lo) * area;
    const int before = layer.before[0], after = layer.after[0];
    const int low = std::min(before, after), high = std::max(before, after);
    const Moments& m = layer.moments[0];
    const double turns = before * full + layer.hi * m.area - m.z;
    if (goes_one_way(layer, 0)) {
        if (low > -2 && high < 2) return {0, 0};
        if (low > 1 || high < -1) return {full, full};
        const double volume = std::clamp(std::abs(turns) - full, 0.0, full);
        if ((low == 1 && high == 2) || (low == -2 && high == -1)) return {volume, volume};
        return {0, full};
    }
    const int entering = static_cast<int>(layer.entering[0]), leaving = static_cast<int>(layer.leaving[0]);
    const int most = std::min(before + entering, after + leaving);
    const int least_of_all = std::max(before - leaving, after - entering);
    return most < 2 && least_of_all > -2 ? VolumeBounds{0, 0} : VolumeBounds{0, full};
}

/// Corners of fragments are rounded: areas by at most this share of their circumference, volumes by that times depth.
double rounding_of(const PairOfSides& pair, const Rectangle& column, const ColumnScratch& scratch) {
    double deepest = pair.z_hi;
    for (const Fragment& f : scratch.fragments) deepest = std::max({deepest, std::abs(f.lo), std::abs(f.hi)});
    const double circumference = (column.x1 - column.x0) + (column.y1 - column.y0);
    return pair.slack / 64 * static_cast<double>(scratch.fragments.size()) * circumference * deepest;
}

void set_inconsistent(const PairOfSides& pair, const Rectangle& column, ColumnResult& result) {
    const double full = column.area() * (pair.z_hi - pair.z_lo);
    result.inconsistent = true;
    result.volume = {};
    Layer whole;
    whole.lo = pair.z_lo;
    whole.hi = pair.z_hi;
    add_uncertain(column, whole, {0, full}, result.volume);
}

bool wind(const PairOfSides& pair, double area, std::size_t body, std::vector<Layer>& layers) {
    const SideOfColumn& side = pair.side[body];
    return side.seen_from_below ? wind_from_below(body, side, pair.z_hi, area, layers)
                                : wind_from_above(body, side, pair.z_lo, area, layers);
}

}  // namespace

void ColumnsWithHoles::mark(const Extent& hole) {
    const Grid::Range x = grid->along_x(hole.x0, hole.x1, false), y = grid->along_y(hole.y0, hole.y1, false);
    for (std::uint32_t iy = y.first; iy <= y.last && x.first <= x.last; ++iy) {
        for (std::uint32_t ix = x.first; ix <= x.last; ++ix) marked[std::size_t{iy} * grid->columns() + ix] = 1;
    }
}

bool reaches_hole(const PairOfSides& pair, const Rectangle& column) {
    if (pair.holes == nullptr || !pair.holes->near(column)) return false;
    for (const SideOfColumn& side : pair.side) {
        for (const Extent& hole : side.holes) {
            const bool apart = hole.x1 < column.x0 || hole.x0 > column.x1 || hole.y1 < column.y0 || hole.y0 > column.y1;
            if (!apart) return true;
        }
    }
    return false;
}

bool goes_one_way(const Layer& layer, std::size_t body) {
    return layer.entering[body] == 0 || layer.leaving[body] == 0;
}

bool winds_once(const SideOfColumn& side, const Layer& layer, std::size_t body) {
    const int before = layer.before[body], after = layer.after[body];
    return side.embedded || (goes_one_way(layer, body) && std::abs(before) <= 1 && std::abs(after) <= 1 &&
                             std::abs(after - before) <= 1);
}

void find_fragments(const PairOfSides& pair, const Rectangle& column, std::span<const TriangleOfPair> triangles,
                    ColumnScratch& scratch) {
    scratch.fragments.clear();
    for (const TriangleOfPair t : triangles) {
        const auto body = static_cast<std::uint8_t>(t >> 31);
        add_fragment(pair.side[body].surface, t & ~of_second_body, body, column, scratch);
    }
    sort_by_depth(scratch);
}

bool find_layers(const PairOfSides& pair, double area, ColumnScratch& scratch) {
    group_into_layers(scratch);
    return wind(pair, area, 0, scratch.layers) && wind(pair, area, 1, scratch.layers);
}

ColumnResult measure_overlap(const PairOfSides& pair, const Rectangle& column, ColumnScratch& scratch) {
    ColumnResult result;
    bool sound = find_layers(pair, column.area(), scratch) && !reaches_hole(pair, column);
    const auto& layers = scratch.layers;
    for (std::size_t i = 0; sound && i < layers.size(); ++i) {
        for (std::size_t body = 0; body < 2; ++body) {
            const int winding = layers[i].before[body];
            note_winding(body, winding, result);
            sound &= !faces_the_wrong_way(pair.side[body], winding);
        }
        const bool both = is_inside(layers[i].before[0], pair.rule) && is_inside(layers[i].before[1], pair.rule);
        if (i > 0 && both) add_whole(column, layers[i - 1].hi, layers[i].lo, result.volume);
        measure_layer(pair, column, layers[i], scratch, result.volume);
    }
    if (!sound) set_inconsistent(pair, column, result);
    if (sound) result.volume.rounding = rounding_of(pair, column, scratch);
    return result;
}

ColumnResult measure_self_overlap(const PairOfSides& pair, const Rectangle& column, ColumnScratch& scratch) {
    ColumnResult result;
    bool sound = find_layers(pair, column.area(), scratch) && !reaches_hole(pair, column);
    const auto& layers = scratch.layers;
    for (std::size_t i = 0; sound && i < layers.size(); ++i) {
        const int winding = layers[i].before[0];
        note_winding(0, winding, result);
        sound &= !faces_the_wrong_way(pair.side[0], winding);
        if (i > 0 && std::abs(winding) > 1) add_whole(column, layers[i - 1].hi, layers[i].lo, result.volume);
        const VolumeBounds twice = covered_twice(pair.side[0], layers[i], column.area());
        if (twice.hi > 0) add_uncertain(column, layers[i], twice, result.volume);
    }
    if (!sound) set_inconsistent(pair, column, result);
    if (sound) result.volume.rounding = rounding_of(pair, column, scratch);
    return result;
}

}  // namespace pliant::depth_layers
