// Fewer triangles for pictures of something that moves, on machines without a graphics card. Vertices are joined along
// edges, never across a gap, so that layers that lie close together stay apart; all are vertices of the mesh, so that
// the same few triangles will do for every frame.

const known = new WeakMap(); // by the corners of a mesh

/** About an eighth of the triangles: {corners, vertices}, corners by their places in `vertices`, which are numbers of the mesh.
 * `cells`: where the vertices are when this is asked first. */
export function coarse(corners, cells) {
  if (!known.has(corners)) known.set(corners, renumbered([0, 1, 2].reduce((now) => joined(now, cells), corners), cells.length / 3));
  return known.get(corners);
}

/** Few vertices, close together in memory: only they are sent to the renderer with every frame. */
function renumbered(corners, vertices) {
  const places = new Int32Array(vertices).fill(-1), kept = new Uint32Array(Math.min(corners.length, vertices));
  let n = 0;
  const out = Uint32Array.from(corners, (v) => {
    if (places[v] < 0) {
      places[v] = n;
      kept[n++] = v;
    }
    return places[v];
  });
  return { corners: out, vertices: kept.slice(0, n) };
}

const STRIDE = 1_000_003; // a prime: triangles are visited in no order, so that rows of a grid do not shrink alone

/** Joins vertices two by two, along the shortest edge of a triangle each. */
function joined(corners, cells) {
  const vertices = cells.length / 3;
  const to = Uint32Array.from({ length: vertices }, (_, v) => v);
  const taken = new Uint8Array(vertices);
  const length = (a, b) => (cells[3 * a] - cells[3 * b]) ** 2 + (cells[3 * a + 1] - cells[3 * b + 1]) ** 2 + (cells[3 * a + 2] - cells[3 * b + 2]) ** 2;
  const triangles = corners.length / 3, stride = triangles % STRIDE === 0 ? 1 : STRIDE;
  for (let t = 0; t < triangles; ++t) {
    const i = 3 * ((t * stride) % triangles);
    let least = Infinity, one = 0, other = 0;
    for (let k = 0; k < 3; ++k) {
      const a = corners[i + k], b = corners[i + ((k + 1) % 3)];
      if (taken[a] || taken[b] || a === b || length(a, b) >= least) continue;
      least = length(a, b);
      one = a;
      other = b;
    }
    if (least === Infinity) continue;
    taken[one] = taken[other] = 1;
    to[other] = one;
  }
  const kept = new Uint32Array(corners.length);
  let n = 0;
  for (let i = 0; i < corners.length; i += 3) {
    const a = to[corners[i]], b = to[corners[i + 1]], c = to[corners[i + 2]];
    if (a === b || b === c || c === a) continue;
    kept[n++] = a;
    kept[n++] = b;
    kept[n++] = c;
  }
  return kept.slice(0, n);
}
