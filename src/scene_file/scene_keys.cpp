// Keys of a scene as a whole: time, materials, questions, output.
#include <pliant/scene.hpp>
#include <pliant/simulation.hpp>

#include "scene_file/body_keys.hpp"
#include "scene_file/key_makers.hpp"

namespace pliant::scene_file {
namespace {

Section scene() {
    const SimulationOptions usual;
    return {
        "scene",
        "at the top",
        "The scene as a whole, before the first heading.",
        {
            text("about", "what the scene shows, for its readers").otherwise(""),
            whole("frames", "steps to take").at_least(1).at_most(1e9).otherwise(300.0),
            real("dt", "s", "a step").above(0).at_most(10).otherwise(1.0 / 60),
            vector("gravity", "m/s^2", "pulls everything but obstacles").otherwise(usual.gravity),
            flag("certify", "ask every frame for intersections, exactly; shorten steps of cloth that would end in some")
                .otherwise(usual.certify),
            KeyMaker("budget", KeyType::duration,
                     "time for finding contacts in a step; what it leaves out is said. The motion then depends on the "
                     "clock"),
            choice("detector",
                   {name(IntersectionMethod::automatic), name(IntersectionMethod::brute_force),
                    name(IntersectionMethod::box_tree), name(IntersectionMethod::regularity),
                    name(IntersectionMethod::gjk_cut), name(IntersectionMethod::spatial_hash)},
                   "who finds contacts and intersections, where it can; all find the same")
                .otherwise("automatic"),
            real("tolerance", "", "of the linear solver of soft bodies").above(0).at_most(1).otherwise(usual.tolerance),
            whole("cloth_substeps", "of each step; more make cloth stiffer and contacts firmer")
                .at_least(1)
                .at_most(1000)
                .otherwise(double(usual.cloth_substeps)),
            KeyMaker("soft_material", KeyType::by_name, "materials of soft bodies, by name").of("soft_material"),
            KeyMaker("cloth_material", KeyType::by_name, "materials of cloth, by name").of("cloth_material"),
            parts("soft", "soft", "soft bodies"),
            parts("cloth", "cloth", "sheets of cloth"),
            parts("particles", "particles", "particles"),
            parts("obstacle", "obstacle", "obstacles"),
            parts("question", "question", "questions about every frame"),
            part("view", "view", "where pictures are seen from"),
            part("output", "output", "what is written"),
        }};
}

Section soft_material() {
    const Material usual = SoftBodySettings{}.material;
    return {"soft_material",
            "[soft_material.NAME]",
            "What soft bodies are made of.",
            {
                real("stiffness", "Pa", "Young's modulus").above(0).otherwise(usual.stiffness),
                real("poisson_ratio", "", "how much it keeps its volume")
                    .above(-1)
                    .below(0.5)
                    .otherwise(usual.poisson_ratio),
                real("density", "kg/m^3", "mass of a volume").above(0).otherwise(usual.density),
                real("damping", "s", "of strain, as a time").at_least(0).otherwise(usual.damping),
            }};
}

Section cloth_material() {
    const ClothMaterial usual;
    return {"cloth_material",
            "[cloth_material.NAME]",
            "What cloth is made of.",
            {
                real("stretch", "N/m", "stiffness along warp and weft").above(0).otherwise(usual.stretch),
                real("shear", "N/m", "stiffness against shear").at_least(0).otherwise(usual.shear),
                real("bending", "N m", "stiffness against bending").at_least(0).otherwise(usual.bending),
                real("density", "kg/m^2", "mass of an area").above(0).otherwise(usual.density),
                real("damping", "s", "of strain and curvature, as a time").at_least(0).otherwise(usual.damping),
                real("drag", "N s/m^3", "of the air: force per area and speed").at_least(0).otherwise(usual.drag),
                vector("warp", "", "direction of the warp at rest, before the body is placed").otherwise(usual.warp),
            }};
}

Section question() {
    return {
        "question",
        "[[question]]",
        "What is asked about every frame, beside what the table at the end always shows.",
        {
            choice("ask", {"intersections", "curves", "inside", "depth", "overlap", "clearance"},
                   "`intersections`: pairs of triangles that intersect; `curves`: along which surfaces meet; `inside`: "
                   "vertices of the first body inside of the second; `depth`: of the deepest vertex in tetrahedra, m; "
                   "`overlap`: volume that two bodies share, or one with itself, m^3; `clearance`: distance of two "
                   "bodies, m")
                .required(),
            KeyMaker("bodies", KeyType::texts,
                     "names of bodies: two for `inside` and `clearance`, one or two for `overlap`, any number else; "
                     "none: all"),
            text("name", "in tables and reports; unless given, made of the question and its bodies").otherwise(""),
            whole("every", "asked in every so many frames").at_least(1).otherwise(1.0),
            real("at_least", "", "an answer below makes the exit code 1"),
            real("at_most", "", "an answer above makes the exit code 1"),
        }};
}

Section view() {
    return {
        "view",
        "[view]",
        "Where `--image` looks from.",
        {
            vector("from", "", "direction from the scene to the eye; z is up").otherwise(std::array{0.6, -1.0, 0.55}),
            real("zoom", "", "1: all bodies fit").above(0).otherwise(1.0),
        }};
}

Section output() {
    return {"output",
            "[output]",
            "What is written, beside the scene file or in folders below; options of the command come first.",
            {
                text("frames", "every frame, as `-o` writes it: a folder, `.pc2` or `.pvd`").otherwise(""),
                text("json", "as `--json`").otherwise(""),
                text("image", "as `--image`, of the last frame").otherwise(""),
                text("report", "as `--report`").otherwise(""),
            }};
}

}  // namespace

std::vector<Section> scene_sections() {
    return {scene(), soft_material(), cloth_material(), question(), view(), output()};
}

}  // namespace pliant::scene_file
