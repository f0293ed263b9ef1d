#include "depth_layers/column.hpp"

#include <algorithm>
#include <cmath>

namespace pliant::depth_layers {

namespace {

// A closed surface covers a column a whole number of times. What it is off by, relative to the column, beyond rounding.
constexpr double closed_tolerance = 1e-7;

struct Bounds {
    double lo, hi;
};

void add_fragment(const LocalSurface& surface, std::uint32_t triangle, std::uint8_t body, const Rectangle& column,
                  Border border, std::vector<Fragment>& out) {
    const Corners corners = surface.corners(triangle);
    const Polygon polygon = clip(corners, column);
    if (polygon.size == 0) return;
    if (border == Border::out && !reaches_interior(polygon, column)) return;
    const DepthRange range = depth_range(polygon, corners);
    out.push_back({range.lo, range.hi, moments_of(polygon), triangle, body});
}

void add_to_layer(const Fragment& fragment, Layer& layer) {
    const std::size_t b = fragment.body;
    layer.hi = std::max(layer.hi, fragment.hi);
    layer.moments[b] += fragment.moments;
    ++(fragment.moments.area > 0 ? layer.entering : fragment.moments.area < 0 ? layer.leaving : layer.edge_on)[b];
}

/// Small keys are sorted in place of the fragments themselves.
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

/// Volume of a body within a layer.
Bounds volume_in_layer(const PairOfSides& pair, const Layer& layer, std::size_t body, double area) {
    const SideOfColumn& side = pair.side[body];
    const double full = (layer.hi - layer.lo) * area;
    const int before = layer.before[body], after = layer.after[body];
    if (layer.incomplete[body]) return {0, full};
    if (!layer.has(body)) return is_inside(before, pair.rule) ? Bounds{full, full} : Bounds{0, 0};
    const Moments& m = layer.moments[body];
    const double turns = before * full + layer.hi * m.area - m.z;  // the winding, integrated over the layer
    if (side.embedded) {
        const double volume = std::clamp(std::abs(turns), 0.0, full);
        return {volume, volume};
    }
    const bool one_way = layer.entering[body] == 0 || layer.leaving[body] == 0;
    if (!one_way || std::abs(after - before) > 1) return {0, full};
    const int least = std::min(before, after);
    const double above_least = std::clamp(turns - least * full, 0.0, full);
    const double volume = (is_inside(least, pair.rule) ? full - above_least : 0) +
                          (after != before && is_inside(least + 1, pair.rule) ? above_least : 0);
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

void add_uncertain(const Rectangle& column, const Layer& layer, Bounds bounds, Measure& out) {
    out.lo += bounds.lo;
    out.hi += bounds.hi;
    out.moment = out.moment + ((bounds.lo + bounds.hi) / 2) * middle_of(column, layer.lo, layer.hi);
    out.moment_error += bounds.hi * half_diagonal(column, layer.lo, layer.hi);
}

/// A layer of one body that does not overlap itself, within the other body: volume and moments are exact.
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

void measure_layer(const PairOfSides& pair, const Rectangle& column, const Layer& layer, Measure& out) {
    const double area = column.area(), full = area * (layer.hi - layer.lo);
    const Bounds a = volume_in_layer(pair, layer, 0, area), b = volume_in_layer(pair, layer, 1, area);
    if (a.hi == 0 || b.hi == 0) return;
    const bool only_a = !layer.has(1), only_b = !layer.has(0);
    if (only_a && pair.side[0].embedded && !layer.incomplete[0]) return add_layer_of_one(column, layer, 0, a.hi, out);
    if (only_b && pair.side[1].embedded && !layer.incomplete[1]) return add_layer_of_one(column, layer, 1, b.hi, out);
    // However they lie in the layer, they share no more than the smaller one, and no less than what would not fit in.
    add_uncertain(column, layer, {std::max(0.0, a.lo + b.lo - full), std::min(a.hi, b.hi)}, out);
}

/// Volume within a layer around which the first body winds at least twice.
Bounds covered_twice(const Layer& layer, double area) {
    const double full = (layer.hi - layer.lo) * area;
    const int before = layer.before[0], after = layer.after[0];
    const int low = std::min(std::abs(before), std::abs(after)), high = std::max(std::abs(before), std::abs(after));
    const Moments& m = layer.moments[0];
    const double turns = std::abs(before * full + layer.hi * m.area - m.z);
    const bool one_way = layer.entering[0] == 0 || layer.leaving[0] == 0;
    if (one_way && high < 2) return {0, 0};
    if (one_way && low > 1) return {full, full};
    if (one_way && low == 1 && high == 2) {
        const double volume = std::clamp(turns - full, 0.0, full);
        return {volume, volume};
    }
    const bool cannot_pile_up = std::abs(before) + static_cast<int>(layer.entering[0]) < 2 ||
                                std::abs(after) + static_cast<int>(layer.leaving[0]) < 2;
    if (cannot_pile_up && high < 2) return {0, 0};
    return {0, std::min(full, turns / 2)};
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

bool is_inside(int winding, InsideRule rule) { return rule == InsideRule::winding ? winding != 0 : winding % 2 != 0; }

void find_fragments(const PairOfSides& pair, const Rectangle& column, std::span<const TriangleOfPair> triangles,
                    Border border, ColumnScratch& scratch) {
    scratch.fragments.clear();
    for (const TriangleOfPair t : triangles) {
        const auto body = static_cast<std::uint8_t>(t >> 31);
        add_fragment(pair.side[body].surface, t & ~of_second_body, body, column, border, scratch.fragments);
    }
    sort_by_depth(scratch);
}

bool find_layers(const PairOfSides& pair, double area, ColumnScratch& scratch) {
    group_into_layers(scratch);
    return wind(pair, area, 0, scratch.layers) && wind(pair, area, 1, scratch.layers);
}

ColumnResult measure_overlap(const PairOfSides& pair, const Rectangle& column, ColumnScratch& scratch) {
    ColumnResult result;
    bool sound = find_layers(pair, column.area(), scratch);
    const auto& layers = scratch.layers;
    for (std::size_t i = 0; sound && i < layers.size(); ++i) {
        for (std::size_t body = 0; body < 2; ++body) {
            const int winding = layers[i].before[body];
            note_winding(body, winding, result);
            sound &= !faces_the_wrong_way(pair.side[body], winding);
        }
        const bool both = is_inside(layers[i].before[0], pair.rule) && is_inside(layers[i].before[1], pair.rule);
        if (i > 0 && both) add_whole(column, layers[i - 1].hi, layers[i].lo, result.volume);
        measure_layer(pair, column, layers[i], result.volume);
    }
    if (!sound) set_inconsistent(pair, column, result);
    return result;
}

ColumnResult measure_self_overlap(const PairOfSides& pair, const Rectangle& column, ColumnScratch& scratch) {
    ColumnResult result;
    bool sound = find_layers(pair, column.area(), scratch);
    const auto& layers = scratch.layers;
    for (std::size_t i = 0; sound && i < layers.size(); ++i) {
        const int winding = layers[i].before[0];
        note_winding(0, winding, result);
        sound &= !faces_the_wrong_way(pair.side[0], winding);
        if (i > 0 && std::abs(winding) > 1) add_whole(column, layers[i - 1].hi, layers[i].lo, result.volume);
        const Bounds twice = covered_twice(layers[i], column.area());
        if (twice.hi > 0) add_uncertain(column, layers[i], twice, result.volume);
    }
    if (!sound) set_inconsistent(pair, column, result);
    return result;
}

}  // namespace pliant::depth_layers
