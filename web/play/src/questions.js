// What the page asks, and what there is to see of it. An answer: { pairs, layers, numbers, report }.
import { layer, noPairs, ownReport, segments } from './layers.js';
import * as watched from './watched.js';

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
  return { pairs: noPairs(), layers: [segments('Clearance', 'near', lines), layer('Nearest points', 'near', 'points', lines)], numbers, report: ownReport('feature_tree', find) };
}

const QUESTIONS = { intersections, curves, overlap, clearance, ...watched };

/** `watch`: what only the module of the page has: contours(), cuts(share). */
export function ask(scene, bodies, question, options, watch) {
  return { layers: [], ...QUESTIONS[question](scene, bodies, options, watch) };
}
