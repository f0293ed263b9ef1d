// Bodies, pairs and layers in the coordinates that the viewer draws in: floats around the middle of the scene.

const MISSING = -32768; // as in the report: a vertex without a place

const PLACEMENT = {
  origin: [0, 0, 0],
  step: 1,
  point: (cells, i, out = [0, 0, 0]) => {
    for (let k = 0; k < 3; ++k) out[k] = cells[3 * i + k];
    return out;
  },
};

/** Middle and half the size of what has a place. */
export function viewOf(positions) {
  const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
  for (const own of positions) {
    for (let i = 0; i < own.length; ++i) {
      if (!Number.isFinite(own[i])) continue;
      low[i % 3] = Math.min(low[i % 3], own[i]);
      high[i % 3] = Math.max(high[i % 3], own[i]);
    }
  }
  if (!(low[0] <= high[0] && low[1] <= high[1] && low[2] <= high[2])) return { origin: [0, 0, 0], scale: 1 };
  return { origin: low.map((c, k) => 0.5 * c + 0.5 * high[k]), scale: Math.max(...low.map((c, k) => 0.5 * high[k] - 0.5 * c)) || 1 };
}

/** Halves: a difference of two may be beyond the range of a double. */
const placed = (c, k, { origin, scale }) => (0.5 * c - 0.5 * origin[k]) / (0.5 * scale);

/** `meshes`: {number, corners} of each body, the same from frame to frame. */
export function drawnBodies(positions, meshes, view) {
  return positions.map((own, b) => {
    const cells = new Float32Array(own.length);
    let missing = false;
    for (let i = 0; i < own.length; ++i) cells[i] = placed(own[i], i % 3, view);
    for (let v = 0; v < own.length; v += 3) {
      if (Number.isFinite(cells[v]) && Number.isFinite(cells[v + 1]) && Number.isFinite(cells[v + 2])) continue;
      cells.fill(MISSING, v, v + 3);
      missing = true;
    }
    return { cells, placement: PLACEMENT, missing, mesh: meshes[b] };
  });
}

/** A frame of the viewer. */
export function drawnFrame(bodies, answer, view) {
  const pairs = answer?.pairs ?? new Uint32Array(0), n = pairs.length / 5;
  const column = (k) => Uint32Array.from({ length: n }, (_, i) => pairs[5 * i + k]);
  const layers = (answer?.layers ?? []).map((layer) => ({
    ...layer,
    points: Float32Array.from(layer.points, (c, i) => placed(c, i % 3, view)),
    sizes: layer.sizes.map((size) => size / view.scale),
  }));
  return { bodies, pairs: { count: n, shown: n, bodyA: column(0), a: column(1), bodyB: column(2), b: column(3), kind: column(4), finding: null }, layers, findings: [] };
}
