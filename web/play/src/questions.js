// What the page asks, and what there is to see of it. An answer: { pairs, layers, numbers, report }; layers are those of the
// report's viewer, in the coordinates of the scene.

/** A new one each time: what is posted is gone. */
const noPairs = () => new Uint32Array(0);

function layer(name, role, shape, points, more = {}) {
  return { name, role, shape, points: Float64Array.from(points), ends: [], sizes: [], findings: [], ...more };
}

function intersections(scene, bodies, { method, time }) {
  const { pairs, kinds, report } = scene.intersections({ method, budget: time ? { time } : {} });
  const numbers = ['crossing', 'touching', 'coplanar', 'fold'].map((kind, i) => [kind, kinds[i], kind]);
  return { pairs, numbers: numbers.filter(([, count], i) => count > 0 || i === 0), report };
}

function curves(scene) {
  const { curves: list, curveNumbers, segments, points, report } = scene.curves();
  const lines = new Float64Array(segments.length), ends = [];
  for (let s = 0, at = 0; s < segments.length / 6; ++s) {
    for (const p of [segments[6 * s + 4], segments[6 * s + 5]]) {
      lines.set(points.subarray(3 * p, 3 * p + 3), at);
      at += 3;
    }
    ends.push(2 * s + 2);
  }
  const count = list.length / 7;
  let closed = 0, length = 0;
  for (let c = 0; c < count; ++c) {
    closed += list[7 * c + 2];
    length += curveNumbers[4 * c];
  }
  return { pairs: noPairs(), layers: [layer('Curves', 'curve', 'lines', lines, { ends })], numbers: [['curves', count, 'curve'], ['of them closed', closed], ['length in all', length], ['segments', segments.length / 6]], report };
}

function overlap(scene, bodies, { time }) {
  const numbers = [], spans = [];
  let report = null;
  const many = bodies.length > 4;
  for (let a = 0; a < Math.min(bodies.length, 5); ++a) {
    for (let b = a + 1; b < Math.min(bodies.length, 5); ++b) {
      const found = scene.overlap(bodies[a].id, bodies[b].id, { spans: true, resolution: 64, budget: time ? { time } : {} });
      report = found.report;
      if (found.volume <= found.error) continue;
      numbers.push([`${bodies[a].name} × ${bodies[b].name}`, found.volume, 'shared'], ['± error', found.error]);
      spans.push(...boxesOf(found));
    }
  }
  if (bodies.length === 1) {
    const { volume, error, report: own } = scene.selfOverlap(bodies[0].id, { budget: time ? { time } : {} });
    report = own;
    numbers.push([`${bodies[0].name} with itself`, volume, 'shared'], ['± error', error]);
  }
  if (numbers.length === 0) numbers.push(['shared volume', 0, 'shared']);
  if (many) numbers.push(['bodies compared', 5]);
  return { pairs: noPairs(), layers: [layer('Shared volume', 'shared', 'boxes', spans)], numbers, report };
}

/** A column's part inside both bodies, as two corners of a box. */
function boxesOf({ spans, spanColumns, spanResolution: n, boxLow, boxHigh, axis }) {
  const k = 'xyz'.indexOf(axis), i = (k + 1) % 3, j = (k + 2) % 3, corners = [];
  for (let s = 0; s < spanColumns.length; ++s) {
    const row = Math.floor(spanColumns[s] / n), place = spanColumns[s] % n, low = [0, 0, 0], high = [0, 0, 0];
    const side = (axisOf, at) => boxLow[axisOf] + ((boxHigh[axisOf] - boxLow[axisOf]) * at) / n;
    [low[i], high[i], low[j], high[j], low[k], high[k]] = [side(i, place), side(i, place + 1), side(j, row), side(j, row + 1), spans[2 * s], spans[2 * s + 1]];
    corners.push(...low, ...high);
  }
  return corners;
}

function clearance(scene, bodies) {
  if (bodies.length < 2) return { pairs: noPairs(), layers: [], numbers: [['clearance needs two bodies', '']], report: null };
  const began = performance.now();
  const { distances, distanceNumbers } = scene.distances();
  const find = performance.now() - began;
  const order = [...Array(distances.length / 4).keys()].sort((p, q) => distanceNumbers[8 * p] - distanceNumbers[8 * q]);
  const name = (id) => bodies.find((body) => body.id === id).name;
  const numbers = order.slice(0, 8).map((i) => [`${name(distances[4 * i])} – ${name(distances[4 * i + 1])}`, distanceNumbers[8 * i], 'near']);
  const lines = [];
  for (const i of order.slice(0, 200)) if (distanceNumbers[8 * i] > 0) lines.push(...distanceNumbers.subarray(8 * i + 2, 8 * i + 8));
  const ends = lines.map((_, i) => 2 * i + 2).slice(0, lines.length / 6);
  return { pairs: noPairs(), layers: [layer('Clearance', 'near', 'lines', lines, { ends }), layer('Nearest points', 'near', 'points', lines)], numbers, report: { detector: 'feature_tree', milliseconds: { build: 0, update: 0, find }, counters: {}, complete: true, setAside: [] } };
}

