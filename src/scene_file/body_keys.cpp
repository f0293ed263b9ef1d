// Keys of bodies: where they come from, where they are, how they move.
#include "scene_file/body_keys.hpp"

#include <algorithm>
#include <iterator>

#include <pliant/simulation.hpp>

#include "scene_file/key_makers.hpp"

namespace pliant::scene_file {
namespace {

std::vector<Key> joined(std::vector<Key> keys, const std::vector<Key>& more) {
    keys.insert(keys.end(), more.begin(), more.end());
    return keys;
}

std::vector<Key> source_keys(std::vector<std::string_view> shapes, const std::string& file) {
    return {
        text("name", "of the body, in tables and questions; no two are alike").required(),
        KeyMaker("shape", KeyType::of_type, "generated; this or `file`").of("shape").among(std::move(shapes)),
        text("file", file + "; the path counts from the scene file").otherwise(""),
        real("scale", "", "of the shape or file, before it is turned and placed").above(0).otherwise(1.0),
        part("rotation", "rotation", "about its own origin, before it is placed"),
        vector("position", "m", "where its own origin comes to lie").otherwise(Point{}),
    };
}

Key velocity() { return vector("velocity", "m/s", "at the start").otherwise(Point{}); }
Key friction(double usual) {
    return real("friction", "", "of two bodies the smaller one counts").at_least(0).otherwise(usual);
}
Key fill() { return real("fill", "m", "fills a surface with tetrahedra whose edges are about so long").above(0); }
Key contact_stiffness(const char* unless) {
    return real("contact_stiffness", "N/m", std::string("of each contact; unless given, ") + unless).above(0);
}
Key pins() { return parts("pins", "pin", "vertices that are held, or moved"); }

Section soft() {
    return {"soft", "[[soft]]", "A soft body: tetrahedra.",
            joined(source_keys({"box", "ball", "bowl", "tube"}, "tetrahedra, or with `fill` a surface"),
                   {fill(), text("material", "name of a `soft_material`; unless given, the usual one").otherwise(""),
                    velocity(), friction(SoftBodySettings{}.friction),
                    contact_stiffness("ten times Young's modulus times the mean edge"), pins()})};
}

Section cloth() {
    const ClothSettings usual;
    return {
        "cloth", "[[cloth]]", "A sheet of triangles. It meets all but particles.",
        joined(source_keys({"sheet", "sleeve"}, "a surface"),
               {text("material", "name of a `cloth_material`; unless given, the usual one").otherwise(""), velocity(),
                real("thickness", "m", "that contacts keep between sheets; half of it from other bodies")
                    .above(0)
                    .otherwise(usual.thickness),
                friction(usual.friction), pins()})};
}

Section particles() {
    const ParticleSettings usual;
    return {"particles", "[[particles]]", "Points that fly by themselves and meet tetrahedra.",
            joined(source_keys({"cloud"}, "points (`.csv`), or a mesh whose vertices are taken"),
                   {real("mass", "kg", "of each").above(0).otherwise(usual.mass), velocity(), friction(usual.friction),
                    contact_stiffness("what lifts a particle out within a step")})};
}

Section obstacle() {
    return {"obstacle", "[[obstacle]]",
            "Moves as it is told, whatever it meets. Cloth meets closed surfaces; soft bodies and particles meet "
            "tetrahedra alone, so that a surface among them needs `fill`.",
            joined(source_keys({"box", "ball", "bowl", "tube", "sphere", "torus"},
                               "a surface, tetrahedra, or a sequence such as `walk_*.ply`"),
                   {fill(),
                    real("frames_per_second", "1/s", "of a sequence; between frames vertices move straight on")
                        .above(0)
                        .otherwise(24.0),
                    flag("repeat", "a sequence begins again where it ends").otherwise(false),
                    friction(ObstacleSettings{}.friction), part("motion", "motion", "of the body as a whole")})};
}

Section rotation() {
    return {"rotation",
            "rotation = { }",
            "A rotation, counter-clockwise seen from where the axis points.",
            {
                vector("axis", "", "of any length but 0").otherwise(std::array{0.0, 0.0, 1.0}),
                real("degrees", "degrees", "how far").required(),
            }};
}

Section motion() {
    return {"motion",
            "motion = { }",
            "Straight on, turning, by keyframes, or all of them: turned first, then moved.",
            {
                vector("velocity", "m/s", "straight on").otherwise(Point{}),
                vector("axis", "", "of the turning").otherwise(std::array{0.0, 0.0, 1.0}),
                real("degrees_per_second", "1/s", "turning").otherwise(0.0),
                vector("centre", "m", "that turning leaves in place; unless given, the body's `position`"),
                real("begin", "s", "before, all stands still").at_least(0).otherwise(0.0),
                real("end", "s", "from then on all stands still again; unless given, never").above(0),
                parts("keyframes", "keyframe", "where it is later"),
                flag("smooth", "speeds up and slows down at each keyframe").otherwise(true),
                flag("repeat", "the keyframes begin again behind the last; it should lead back to the start")
                    .otherwise(false),
            }};
}

Section keyframe() {
    return {"keyframe",
            "keyframes = [{ }, ...]",
            "Where a motion leads: at time 0 everything is where it was placed.",
            {
                real("time", "s", "behind `begin`; each is later than the one before").above(0).required(),
                vector("position", "m", "from the start").otherwise(Point{}),
                part("rotation", "rotation", "from the start, about `centre`"),
            }};
}

Section pin() {
    return {"pin",
            "pins = [{ }, ...]",
            "Vertices that are held: those in a box, those in a ball and those named.",
            {
                KeyMaker("box", KeyType::box, "corners of a box, at the start", "m"),
                vector("centre", "m", "of a ball, at the start"),
                real("radius", "m", "of the ball").above(0),
                KeyMaker("vertices", KeyType::wholes, "by number, from 0").at_least(0).at_most(4294967294.0),
                part("motion", "motion", "of the vertices held"),
                real("until", "s", "when they are let go; unless given, never").above(0),
            }};
}

}  // namespace

std::vector<Section> body_sections() {
    return {soft(), cloth(), particles(), obstacle(), rotation(), motion(), keyframe(), pin()};
}

}  // namespace pliant::scene_file
