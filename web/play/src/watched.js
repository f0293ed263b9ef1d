// Algorithms at work: each is asked to stop somewhere on its way, and what it has then is drawn.
import { boxOf, layer, noPairs, ownReport, patches, segments } from './layers.js';

/** sphere_tree at work: the spheres that are still open when the budget ends. */
export function spheres(scene, bodies, { tests }) {
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
export function layers(scene, bodies, { lines: resolution }) {
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
    return segments(name, role, points);
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
  return { pairs: noPairs(), layers: drawnLayers, numbers: [['spans', count(spans), 'coplanar'], ['shared by two bodies', count(both), 'shared'], ['layers of one line, at most', most]], report: ownReport('depth_layers', find) };
}

const MOST_DOTS = 4000;

/** spatial_hash at work: cells of the grid that hold vertices of two bodies, and these vertices. */
export function cells(scene, bodies, { share }) {
  const { low, high } = boxOf(bodies);
  const size = Math.max(...high.map((c, k) => c - low[k])) * share;
  const held = new Map();
  bodies.forEach(({ positions }, body) => {
    for (let v = 0; v < positions.length; v += 3) {
      const cell = [0, 1, 2].map((k) => Math.floor(positions[v + k] / size));
      if (!cell.every(Number.isFinite)) continue;
      const key = cell.join();
      if (!held.has(key)) held.set(key, { cell, bodies: new Set(), vertices: [] });
      const own = held.get(key);
      own.bodies.add(body);
      own.vertices.push(positions[v], positions[v + 1], positions[v + 2]);
    }
  });
  const all = [...held.values()], shared = all.filter((own) => own.bodies.size > 1);
  const boxes = shared.flatMap(({ cell }) => [...cell.map((c) => c * size), ...cell.map((c) => (c + 1) * size)]);
  const dots = shared.flatMap(({ vertices }) => vertices).slice(0, 3 * MOST_DOTS);
  const most = all.reduce((n, { vertices }) => Math.max(n, vertices.length / 3), 0);
  const found = scene.intersections({ method: 'spatial_hash' });
  return { pairs: found.pairs, layers: [layer('Cells of two bodies', 'near', 'boxes', boxes), layer('Their vertices', 'touching', 'points', dots)], numbers: [['cells with vertices', held.size], ['of them with two bodies', shared.length, 'near'], ['vertices in those', shared.reduce((n, { vertices }) => n + vertices.length / 3, 0), 'touching'], ['vertices in one cell, at most', most], ['side of a cell', size]], report: found.report };
}

/** GJK at work, the search of gjk_cut: the simplex of one step, as the points of either body and what parts them. */
export function simplices(scene, bodies, { step }) {
  if (bodies.length < 2) return { pairs: noPairs(), layers: [], numbers: [['a simplex needs two bodies', '']], report: null };
  const began = performance.now();
  const { steps, distance, overlap: meet } = scene.hullDistance(bodies[0].id, bodies[1].id);
  const find = performance.now() - began, count = steps.length / 30, at = Math.min(step, count);
  const now = steps.subarray(30 * (at - 1), 30 * at), size = now[0];
  const corners = (first) => Array.from({ length: size }, (_, i) => [...now.subarray(first + 3 * i, first + 3 * i + 3)]);
  const a = corners(1), b = corners(13);
  const edges = (points) => points.flatMap((p, i) => points.slice(i + 1).flatMap((q) => [...p, ...q]));
  const layers = [segments('Simplex on the first body', 'coplanar', edges(a)), segments('Simplex on the second body', 'way_out', edges(b)), segments('Differences', 'impact', a.flatMap((p, i) => [...p, ...b[i]])), layer('Corners', 'impact', 'points', [...a.flat(), ...b.flat()])];
  return { pairs: noPairs(), layers, numbers: [['step of the search', at], ['of', count], ['corners of the simplex', size, 'impact'], ['distance, at most', now[28]], ['distance, at least', now[29]], [meet ? 'hulls overlap' : 'distance of the hulls', meet ? '' : distance, 'near']], report: ownReport('gjk_cut', find) };
}

const SHADES = 7;

/** Points of a loop as segments. */
function around(points, first, end) {
  const out = [];
  for (let i = first; i < end; ++i) {
    const next = i + 1 < end ? i + 1 : first;
    out.push(...points.subarray(3 * i, 3 * i + 3), ...points.subarray(3 * next, 3 * next + 3));
  }
  return out;
}

/** regularity at work: regions whose contours were tested so far. In the end, what is left to be compared. */
export function regions(scene, bodies, { share }, watch) {
  const began = performance.now();
  const { tests, triangles, points, loops, compared, pairs } = watch.contours();
  const find = performance.now() - began;
  const count = tests.length / 3, shown = Math.round(share * count);
  const seen = new Set(), over = [], shades = [], simple = [], not = [];
  let passed = 0;
  for (let i = 0, triangle = 0, loop = 0; i < shown; ++i) {
    const [proven, triangleEnd, loopEnd] = tests.subarray(3 * i, 3 * i + 3);
    passed += proven;
    for (; triangle < triangleEnd; ++triangle) {
      const key = `${triangles[2 * triangle]} ${triangles[2 * triangle + 1]}`;
      if (seen.has(key)) continue;
      seen.add(key);
      over.push(triangles[2 * triangle], triangles[2 * triangle + 1]);
      shades.push(((i * 3) % SHADES) / (SHADES - 1));
    }
    for (; loop < loopEnd; ++loop) (proven ? simple : not).push(...around(points, loop === 0 ? 0 : loops[loop - 1], loops[loop]));
  }
  const layers = [patches('Regions passed over', 'near', bodies, over, shades), { ...segments('Contours that prove it', 'plain', simple), width: 1.5 }, { ...segments('Contours that do not', 'touching', not), width: 2.5 }];
  const found = shown === count ? scene.intersections({ method: 'regularity' }).pairs : noPairs();
  const all = bodies.reduce((sum, body) => sum + body.triangles.length / 3, 0);
  return { pairs: found, layers, numbers: [['contours tested', shown], ['of', count], ['prove a region', passed, 'near'], ['do not', shown - passed, 'touching'], ['triangles passed over', over.length / 2, 'near'], ['of', all], ['compared in the end', compared.length / 2], ['pairs found in the end', pairs, 'crossing']], report: ownReport('regularity', find) };
}

const CUT_BY = { direction: 'a direction', cells: 'a grid of cells', box: "the other's box" };

/** gjk_cut at work: two lists of triangles after one cut, and the direction that cut them. */
export function lists(scene, bodies, { share }, watch) {
  const began = performance.now();
  const { step, count, by, direction, before, ofA, ofB, pairs } = watch.cuts(share);
  const report = ownReport('gjk_cut', performance.now() - began);
  if (count === 0) return { pairs: noPairs(), layers: [], numbers: [['no cut was needed', '']], report };
  const { low, high } = boxOf(bodies), size = Math.max(...high.map((c, k) => c - low[k]));
  const layers = [patches('First list', 'coplanar', bodies, ofA), patches('Second list', 'way_out', bodies, ofB)];
  if (by === 'direction') {
    const middle = low.map((c, k) => 0.5 * c + 0.5 * high[k]);
    layers.push(layer('Direction', 'impact', 'arrows', [...middle.map((c, k) => c - 0.3 * size * direction[k]), ...middle.map((c, k) => c + 0.3 * size * direction[k])]));
  }
  const left = ofA.length > 0 && ofB.length > 0;
  return { pairs: noPairs(), layers, numbers: [['cut', step], ['of', count], ['cut by', CUT_BY[by], 'impact'], ['first list', `${before[0]} → ${left ? ofA.length / 2 : 0}`, 'coplanar'], ['second list', `${before[1]} → ${left ? ofB.length / 2 : 0}`, 'way_out'], ['they are', left ? 'not apart yet' : 'apart'], ['pairs found in the end', pairs, 'crossing']], report };
}
