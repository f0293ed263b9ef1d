// What is asked, and one sentence a detector that says what is seen.

export const DETECTORS = {
  automatic: '',
  box_tree: 'box_tree: a tree of bounding boxes is refitted to every frame; boxes that overlap are opened, down to pairs of triangles.',
  regularity: 'regularity: a region whose normals fit into one cone and whose outline does not cross itself cannot meet itself, and is passed over whole.',
  gjk_cut: 'gjk_cut: nothing is built; a direction that parts two lists of triangles cuts both, until few enough pairs are left to be tested.',
  spatial_hash: 'spatial_hash: triangles go into the cells of a regular grid; only those that share a cell are compared.',
  brute_force: 'brute_force: every pair of triangles is tested. It is the oracle that the others are held against, and slow.',
  surface_overlap: 'surface_overlap: the volume comes from the pieces of either surface inside the other, by the divergence theorem.',
  depth_layers: 'depth_layers: parallel lines enter and leave the bodies; where they are inside both, the volume is shared.',
  sphere_tree: 'sphere_tree: spheres that overlap are replaced by their smaller ones, the farthest off first, until the budget ends.',
  feature_tree: 'feature_tree: boxes around vertices, edges and triangles; the nearest are opened first.',
};

export const QUESTIONS = {
  intersections: { title: 'Intersections', unit: 'crossing pairs' },
  curves: { title: 'Curves', unit: 'curves', xray: true, sentence: 'Where two surfaces meet, their pairs of triangles are chained into curves; a closed one encloses what is inside.' },
  overlap: { title: 'Overlap', xray: true },
  clearance: { title: 'Clearance' },
  spheres: { title: 'Spheres', unit: 'open spheres', xray: true },
  layers: { title: 'Layers and spans', unit: 'spans', xray: true, sentence: 'depth_layers: each line of a row is inside a body between entering and leaving it; stretches that two bodies have in common are shared volume.' },
  simplices: { title: 'Simplices', unit: 'steps', xray: true, sentence: 'gjk_cut: a simplex of differences of two points turns towards the origin, step by step; the direction it ends at parts the bodies, or none does.' },
  cells: { title: 'Hashed cells', unit: 'cells hold vertices', xray: true, sentence: 'spatial_hash: space is cut into cells; drawn are those that hold vertices of two bodies, the only ones where they can be near each other.' },
};

const powers = (low, high) => (share) => Math.round(low * (high / low) ** share);

/** Questions with a slider: what it sets, and how. */
export const WATCHED = {
  spheres: { name: 'Budget, tests', option: 'tests', start: 40, amount: powers(8, 60_000), shown: String },
  layers: { name: 'Lines a side', option: 'lines', start: 50, amount: powers(6, 96), shown: String },
  simplices: { name: 'Step', option: 'step', start: 40, amount: (share) => 1 + Math.round(14 * share), shown: String },
  cells: { name: 'Cell size', option: 'share', start: 50, amount: (share) => 0.02 * 10 ** share, shown: (share) => `${(100 * share).toFixed(1)} %` },
};
