// The npm package under Node: node run.mjs PACKAGE
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

const folder = process.argv[2];
const from = (name) => import(pathToFileURL(join(folder, name)).href);
const { load, KINDS, METHODS } = await from('node.mjs');
const pliant = await load();

const CROSSED = { positions: [0, 0, 0, 2, 0, 0, 0, 2, 0, 0.5, 0.5, -1, 0.5, 0.5, 1, 3, 3, 0.5], index: [0, 1, 2, 3, 4, 5] };

/** A closed ball of 2 n (n - 1) triangles around a point. */
function ball(n, x = 0, radius = 1, Kind = Float64Array) {
  const positions = [x, 0, radius], index = [];
  for (let j = 1; j < n; ++j) {
    for (let i = 0; i < n; ++i) {
      const up = (Math.PI * j) / n, around = (2 * Math.PI * i) / n;
      positions.push(x + radius * Math.sin(up) * Math.cos(around), radius * Math.sin(up) * Math.sin(around), radius * Math.cos(up));
    }
  }
  const last = positions.push(x, 0, -radius) / 3 - 1, at = (j, i) => 1 + (j - 1) * n + (i % n);
  for (let i = 0; i < n; ++i) {
    index.push(0, at(1, i), at(1, i + 1), last, at(n - 1, i + 1), at(n - 1, i));
    for (let j = 1; j + 1 < n; ++j) index.push(at(j, i), at(j + 1, i), at(j + 1, i + 1), at(j, i), at(j + 1, i + 1), at(j, i + 1));
  }
  return { positions: Kind.from(positions), index: Uint32Array.from(index) };
}

function twoBalls(distance) {
  const scene = new pliant.Scene();
  const a = ball(24), b = ball(24, distance);
  return { scene, a: scene.addSurface(a.positions, a.index), b: scene.addSurface(b.positions, b.index) };
}

test('finds the pair of two triangles, from any kind of array', () => {
  for (const Kind of [Array, Float32Array, Float64Array]) {
    const { pairs, kinds, report } = pliant.selfIntersections(Kind.from(CROSSED.positions), CROSSED.index);
    assert.deepEqual([...pairs], [0, 0, 0, 1, KINDS.indexOf('crossing')]);
    assert.deepEqual(kinds, [1, 0, 0, 0]);
    assert.equal(report.complete, true);
  }
  assert.equal(pliant.selfIntersections(new Float32Array(CROSSED.positions)).pairs.length, 5, 'without an index');
});

test('gives the same pairs by every method, in every frame', () => {
  const { scene, b } = twoBalls(1.5);
  for (const x of [1.5, 0.7, 2.5]) {
    scene.move(b, ball(24, x).positions);
    const answers = METHODS.map((method) => scene.intersections({ method }).pairs);
    for (const pairs of answers) assert.deepEqual(pairs, answers[0]);
    assert.equal(answers[0].length > 0, x < 2);
  }
  scene.free();
});

test('answers keep their numbers when the memory grows and moves', () => {
  const { scene } = twoBalls(1.5);
  const before = scene.intersections().pairs, copy = [...before];
  const large = ball(400, 9);
  scene.addSurface(large.positions, large.index);
  scene.intersections();
  assert.deepEqual([...before], copy);
  scene.free();
});

test('measures what two balls share, and their distance apart', () => {
  const { scene, a, b } = twoBalls(1);
  const lens = (Math.PI * 5) / 12; // of unit balls at distance 1
  const { volume, error } = scene.overlap(a, b);
  assert.ok(Math.abs(volume - lens) < 0.05 && error < 0.02 * volume, `${volume}`);
  assert.equal(scene.selfOverlap(a).volume < 1e-9, true);
  scene.move(b, ball(24, 3).positions);
  const [least, most] = scene.distance(a, b).distanceNumbers;
  assert.ok(Math.abs(least - 1) < 1e-9 && most >= least);
  const hulls = scene.hullDistance(a, b);
  assert.ok(Math.abs(hulls.distance - 1) < 1e-9 && !hulls.overlap && hulls.steps.length % 30 === 0 && hulls.steps.length > 0);
  assert.throws(() => scene.hullDistance(a, 77), RangeError);
  assert.equal(scene.distances(0.5).distances.length, 0);
  assert.equal(scene.distances().distances.length, 4);
  scene.free();
});

test('follows curves, proximities and impacts', () => {
  const { scene, a, b } = twoBalls(1);
  const { curves, curveNumbers, segments, points } = scene.curves();
  assert.equal(curves.length, 7);
  assert.equal(curves[2], 1, 'it is closed');
  assert.equal(segments.length / 6, curves[6]);
  assert.ok(Math.abs(curveNumbers[0] - 2 * Math.PI * Math.sqrt(0.75)) < 0.1);
  for (let i = 0; i < points.length; i += 3) assert.ok(Math.abs(points[i] - 0.5) < 0.02);
  scene.move(b, ball(24, 2.01).positions);
  const near = scene.proximities({ distance: 0.02 });
  assert.ok(near.features.length > 0 && near.numbers.length / 14 === near.features.length / 8);
  scene.startStep();
  scene.move(b, ball(24, 1.9).positions);
  assert.ok(scene.impacts().features.length > 0);
  const { time, met } = scene.safeStep();
  assert.ok(met && time > 0 && time < 0.2);
  scene.remove(a);
  assert.equal(scene.intersections().pairs.length, 0);
  scene.free();
});

