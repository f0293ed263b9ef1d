// Scene.curves: the lines along which surfaces meet.
#include <limits>

#include "bindings.hpp"
#include "fields.hpp"

namespace pliant::python {
namespace {

/// A Curve as a row: a volume that is not known is NaN.
struct CurveRow {
    BodyId a{}, b{};
    bool closed = false;
    std::array<CurveEnd, 2> ends{};
    std::uint32_t first = 0, count = 0;
    double length = 0;
    std::array<CurveSide, 2> sides{};
    double volume = 0;
};

std::vector<CurveRow> rows_of_curves(std::span<const Curve> curves) {
    std::vector<CurveRow> rows;
    rows.reserve(curves.size());
    for (const Curve& c : curves) {
        rows.push_back({c.a, c.b, c.closed, c.ends, c.first, c.count, c.length, c.sides,
                        c.volume.value_or(std::numeric_limits<double>::quiet_NaN())});
    }
    return rows;
}

}  // namespace

template <>
const py::dtype& dtype_of<CurveSide>() {
    static const py::dtype& type = kept([] {
        return Fields<CurveSide>()
            .add("body", &CurveSide::body, "u4")
            .add("bounded", &CurveSide::bounded, "?")
            .add("first", &CurveSide::first, "u4")
            .add("count", &CurveSide::count, "u4")
            .add("area", &CurveSide::area, "f8")
            .dtype();
    });
    return type;
}

template <>
const py::dtype& dtype_of<CurveRow>() {
    static const py::dtype& type = kept([] {
        return Fields<CurveRow>()
            .add("a", &CurveRow::a, "u4")
            .add("b", &CurveRow::b, "u4")
            .add("closed", &CurveRow::closed, "?")
            .add("ends", &CurveRow::ends, "2u1")
            .add("first", &CurveRow::first, "u4")
            .add("count", &CurveRow::count, "u4")
            .add("length", &CurveRow::length, "f8")
            .add("sides", &CurveRow::sides, several(dtype_of<CurveSide>(), 2))
            .add("volume", &CurveRow::volume, "f8")
            .dtype();
    });
    return type;
}

template <>
const py::dtype& dtype_of<CurvePoint>() {
    static const py::dtype& type = kept([] {
        return Fields<CurvePoint>()
            .add("position", &CurvePoint::position, "3f8")
            .add("error", &CurvePoint::error, "f8")
            .add("edge_body", &CurvePoint::edge_body, "u4")
            .add("edge", &CurvePoint::edge, "2u4")
            .add("along", &CurvePoint::along, "f8")
            .add("triangle", &CurvePoint::triangle, dtype_of<TriangleRef>())
            .add("barycentric", &CurvePoint::barycentric, "3f8")
            .dtype();
    });
    return type;
}

template <>
const py::dtype& dtype_of<CurveSegment>() {
    static const py::dtype& type = kept([] {
        return Fields<CurveSegment>()
            .add("a", &CurveSegment::a, dtype_of<TriangleRef>())
            .add("b", &CurveSegment::b, dtype_of<TriangleRef>())
            .add("points", &CurveSegment::points, "2u4")
            .dtype();
    });
    return type;
}

template <>
const py::dtype& dtype_of<CurveTouch>() {
    static const py::dtype& type = kept([] {
        return Fields<CurveTouch>()
            .add("a", &CurveTouch::a, dtype_of<TriangleRef>())
            .add("b", &CurveTouch::b, dtype_of<TriangleRef>())
            .add("kind", &CurveTouch::kind, "u1")
            .add("first", &CurveTouch::first, "u4")
            .add("count", &CurveTouch::count, "u4")
            .add("area", &CurveTouch::area, "f8")
            .dtype();
    });
    return type;
}

template <>
const py::dtype& dtype_of<CurveDepth>() {
    static const py::dtype& type = kept([] {
        return Fields<CurveDepth>()
            .add("vertex", &CurveDepth::vertex, dtype_of<VertexRef>())
            .add("body", &CurveDepth::body, "u4")
            .add("depth", &CurveDepth::depth, "f8")
            .add("direction", &CurveDepth::direction, "3f8")
            .add("curve", &CurveDepth::curve, "u4")
            .dtype();
    });
    return type;
}

namespace {

py::dict ask_curves(SceneOfArrays& scene, bool self, bool between, bool sides, bool depth,
                    const std::optional<double>& seconds, const std::optional<std::uint64_t>& candidates,
                    const std::optional<std::uint64_t>& pairs) {
    CurveOptions options;
    options.self = self;
    options.between = between;
    options.sides = sides;
    options.depth = depth;
    options.budget = {nanoseconds(seconds), candidates, pairs};
    options.watch = scene.watch();
    return scene.ask(
        [&](Scene & asked) -> const auto& { return asked.curves(options); },
        [](const Curves& found) {
            py::dict out;
            out["items"] = array_of(rows_of_curves(found.items));
            out["points"] = array_of(found.points);
            out["segments"] = array_of(found.segments);
            out["enclosed"] = array_of(found.enclosed);
            out["touches"] = array_of(found.touches);
            out["touch_points"] = array_of_points(found.touch_points);
            out["depths"] = array_of(found.depths);
            out["report"] = dict_of(found.report);
            return out;
        });
}

}  // namespace

void add_curves(SceneClass& scene) { scene.def("curves", &ask_curves); }

}  // namespace pliant::python
