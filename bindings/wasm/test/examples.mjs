// The examples of the package with three.js, under Node and in Chromium: node examples.mjs PACKAGE WEB_REPORT
// 77: three.js is not there (npm ci in web/report fetches it).
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import test, { after } from 'node:test';
import { pathToFileURL } from 'node:url';

const [packed, web] = process.argv.slice(2).map((path) => resolve(path));
if (!existsSync(join(web, 'node_modules/three'))) {
  console.log('skipped: three.js is not installed (npm ci in web/report)');
  process.exit(77);
}

// A project of a user: both packages in node_modules, the examples beside.
const project = mkdtempSync(join(tmpdir(), 'pliant three '));
after(() => rmSync(project, { recursive: true, force: true }));
mkdirSync(join(project, 'node_modules'));
symlinkSync(join(web, 'node_modules/three'), join(project, 'node_modules/three'));
symlinkSync(packed, join(project, 'node_modules/pliant'));
cpSync(join(packed, 'examples'), project, { recursive: true });
const from = (name) => import(pathToFileURL(join(project, name)).href);
writeFileSync(join(project, 'three.mjs'), "export * from 'three';\n");
const three = await from('three.mjs');

/** A strip of n squares along x. */
function strip(n) {
  return new three.PlaneGeometry(n, 1, n, 1);
}

test('a BufferGeometry tells which of its triangles intersect', async () => {
  const { intersectingTriangles } = await from('buffer_geometry.mjs');
  const geometry = new three.BufferGeometry();
  geometry.setAttribute('position', new three.Float32BufferAttribute([0, 0, 0, 2, 0, 0, 0, 2, 0, 0.5, 0.5, -1, 0.5, 0.5, 1, 3, 3, 0.5], 3));
  geometry.setIndex([0, 1, 2, 3, 4, 5]);
  assert.deepEqual(await intersectingTriangles(geometry), [{ a: 0, b: 1, kind: 'crossing' }]);
  assert.deepEqual(await intersectingTriangles(strip(4)), []);
});

test('a SkinnedMesh meets itself when a bone turns it over', async () => {
  const { SelfCollision } = await from('skinned_mesh.mjs');
  const geometry = strip(8), count = geometry.getAttribute('position').count;
  const along = (v) => geometry.getAttribute('position').getX(v);
  const weights = Array.from({ length: count }, (_, v) => (along(v) > 0 ? [0, 1] : [1, 0]));
  geometry.setAttribute('skinIndex', new three.Uint16BufferAttribute(weights.flatMap(() => [0, 1, 0, 0]), 4));
  geometry.setAttribute('skinWeight', new three.Float32BufferAttribute(weights.flatMap((w) => [...w, 0, 0]), 4));
  const mesh = new three.SkinnedMesh(geometry, new three.MeshBasicMaterial());
  const bones = [new three.Bone(), new three.Bone()];
  bones[0].add(bones[1]);
  mesh.add(bones[0]);
  mesh.bind(new three.Skeleton(bones));
  const checked = await SelfCollision.of(mesh);
  assert.equal(checked.check().pairs.length, 0);
  bones[1].rotation.set(0.3, Math.PI - 0.1, 0); // folded over, and through the other half
  bones[1].position.set(-1, 0, 0.05);
  assert.ok(checked.check().pairs.length > 0);
  bones[1].rotation.set(0, 0, 0);
  bones[1].position.set(0, 0, 0);
  assert.equal(checked.check().pairs.length, 0, 'as it was');
  checked.free();
});

test('a BufferGeometry is checked in a worker of Chromium', async (t) => {
  const { findChromium, launch } = await import(pathToFileURL(join(web, 'test/browser.mjs')).href);
  const chromium = findChromium();
  if (!chromium) return t.skip('no Chromium is installed (Debian: chromium)');
  const { serveFolder } = await import(pathToFileURL(join(web, '../play/serve.mjs')).href);
  const imports = { three: '/node_modules/three/build/three.module.js', 'pliant/worker': '/node_modules/pliant/worker_scene.mjs' };
  writeFileSync(join(project, 'index.html'), `<!DOCTYPE html><script type="importmap">${JSON.stringify({ imports })}</script><link rel="icon" href="data:,"><script type="module">
    import { PlaneGeometry } from 'three';
    import { WatchedGeometry } from './geometry_in_worker.mjs';
    const geometry = new PlaneGeometry(8, 1, 8, 1), position = geometry.getAttribute('position');
    const watched = await WatchedGeometry.of(geometry);
    const flat = await watched.check();
    for (let v = 0; v < position.count; ++v) if (position.getX(v) > 0) position.setXYZ(v, -position.getX(v), position.getY(v), 0.3 * position.getX(v) - 0.5);
    const both = [watched.check(), watched.check()];
    window.answer = { flat: flat.length, folded: (await both[0]).length, second: await both[1], kept: position.array.length };
    watched.end();
  </script>`);
  const server = await serveFolder(project, 0);
  const browser = await launch(chromium);
  try {
    const page = await browser.newPage(), complaints = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => { if (message.type() === 'error') complaints.push(message.text()); });
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    await page.waitForFunction(() => window.answer, null, { timeout: 60_000 }).catch(() => {});
    assert.deepEqual(complaints, []);
    const answer = await page.evaluate(() => window.answer);
    assert.equal(answer.flat, 0);
    assert.ok(answer.folded > 0);
    assert.equal(answer.second, null, 'one check at a time');
    assert.equal(answer.kept, 54, 'positions are copied, not taken away');
  } finally {
    await browser.close();
    server.close();
  }
});
