// What there is to see of an answer: layers of the report's viewer, in the coordinates of the scene.

/** A new one each time: what is posted is gone. */
export const noPairs = () => new Uint32Array(0);

export function layer(name, role, shape, points, more = {}) {
  return { name, role, shape, points: Float64Array.from(points), ends: [], sizes: [], findings: [], ...more };
}

/** Segments, two points each. */
export function segments(name, role, points) {
  return layer(name, role, 'lines', points, { ends: Array.from({ length: points.length / 6 }, (_, k) => 2 * k + 2) });
}

/** Triangles of bodies, drawn on them. `refs`: body, triangle, body, triangle ...; `shades`: 0 to 1 of each. */
export function patches(name, role, bodies, refs, shades = []) {
  const places = new Map(bodies.map((body, i) => [body.id, i]));
  const points = new Float64Array(9 * (refs.length / 2));
  for (let i = 0; i < refs.length / 2; ++i) {
    const { positions, triangles } = bodies[places.get(refs[2 * i])], t = 3 * refs[2 * i + 1];
    for (let k = 0; k < 3; ++k) points.set(positions.subarray(3 * triangles[t + k], 3 * triangles[t + k] + 3), 9 * i + 3 * k);
  }
  return layer(name, role, 'triangles', points, { shades });
}

/** Box of what has a place. */
export function boxOf(bodies) {
  const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
  for (const { positions } of bodies) {
    for (let i = 0; i < positions.length; ++i) {
      if (!Number.isFinite(positions[i])) continue;
      low[i % 3] = Math.min(low[i % 3], positions[i]);
      high[i % 3] = Math.max(high[i % 3], positions[i]);
    }
  }
  return { low, high };
}

/** As the answers of the library have it, for what is asked in several calls. */
export function ownReport(detector, find) {
  return { detector, milliseconds: { build: 0, update: 0, find }, counters: {}, complete: true, setAside: [] };
}
