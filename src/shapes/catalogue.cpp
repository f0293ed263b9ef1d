#include "shapes/catalogue.hpp"

#include <algorithm>
#include <iterator>

#include "shapes/random_scene.hpp"
#include "shapes/scenes.hpp"

namespace pliant::shapes {

namespace {

using MakeBodies = Bodies (*)(std::size_t triangles, Random& random);

constexpr SceneInfo infos[] = {
    {"draped_cloth", "a square cloth hung over a ball; its pleats pass through one another", 100000, 60, true},
    {"cloth_on_sphere", "the same cloth and the ball, which shows through it", 100000, 60, true},
    {"body_and_garment", "a turning figure in a dress that follows late and cuts into it", 60000, 60, true},
    {"two_knots", "two torus knots that bend and pass through each other", 200000, 60, true},
    {"swarm", "64 blobs and rings that bend, spin and drift through each other", 64000, 80, true},
    {"twisted_tube", "a tube wrung like a towel until its pleats cross", 50000, 60, true},
    {"squeezed_blob", "a bumpy blob squeezed between two balls until it meets itself", 40000, 60, true},
    {"waves_pair", "two cushions that lie on each other while waves run over both", 80000, 60, true},
    {"caged_blobs", "two soft blobs that follow coarse cages and are pressed together: contacts within a budget", 80000,
     60, true},
    {"folded_layers", "a sheet folded in six wrinkled layers that cut into each other", 60000, 60, true},
    {"crossing_loop", "a ribbon that loops and crosses itself, opening and closing", 20000, 60, true},
    {"tetra_boxes", "five tetrahedral bars that bend, twist and overlap", 20000, 60, true},
    {"resting_stack", "boxes that rest exactly on and beside each other and slide", 6000, 32, true},
    {"needles", "two bundles of long thin needles that turn through each other", 20000, 60, true},
    {"cut_plates", "four plates with faces of fans and long slivers that bend and turn through each other", 20000, 60,
     true},
    {"setup_a", "setup A of Teschner2003: 100 blocks of 10 tetrahedra that tumble through each other", 2000, 60, true},
    {"setup_b", "setup B of Teschner2003: 8 plates of 500 tetrahedra", 3840, 60, true},
    {"setup_c", "setup C of Teschner2003: 20 plates of 500 tetrahedra", 9600, 60, true},
    {"setup_d", "setup D of Teschner2003: two vessels of 10257 tetrahedra", 8580, 60, true},
    {"setup_e", "setup E of Teschner2003: 100 plates of 500 tetrahedra", 48000, 60, true},
    {"pulsating_sphere", "a sphere that breathes with ripples; nothing touches", 81920, 60, false},
    {"waving_cloth", "a cloth with waves running over it; nothing touches", 100000, 60, false},
    {"steep_cloth", "a tilted cloth in wrinkles as steep as 80 degrees; nothing touches", 100000, 60, false},
    {"flat_sheet", "an exactly plane sheet that stretches in its plane; nothing overlaps", 20000, 32, false},
};

// In the order of infos.
constexpr MakeBodies makers[] = {draped_cloth,     cloth_on_sphere, body_and_garment, two_knots,   swarm,
                                 twisted_tube,     squeezed_blob,   waves_pair,       caged_blobs, folded_layers,
                                 crossing_loop,    tetra_boxes,     resting_stack,    needles,     cut_plates,
                                 setup_a,          setup_b,         setup_c,          setup_d,     setup_e,
                                 pulsating_sphere, waving_cloth,    steep_cloth,      flat_sheet};
static_assert(std::size(makers) == std::size(infos));

}  // namespace

std::span<const SceneInfo> catalogue() { return infos; }

std::unique_ptr<AnimatedScene> make_scene(std::string_view name, const SceneSize& size) {
    if (const auto seed = seed_of_random_scene(name)) return random_scene(*seed, size);
    const auto found =
        std::find_if(std::begin(infos), std::end(infos), [&](const SceneInfo& i) { return i.name == name; });
    if (found == std::end(infos)) return nullptr;
    Random random(size.seed);
    const MakeBodies make = makers[found - std::begin(infos)];
    return std::make_unique<MovingBodies>(std::string(found->name), size.frames.value_or(found->default_frames),
                                          found->default_frames,
                                          make(size.triangles.value_or(found->default_triangles), random));
}

}  // namespace pliant::shapes