/** sphere_tree at work: the spheres that are still open when the budget ends. */
function spheres(scene, bodies, { tests }) {
  if (bodies.length < 2) return { pairs: noPairs(), layers: [], numbers: [['spheres need two bodies', '']], report: null };
  const [a, b] = bodies;
  const answer = scene.contactsWithin(a.id, b.id, { resume: false, budget: { tests } });
  const trees = [scene.sphereTree(a.id).spheres, scene.sphereTree(b.id).spheres];
  const points = [], sizes = [], seen = new Set();
  for (let i = 0; i < answer.contacts.length; i += 4) {
    if (answer.contacts[i] === 0) continue;
    for (const side of [0, 1]) {
      const sphere = answer.contacts[i + 1 + side], key = 2 * sphere + side;
      if (seen.has(key) || seen.size > 3000) continue;
      seen.add(key);
      points.push(...trees[side].subarray(4 * sphere, 4 * sphere + 3));
      sizes.push(trees[side][4 * sphere + 3]);
    }
  }
  return { pairs: answer.pairs, layers: [layer('Open spheres', 'sphere', 'spheres', points, { sizes })], numbers: [['open spheres', seen.size, 'sphere'], ['pairs of triangles, exact', answer.pairs.length / 5, 'crossing'], ['farthest off', answer.error], ['pairs of spheres compared', answer.report.counters.sphereTests]], report: answer.report };
}

function boxOf(bodies) {
  const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
  for (const { positions } of bodies) {
    for (let i = 0; i < positions.length; ++i) {
      low[i % 3] = Math.min(low[i % 3], positions[i]);
      high[i % 3] = Math.max(high[i % 3], positions[i]);
    }
  }
  return { low, high };
}

/** Stretches of two ascending lists [from, to, from, to, ...] that both have. */
function common(p, q) {
  const out = [];
  for (let i = 0, k = 0; i < p.length && k < q.length;) {
    const from = Math.max(p[i], q[k]), to = Math.min(p[i + 1], q[k + 1]);
    if (from < to) out.push(from, to);
    if (p[i + 1] < q[k + 1]) i += 2;
    else k += 2;
  }
  return out;
}

/** What is left of the one without the other: a list of stretches that it has in common with it. */
function without(p, shared) {
  const out = [];
  for (let i = 0; i < p.length; i += 2) {
    let from = p[i];
    for (let k = 0; k < shared.length; k += 2) {
      if (shared[k] < from || shared[k + 1] > p[i + 1]) continue;
      if (from < shared[k]) out.push(from, shared[k]);
      from = shared[k + 1];
    }
    if (from < p[i + 1]) out.push(from, p[i + 1]);
  }
  return out;
}

/** depth_layers at work: one row of lines, and their stretches inside each body and inside two. */
function layers(scene, bodies, { lines: resolution }) {
  const began = performance.now(), { low, high } = boxOf(bodies), shown = bodies.slice(0, 5);
  const row = Math.floor(resolution / 2), y = low[1] + ((high[1] - low[1]) * (row + 0.5)) / resolution;
  let most = 0;
  const spans = shown.map((body) => {
    const { first, points, most: own } = scene.layers(body.id, { resolution, axis: 'z', low, high });
    most = Math.max(most, own);
    return Array.from({ length: resolution }, (_, i) => {
      const pixel = row * resolution + i;
      return Array.from({ length: 2 * Math.floor((first[pixel + 1] - first[pixel]) / 2) }, (__, k) => points[2 * (first[pixel] + k)]);
    });
  });
  const find = performance.now() - began;
  const drawn = (name, role, stretches) => {
    const points = [];
    stretches.forEach((list, i) => {
      const x = low[0] + ((high[0] - low[0]) * (i + 0.5)) / resolution;
      for (const z of list) points.push(x, y, z);
    });
    return layer(name, role, 'lines', points, { ends: Array.from({ length: points.length / 6 }, (_, k) => 2 * k + 2) });
  };
  const both = [], alone = spans.map((own) => [...own]);
  for (let a = 0; a < shown.length; ++a) {
    for (let b = a + 1; b < shown.length; ++b) {
      const shared = spans[a].map((own, i) => common(own, spans[b][i]));
      for (const n of [a, b]) alone[n] = alone[n].map((own, i) => without(own, shared[i]));
      both.push(shared);
    }
  }
  const drawnLayers = [...shown.map(({ name }, n) => drawn(`Spans of ${name}`, n % 2 === 0 ? 'coplanar' : 'way_out', alone[n])), ...both.map((shared) => drawn('Shared spans', 'shared', shared))];
  const count = (all) => all.flat().reduce((sum, own) => sum + own.length / 2, 0);
  return { pairs: noPairs(), layers: drawnLayers, numbers: [['spans', count(spans), 'coplanar'], ['shared by two bodies', count(both), 'shared'], ['layers of one line, at most', most]], report: { detector: 'depth_layers', milliseconds: { build: 0, update: 0, find }, counters: {}, complete: true, setAside: [] } };
}

