// What is asked, and one sentence a detector that says what is seen.

/** Those that `intersections` takes, and others that answer. */
export const DETECTORS = {
  automatic: { intersections: true },
  box_tree: { intersections: true, sentence: 'box_tree: a tree of bounding boxes is refitted to every frame; boxes that overlap are opened, down to pairs of triangles.' },
  regularity: { intersections: true, sentence: 'regularity: a region whose normals fit into one cone and whose outline does not cross itself cannot meet itself, and is passed over whole.' },
  gjk_cut: { intersections: true, sentence: 'gjk_cut: nothing is built; a direction that parts two lists of triangles cuts both, until few enough pairs are left to be tested.' },
  spatial_hash: { intersections: true, sentence: 'spatial_hash: triangles go into the cells of a regular grid; only those that share a cell are compared.' },
  brute_force: { intersections: true, sentence: 'brute_force: every pair of triangles is tested. It is the oracle that the others are held against, and slow.' },
  surface_overlap: { sentence: 'surface_overlap: the volume comes from the pieces of either surface inside the other, by the divergence theorem.' },
  depth_layers: { sentence: 'depth_layers: parallel lines enter and leave the bodies; where they are inside both, the volume is shared.' },
  sphere_tree: { sentence: 'sphere_tree: spheres that overlap are replaced by their smaller ones, the farthest off first, until the budget ends.' },
  feature_tree: { sentence: 'feature_tree: boxes around vertices, edges and triangles; the nearest are opened first.' },
};

export const QUESTIONS = {
  intersections: { title: 'Intersections', unit: 'crossing pairs' },
  curves: { title: 'Curves', unit: 'curves', xray: true, sentence: 'Where two surfaces meet, their pairs of triangles are chained into curves; a closed one encloses what is inside.' },
  overlap: { title: 'Overlap', xray: true },
  clearance: { title: 'Clearance' },
  regions: { title: 'Regular regions', unit: 'contours tested', xray: true, sentence: 'regularity: a region that faces one way, and whose contour does not cross itself seen from there, cannot meet itself: it is passed over (green). Where a contour does not prove it (yellow), its parts are looked at.' },
  lists: { title: 'Lists and cuts', unit: 'cuts', xray: true, sentence: 'gjk_cut: a direction turns to where two lists of triangles may be apart; what lies beyond the other list is cut away, and the rest is split and cut again.' },
  simplices: { title: 'Simplices', unit: 'steps', xray: true, sentence: 'gjk_cut: a simplex of differences of two points turns towards the origin, step by step; the direction it ends at parts the bodies, or none does.' },
  spheres: { title: 'Spheres', unit: 'open spheres', xray: true },
  layers: { title: 'Layers and spans', unit: 'spans', xray: true, sentence: 'depth_layers: each line of a row is inside a body between entering and leaving it; stretches that two bodies have in common are shared volume.' },
  cells: { title: 'Hashed cells', unit: 'cells hold vertices', xray: true, sentence: 'spatial_hash: space is cut into cells, and each vertex is kept in its own; drawn are the cells that hold vertices of two bodies, the only ones where they can be near each other.' },
};

const powers = (low, high) => (share) => Math.round(low * (high / low) ** share);
const percent = (share) => `${Math.round(100 * share)} %`;

/** Questions with a slider: what it sets, and how. */
export const WATCHED = {
  regions: { name: 'How far', option: 'share', start: 60, amount: (share) => share, shown: percent },
  lists: { name: 'How far', option: 'share', start: 0, amount: (share) => share, shown: percent },
  simplices: { name: 'Step', option: 'step', start: 40, amount: (share) => 1 + Math.round(14 * share), shown: String },
  spheres: { name: 'Budget, tests', option: 'tests', start: 70, amount: powers(8, 60_000), shown: String },
  layers: { name: 'Lines a side', option: 'lines', start: 50, amount: powers(6, 96), shown: String },
  cells: { name: 'Cell size', option: 'share', start: 50, amount: (share) => 0.02 * 10 ** share, shown: (share) => `${(100 * share).toFixed(1)} %` },
};