test('tells which vertices are in tetrahedra, and what is inside what', () => {
  const scene = new pliant.Scene();
  const body = scene.addVolume([0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0, 4], [0, 1, 2, 3]);
  const inner = ball(8, 0, 0.1);
  for (let i = 0; i < inner.positions.length; ++i) inner.positions[i] += 0.5;
  scene.addSurface(inner.positions, inner.index);
  const { penetrations, numbers } = scene.penetrations({ depth: true });
  assert.equal(penetrations.length / 6, inner.positions.length / 3);
  assert.equal(numbers.length / 8, penetrations.length / 6);
  assert.deepEqual([...scene.relations().relations.slice(0, 3)], [1, 0, 0]);
  assert.equal(scene.triangles(body).length, 12);
  scene.free();
});

test('refines contacts as the budget grows', () => {
  const { scene, a, b } = twoBalls(1.5);
  const rough = scene.contactsWithin(a, b, { budget: { tests: 50 } });
  assert.equal(rough.report.stoppedBy, 'tests');
  const all = scene.contactsWithin(a, b);
  assert.equal(all.resumed, true);
  assert.ok(rough.error > all.error);
  assert.deepEqual(all.pairs, scene.intersections({ self: false }).pairs);
  const { spheres, levels } = scene.sphereTree(a);
  assert.equal(levels[levels.length - 3] + levels[levels.length - 2], spheres.length / 4);
  assert.ok(scene.layers(a, { resolution: 16 }).points.length > 0);
  scene.free();
});

test('sets aside what is wrong, and says which', () => {
  const positions = [...CROSSED.positions, NaN, 0, 0];
  const { pairs, report } = pliant.selfIntersections(positions, [...CROSSED.index, 0, 1, 6, 0, 1, 99]);
  assert.equal(pairs.length, 5);
  const kinds = report.setAside.map((flaw) => `${flaw.kind} ${flaw.element}`);
  assert.deepEqual(kinds.sort(), ['index_out_of_range 3', 'not_finite 6']);
});

test('refuses wrong arguments with errors of JavaScript, and goes on', () => {
  const { scene, a } = twoBalls(1);
  assert.throws(() => scene.move(77, new Float32Array(3)), RangeError);
  assert.throws(() => scene.overlap(a, 77), RangeError);
  assert.throws(() => scene.distance(a, a), TypeError);
  assert.throws(() => scene.intersections({ method: 'best' }), /best is none of automatic/);
  assert.throws(() => scene.intersections({ budget: { seconds: 1 } }), /seconds is none of time/);
  assert.throws(() => scene.addSurface([0, 1], []), TypeError);
  assert.throws(() => scene.addSurface([0, 1, 2], [0, 1]), TypeError);
  assert.throws(() => scene.proximities({ distance: -1 }), TypeError);
  assert.ok(scene.intersections().pairs.length > 0);
  scene.free();
  assert.throws(() => scene.intersections(), /freed/);
});

test('budgets end a search, and the report says so', () => {
  const { scene, a, b } = twoBalls(1);
  const { pairs, report } = scene.intersections({ budget: { pairs: 3 } });
  assert.deepEqual([pairs.length, report.stoppedBy, report.complete], [15, 'pairs', false]);
  assert.equal(scene.intersections({ budget: { pairs: 2 ** 40, bytes: 2 ** 50 } }).report.complete, true, 'more than 32 bits');
  assert.equal(scene.contactsWithin(a, b, { budget: { pairs: 2 ** 40 } }).report.complete, true, 'more than 32 bits');
  scene.free();
});

test('works from afar: the calls of a worker', async () => {
  const { serve, remote } = await from('serve.mjs');
  const { port1, port2 } = new MessageChannel();
  serve(Promise.resolve(new pliant.Scene()), port1);
  const scene = remote(port2);
  const body = await scene.addSurface(CROSSED.positions, CROSSED.index);
  const { pairs } = await scene.intersections();
  assert.deepEqual([body, pairs.length], [0, 5]);
  await assert.rejects(scene.remove(9), RangeError);
  port1.close();
});

test('the single variant gives the same, and both are small', async () => {
  const single = await (await from('single.mjs')).load();
  const { positions, index } = ball(40);
  for (let i = 0; i < positions.length; i += 3) positions[i + 2] *= Math.sin(9 * positions[i]);
  const ours = pliant.selfIntersections(positions, index), theirs = single.selfIntersections(positions, index);
  assert.ok(ours.pairs.length > 0);
  assert.deepEqual(theirs.pairs, ours.pairs);
  const size = (...names) => names.reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, name))).length, 0);
  assert.ok(size('pliant_wasm.wasm', 'pliant_wasm.mjs', 'scene.mjs') < 700_000);
  assert.ok(size('pliant_wasm_packed.mjs', 'pliant_wasm.mjs', 'scene.mjs', 'single.mjs') < 700_000);
});