/** spatial_hash at work: cells of the grid that hold vertices, and those that hold vertices of two bodies. */
function cells(scene, bodies, { share }) {
  const { low, high } = boxOf(bodies);
  const size = Math.max(...high.map((c, k) => c - low[k])) * share;
  const held = new Map();
  bodies.forEach(({ positions }, body) => {
    for (let v = 0; v < positions.length; v += 3) {
      const cell = [0, 1, 2].map((k) => Math.floor(positions[v + k] / size));
      const key = cell.join();
      if (!held.has(key)) held.set(key, { cell, bodies: new Set(), vertices: 0 });
      const own = held.get(key);
      own.bodies.add(body);
      ++own.vertices;
    }
  });
  const shared = [];
  let most = 0;
  for (const { cell, bodies: inside, vertices } of held.values()) {
    most = Math.max(most, vertices);
    if (inside.size > 1) shared.push(...cell.map((c) => c * size), ...cell.map((c) => (c + 1) * size));
  }
  const found = scene.intersections({ method: 'spatial_hash' });
  return { pairs: found.pairs, layers: [layer('Cells of two bodies', 'near', 'boxes', shared)], numbers: [['cells with vertices', held.size], ['of them with two bodies', shared.length / 6, 'near'], ['vertices in one cell, at most', most], ['side of a cell', size]], report: found.report };
}

/** GJK at work, the search of gjk_cut: the simplex of one step, as the points of either body and what parts them. */
function simplices(scene, bodies, { step }) {
  if (bodies.length < 2) return { pairs: noPairs(), layers: [], numbers: [['a simplex needs two bodies', '']], report: null };
  const began = performance.now();
  const { steps, distance, overlap: meet } = scene.hullDistance(bodies[0].id, bodies[1].id);
  const find = performance.now() - began, count = steps.length / 30, at = Math.min(step, count);
  const now = steps.subarray(30 * (at - 1), 30 * at), size = now[0];
  const corners = (first) => Array.from({ length: size }, (_, i) => [...now.subarray(first + 3 * i, first + 3 * i + 3)]);
  const a = corners(1), b = corners(13);
  const edges = (points) => points.flatMap((p, i) => points.slice(i + 1).flatMap((q) => [...p, ...q]));
  const lines = (name, role, points) => layer(name, role, 'lines', points, { ends: Array.from({ length: points.length / 6 }, (_, k) => 2 * k + 2) });
  const layers = [lines('Simplex on the first body', 'coplanar', edges(a)), lines('Simplex on the second body', 'way_out', edges(b)), lines('Differences', 'impact', a.flatMap((p, i) => [...p, ...b[i]])), layer('Corners', 'impact', 'points', [...a.flat(), ...b.flat()])];
  return { pairs: noPairs(), layers, numbers: [['step of the search', at], ['of', count], ['corners of the simplex', size, 'impact'], ['distance, at most', now[28]], ['distance, at least', now[29]], [meet ? 'hulls overlap' : 'distance of the hulls', meet ? '' : distance, 'near']], report: { detector: 'gjk_cut', milliseconds: { build: 0, update: 0, find }, counters: {}, complete: true, setAside: [] } };
}

const QUESTIONS = { intersections, curves, overlap, clearance, spheres, layers, cells, simplices };

export function ask(scene, bodies, question, options) {
  const answer = QUESTIONS[question](scene, bodies, options);
  return { layers: [], ...answer, numbers: answer.numbers };
}
