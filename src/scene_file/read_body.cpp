#include "scene_file/read_body.hpp"

#include <array>
#include <cmath>

#include "scene_file/nearest_names.hpp"

namespace pliant::scene_file {
namespace {

std::array<std::uint32_t, 3> cells(CheckedTable& table) {
    const std::vector<std::uint32_t> n = table.wholes("cells");
    return {n[0], n[1], n[2]};
}

Tube tube(CheckedTable& table) {
    const Tube shape{table.real("length"), table.real("inner_radius"), table.real("outer_radius"), cells(table)};
    if (shape.outer_radius <= shape.inner_radius) table.fail("outer_radius", "is not larger than inner_radius");
    if (shape.cells[1] < 3) table.fail("cells", "a tube has at least 3 around it");
    return shape;
}

Shape shape_of_type(CheckedTable& t, const std::string& type) {
    const auto each = [&] { return static_cast<std::uint32_t>(t.whole("cells")); };
    const auto triangles = [&] { return static_cast<std::size_t>(t.whole("triangles")); };
    if (type == "box") {
        const Box box{t.vector("size"), cells(t)};
        return box;
    }
    if (type == "ball") return Ball{t.real("radius"), each()};
    if (type == "bowl") return Bowl{t.real("radius"), t.real("steepness"), t.real("wall"), each()};
    if (type == "tube") return tube(t);
    if (type == "sheet") return Sheet{t.real("width"), t.real("height"), triangles()};
    if (type == "sleeve") return Sleeve{t.real("radius"), t.real("height"), triangles()};
    if (type == "sphere") return Sphere{t.real("radius"), triangles()};
    if (type == "torus") return Torus{t.real("ring_radius"), t.real("tube_radius"), triangles()};
    return Cloud{t.vector("size"), static_cast<std::size_t>(t.whole("count")), t.whole("seed")};
}

Shape read_shape(CheckedTable& table) {
    const Shape shape = shape_of_type(table, table.text("type"));
    table.finish();
    return shape;
}

Point read_axis(CheckedTable& table) {
    const Point axis = table.vector("axis");
    const double square = axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2];
    if (!(square > 0) || !std::isfinite(square)) table.fail("axis", "has no direction");
    return axis;
}

Rotation read_rotation(std::optional<CheckedTable> table) {
    if (!table) return {};
    const Rotation rotation{read_axis(*table), table->real("degrees")};
    table->finish();
    return rotation;
}

Motion read_motion(std::optional<CheckedTable> table) {
    Motion motion;
    if (!table) return motion;
    motion.velocity = table->vector("velocity");
    motion.axis = read_axis(*table);
    motion.degrees_per_second = table->real("degrees_per_second");
    motion.centre = table->vector_if_given("centre");
    motion.begin = table->real("begin");
    motion.end = table->real_if_given("end").value_or(motion.end);
    if (motion.end <= motion.begin) table->fail("end", "is not behind begin");
    double before = 0;
    for (CheckedTable& key : table->tables("keyframes")) {
        const Keyframe frame{key.real("time"), key.vector("position"), read_rotation(key.table("rotation"))};
        key.finish();
        if (frame.time <= before) key.fail("time", "is not behind that of the keyframe before");
        before = frame.time;
        motion.keyframes.push_back(frame);
    }
    motion.smooth = table->flag("smooth");
    motion.repeat = table->flag("repeat");
    table->finish();
    return motion;
}

std::vector<Pin> read_pins(CheckedTable& table) {
    std::vector<Pin> pins;
    for (CheckedTable& t : table.tables("pins")) {
        Pin pin;
        pin.line = t.line();
        pin.box = t.corners("box");
        pin.centre = t.vector_if_given("centre");
        const std::optional<double> radius = t.real_if_given("radius");
        if (pin.centre.has_value() != radius.has_value())
            t.fail(radius ? "centre" : "radius", "is missing: a ball has both centre and radius");
        pin.radius = radius.value_or(0);
        pin.vertices = t.wholes("vertices");
        if (pin.box.empty() && !pin.centre && pin.vertices.empty())
            t.fail("vertices", "nothing is held: name a box, a ball (centre and radius), or vertices");
        pin.motion = read_motion(t.table("motion"));
        pin.until = t.real_if_given("until").value_or(pin.until);
        t.finish();
        pins.push_back(std::move(pin));
    }
    return pins;
}

/// The keys that every body has.
Body read_source(CheckedTable& table, BodyKind kind) {
    Body body;
    body.kind = kind;
    body.line = table.line();
    body.name = table.text("name");
    if (body.name.empty()) table.fail("name", "is empty");
    std::optional<CheckedTable> shape = table.table("shape");
    if (shape) body.shape = read_shape(*shape);
    body.file = table.text("file");
    body.file_line = table.line("file");
    if (shape && !body.file.empty()) table.fail("file", "there is a shape already");
    if (!shape && body.file.empty()) table.fail("shape", "is missing: a body has a shape, or a file");
    body.scale = table.real("scale");
    body.rotation = read_rotation(table.table("rotation"));
    body.position = table.vector("position");
    return body;
}

template <class Map>
auto material_named(CheckedTable& table, const Map& materials, const char* kind) {
    const std::string name = table.text("material");
    if (name.empty()) return typename Map::mapped_type{};
    const auto found = materials.find(name);
    if (found != materials.end()) return found->second;
    std::vector<std::string_view> known;
    for (const auto& [other, material] : materials) known.push_back(other);
    table.fail("material",
               "there is no [" + std::string(kind) + "." + name.substr(0, 60) + "]" + did_you_mean(name, known));
}

}  // namespace

Body read_soft(CheckedTable& table, const Materials& materials) {
    Body body = read_source(table, BodyKind::soft);
    body.fill = table.real_if_given("fill");
    body.material = material_named(table, materials.soft, "soft_material");
    if (!table.has("material")) body.material = SoftBodySettings{}.material;
    body.velocity = table.vector("velocity");
    body.friction = table.real("friction");
    body.contact_stiffness = table.real_if_given("contact_stiffness");
    body.pins = read_pins(table);
    table.finish();
    return body;
}

Body read_cloth(CheckedTable& table, const Materials& materials) {
    Body body = read_source(table, BodyKind::cloth);
    body.cloth_material = material_named(table, materials.cloth, "cloth_material");
    body.velocity = table.vector("velocity");
    body.thickness = table.real("thickness");
    body.friction = table.real("friction");
    body.pins = read_pins(table);
    table.finish();
    return body;
}

Body read_particles(CheckedTable& table) {
    Body body = read_source(table, BodyKind::particles);
    body.mass = table.real("mass");
    body.velocity = table.vector("velocity");
    body.friction = table.real("friction");
    body.contact_stiffness = table.real_if_given("contact_stiffness");
    table.finish();
    return body;
}

Body read_obstacle(CheckedTable& table) {
    Body body = read_source(table, BodyKind::obstacle);
    body.fill = table.real_if_given("fill");
    body.frames_per_second = table.real("frames_per_second");
    body.repeat = table.flag("repeat");
    body.friction = table.real("friction");
    body.motion = read_motion(table.table("motion"));
    table.finish();
    return body;
}

}  // namespace pliant::scene_file
