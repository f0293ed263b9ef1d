// The ranges of random scenes, by name.
#pragma once

#include "shapes/random_scene.hpp"

namespace pliant::shapes::ranges {

inline constexpr RandomRange triangles{"triangles", 2000, 60000, true, "of all bodies"};
inline constexpr RandomRange bodies{"bodies", 1, 31, true, "rounded down"};
inline constexpr RandomRange weight{"weight of a body", 0.25, 4, true,
                                    "its part of the triangles, before they are summed"};
inline constexpr RandomRange size{"size of a body", 0.5, 2, true, "largest half extent"};
inline constexpr RandomRange aspect{"aspect", 0.2, 5, true, "columns of a grid by its rows, which stretches triangles"};
inline constexpr RandomRange waves{"waves", 0, 5, false, "on each body, rounded down"};
inline constexpr RandomRange wavelength{"wavelength", 0.06, 2, true, "in half extents"};
inline constexpr RandomRange slope{"slope", 0.03, 2.75, true, "the steepest of a wave; 2.75 is 70 degrees"};
inline constexpr RandomRange lean{"lean", 0, 0.6, false,
                                  "of a wave along its own direction; it folds over where slope times lean exceeds 1"};
inline constexpr RandomRange bend{"bend", 0, 0.12, false, "turns per half extent"};
inline constexpr RandomRange twist{"twist", 0, 0.2, false, "turns per half extent"};
inline constexpr RandomRange packing{"packing", 0.5, 2.2, false,
                                     "distance of neighbours on a lattice, in half extents"};
inline constexpr RandomRange swing{"swing", 0, 0.3, false, "way of a body to and fro, in half extents"};
inline constexpr RandomRange scale{"scale", 1e-3, 1e3, true, "of the whole scene"};
inline constexpr RandomRange offset{"offset", 0.1, 30, true, "distance of the scene from the origin, in half extents"};
inline constexpr RandomRange mixed{"mixed orientation", -1.5, 0.5, false,
                                   "part of the triangles or tetrahedra turned over; below 0 none"};
inline constexpr RandomRange shuffled{"shuffled", -2, 1, false, "above 0 triangles are numbered at random"};
inline constexpr RandomRange alike{"alike", -1, 1, false, "above 0 all bodies are of one family"};
inline constexpr RandomRange pleats{"pleats", 4, 17, false, "of a draped cloth, rounded down"};
inline constexpr RandomRange overturn{"overturn", 0.2, 1.5, false, "of its pleats; above 0.5 their sides may meet"};
inline constexpr RandomRange layers{"layers", 2, 11, false, "of a folded sheet, rounded down"};
inline constexpr RandomRange wrinkle{"wrinkle", 0.1, 0.7, false, "height of its wrinkles, in distances of two layers"};
inline constexpr RandomRange bumps{"bumps", 3, 60, true, "on a blob, rounded down"};
inline constexpr RandomRange bump_height{"height of bumps", 0.02, 0.3, true, "in radii of the blob"};
inline constexpr RandomRange flatness{"flatness", 0.15, 1, true, "of blobs and solids along one axis"};
inline constexpr RandomRange thickness{"thickness", 0.08, 0.45, false, "of rings, knots and walls, in their radii"};
inline constexpr RandomRange pieces{"pieces", 4, 60, true, "in a body of separate pieces, rounded down"};
inline constexpr RandomRange crowding{"crowding", 0.02, 0.5, true, "volume of its pieces, in that of their box"};

inline constexpr RandomRange all[] = {triangles, bodies, weight,      size,     aspect,    waves,    wavelength,
                                      slope,     lean,   bend,        twist,    packing,   swing,    scale,
                                      offset,    mixed,  shuffled,    alike,    pleats,    overturn, layers,
                                      wrinkle,   bumps,  bump_height, flatness, thickness, pieces,   crowding};

}  // namespace pliant::shapes::ranges
