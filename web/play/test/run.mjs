// The page in a real browser: node test/run.mjs BUILD_PLAY HASHES_TEST.cpp. Exit code 77: there is no browser here.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { findChromium, launch } from '../../report/test/browser.mjs';
import { differenceFromGolden, TOLERANCE } from '../../report/test/goldens.mjs';
import { serveFolder } from '../serve.mjs';

const [, , folder, hashes] = process.argv;
const chromiumPath = findChromium();
if (!chromiumPath) {
  console.log('skipped: no Chromium is installed (Debian: chromium)');
  process.exit(77);
}
const server = await serveFolder(folder, 0);
const address = `http://127.0.0.1:${server.address().port}/`;
const browser = await launch(chromiumPath);
let failed = 0;

async function openPage(hash, options) {
  const context = await browser.newContext({ viewport: { width: 1100, height: 700 }, ...options });
  const page = await context.newPage();
  page.complaints = [];
  page.on('pageerror', (error) => page.complaints.push(`error: ${error.message}`));
  page.on('console', (message) => { if (message.type() === 'error') page.complaints.push(`console: ${message.text()}`); });
  page.on('request', (request) => { if (!request.url().startsWith(address) && !/^(data|blob):/.test(request.url())) page.complaints.push(`request: ${request.url()}`); });
  await page.goto(address + hash);
  await page.waitForFunction(() => window.pliantPlay?.ready, null, { timeout: 60_000 });
  return page;
}

async function test(name, hash, options, run) {
  const began = Date.now();
  const page = await openPage(hash, options);
  try {
    await run(page);
    assert.deepEqual(page.complaints, []);
    console.log(`ok       ${name} (${Date.now() - began} ms)`);
  } catch (error) {
    ++failed;
    console.log(`FAILED   ${name}: ${error.stack}`);
  } finally {
    await page.context().close();
  }
}

const app = (page, call, ...values) => page.evaluate(([name, args]) => window.pliantPlay.library[name](...args), [call, values]);
const answered = async (page, act) => {
  const before = await page.evaluate(() => window.pliantPlay.answers);
  await act();
  await page.waitForFunction((n) => window.pliantPlay.answers > n && !window.pliantPlay.asking, before, { timeout: 60_000 });
};
const numbers = (page) => page.evaluate(() => Object.fromEntries([...document.querySelectorAll('.numbers dt')].map((dt) => [dt.textContent, dt.nextSibling.textContent])));
const drop = (page, files) => page.evaluate((list) => {
  const data = new DataTransfer();
  for (const [name, text] of list) data.items.add(new File([text], name));
  dispatchEvent(new DragEvent('drop', { dataTransfer: data }));
}, files);

async function looksAsKept(page, name) {
  await page.waitForTimeout(500); // at rest the picture has all its pixels
  const { mean, share } = await differenceFromGolden(page, name, { app: 'pliantPlay', goldens: new URL('goldens/', import.meta.url) });
  assert.ok(mean <= TOLERANCE.mean && share <= TOLERANCE.share, `${name}: mean ${mean.toFixed(2)}, share ${share.toFixed(4)}`);
}

const slide = (page, name, at) => answered(page, () => page.locator(`input[aria-label="${name}"]`).fill(String(at)));
const count = (text) => Number(text.replaceAll(',', ''));

const TETRAHEDRON = (x) => `v ${x} 0 0\nv ${x + 2} 0 0\nv ${x} 2 0\nv ${x} 0 2\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n`;

await test('every detector gives the bytes of the native library on every scene', '', {}, async (page) => {
  const expected = [...readFileSync(hashes, 'utf8').matchAll(/Expected\{"(\w+)", (0x\w+)u,/g)];
  const scenes = (await app(page, 'catalogue')).map(({ name }) => name);
  assert.deepEqual(expected.map(([, name]) => name), scenes);
  for (const [, name, hash] of expected) {
    for (const method of ['box_tree', 'regularity', 'gjk_cut', 'spatial_hash', 'brute_force']) {
      assert.equal(await app(page, 'hash', name, 1200, 4, method), `0x${BigInt(hash).toString(16).padStart(16, '0')}`, `${name} by ${method}`);
    }
  }
});

await test('answers every question on every scene', '', {}, async (page) => {
  const scenes = (await app(page, 'catalogue')).map(({ name }) => name);
  const questions = await page.locator('[data-question]').evaluateAll((all) => all.map((button) => button.dataset.question));
  assert.equal(questions.length, 10);
  const options = { method: 'automatic', time: null, share: 0.5, tests: 500, lines: 12, step: 2 };
  for (const scene of scenes) {
    await app(page, 'openScene', scene, 1200);
    for (const question of questions) {
      const own = question === 'cells' ? { ...options, share: 0.06 } : options;
      const { numbers: rows } = await app(page, 'ask', question, own);
      assert.ok(rows.length > 0 && rows[0].length >= 2, `${question} of ${scene}`);
    }
  }
});

await test('shows regions that are passed over, contour by contour', '#scene=crossing_loop', {}, async (page) => {
  await answered(page, () => page.locator('[data-question=regions]').click());
  await looksAsKept(page, 'regions');
  const over = [];
  for (const at of [0, 50, 100]) {
    await slide(page, 'How far', at);
    over.push(count((await numbers(page))['triangles passed over']));
  }
  assert.ok(over[0] === 0 && over[0] < over[1] && over[1] < over[2], `${over}`);
  const inTheEnd = await numbers(page);
  assert.ok(count(inTheEnd['pairs found in the end']) > 0);
  assert.match(await page.locator('.sentence').textContent(), /^regularity: /);
  await answered(page, () => page.locator('[data-question=intersections]').click());
  const all = await numbers(page);
  assert.equal(['crossing', 'touching', 'coplanar', 'fold'].reduce((sum, kind) => sum + count(all[kind] ?? '0'), 0), count(inTheEnd['pairs found in the end']));
});

await test('shows lists as they are cut', '#scene=two_knots', {}, async (page) => {
  await answered(page, () => page.locator('[data-question=lists]').click());
  const first = await numbers(page);
  assert.equal(first['cut by'], 'a direction');
  const [before, left] = first['second list'].split(' → ').map(Number);
  assert.ok(left < before, first['second list']);
  await looksAsKept(page, 'lists');
  await slide(page, 'How far', 100);
  const last = await numbers(page);
  assert.equal(last.cut, last.of);
  assert.match(await page.locator('.sentence').textContent(), /^gjk_cut: /);
});

await test('answers each question', '#scene=caged_blobs', {}, async (page) => {
  assert.ok(Number((await numbers(page)).crossing.replace(/\D/g, '')) > 0);
  for (const [question, row] of [['curves', 'curves'], ['overlap', 'left × right'], ['spheres', 'open spheres'], ['layers', 'spans'], ['cells', 'cells with vertices'], ['simplices', 'corners of the simplex'], ['clearance', 'left – right']]) {
    await answered(page, () => page.locator(`[data-question=${question}]`).click());
    const seen = await numbers(page);
    assert.ok(row in seen, `${question}: ${Object.keys(seen)}`);
    assert.ok((await page.locator('.sentence').textContent()).length > 20, 'one sentence says what is seen');
    if (question !== 'clearance') await looksAsKept(page, question); // of bodies that meet there is none to see
  }
});

await test('refines spheres as the budget grows', '#scene=caged_blobs', {}, async (page) => {
  await answered(page, () => page.locator('[data-question=spheres]').click());
  const off = [];
  for (const at of ['5', '50', '80']) {
    await answered(page, () => page.locator('input[aria-label="Budget, tests"]').fill(at));
    off.push(Number((await numbers(page))['farthest off'].replaceAll(',', '')));
  }
  assert.ok(off[0] > off[1] && off[1] > off[2], `${off}`);
});

await test('plays a scene by keys and by slider', '#scene=squeezed_blob', {}, async (page) => {
  await page.locator('.slide').fill('30');
  await page.waitForFunction(() => document.querySelector('.time .label').textContent.includes('Frame 30'));
  await page.locator('.view canvas').press('ArrowRight');
  await page.waitForFunction(() => document.querySelector('.time .label').textContent.includes('Frame 31'));
  await page.keyboard.press(' ');
  await page.waitForFunction(() => window.pliantPlay.place > 33);
  await page.keyboard.press(' ');
});

await test('drags a soft body', '#scene=play:balls', {}, async (page) => {
  await page.waitForFunction(() => window.pliantPlay.steps > 5, null, { timeout: 60_000 });
  const spot = await page.evaluate(() => {
    const { viewer, bodies } = window.pliantPlay;
    const { cells } = bodies[3];
    const middle = [0, 1, 2].map((k) => cells.filter((_, i) => i % 3 === k).reduce((a, b) => a + b, 0) / (cells.length / 3));
    const { left, top } = viewer.canvas.getBoundingClientRect();
    const [x, y] = viewer.project(middle);
    return [left + x, top + y];
  });
  const held = () => page.evaluate(() => !!window.pliantPlay.hands.held);
  const across = () => page.evaluate(() => Math.max(...window.pliantPlay.bodies[3].cells.filter((_, i) => i % 3 === 0)));
  const before = await across();
  await page.mouse.move(...spot);
  await page.mouse.down();
  assert.equal(await held(), true, 'a body is under the pointer');
  await page.mouse.move(spot[0] + 150, spot[1], { steps: 5 });
  await page.waitForFunction(([x]) => Math.max(...window.pliantPlay.bodies[3].cells.filter((_, i) => i % 3 === 0)) > x + 0.05, [before], { timeout: 60_000 });
  await page.mouse.up();
  assert.equal(await held(), false);
});

await test('takes dropped files', '', {}, async (page) => {
  await answered(page, () => drop(page, [['a.obj', TETRAHEDRON(0)], ['b.obj', TETRAHEDRON(0.5)]]));
  assert.ok(Number((await numbers(page)).crossing) > 0);
  assert.equal(await page.locator('.side .row').count(), 2);
  await answered(page, () => page.locator('[data-question=overlap]').click());
  assert.ok(Math.abs(Number((await numbers(page))['a.obj × b.obj']) - 1.5 ** 3 / 6) < 0.01);
});

await test('takes a sequence of files', '', {}, async (page) => {
  const frames = [3, 2.5, 1, 0.5].map((x, i) => [`moving_${i + 8}.obj`, TETRAHEDRON(x)]);
  await answered(page, () => drop(page, [...frames.reverse(), ['still.obj', TETRAHEDRON(0)]]));
  assert.equal(await page.locator('.side .row').count(), 2);
  assert.match(await page.locator('.time .label').textContent(), /1 of 4/);
  assert.equal(count((await numbers(page)).crossing), 0);
  await answered(page, () => page.locator('.slide').fill('3'));
  assert.ok(count((await numbers(page)).crossing) > 0, 'the frames are in the order of their numbers');
});

await test('takes what has no pairs, one triangle, and what is not a number', '#scene=crossing_loop', {}, async (page) => {
  await answered(page, () => drop(page, [['apart.obj', TETRAHEDRON(0)], ['far.obj', TETRAHEDRON(9)]]));
  assert.match(await page.locator('.verdict').textContent(), /^0 crossing pairs/);
  await answered(page, () => drop(page, [['one.obj', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n']]));
  assert.equal(count((await numbers(page)).crossing), 0);
  await answered(page, () => drop(page, [['nan.obj', `v nan 0 0\nv 1 1 1\nv 0 1 0\n${TETRAHEDRON(0).replaceAll(/f.*\n/g, '')}f 1 2 3\nf 4 6 5\n`]]));
  assert.ok(count((await numbers(page))['set aside']) > 0);
  for (const button of await page.locator('[data-question]').all()) {
    await answered(page, () => button.click());
    assert.equal(await page.locator('.tell').isVisible(), false, await button.textContent());
  }
});

const NAME = `<img src=x onerror=alert(1)> "it's" &amp; 😀.obj`;
await test('shows names as they are, and coordinates of any size', '', {}, async (page) => {
  const scaled = (x, by) => TETRAHEDRON(x).replaceAll(/v.*/g, (line) => line.replaceAll(/-?[\d.]+/g, (c) => String(c * by)));
  for (const by of [1e300, 1e-300]) {
    await answered(page, () => drop(page, [[NAME, scaled(0, by)], ['b.obj', scaled(0.5, by)]]));
    assert.ok(count((await numbers(page)).crossing) > 0, `times ${by}`);
    assert.equal(await page.locator('.side .row .text').first().textContent(), NAME);
    const spread = await page.evaluate(() => Math.max(...window.pliantPlay.bodies[0].cells) - Math.min(...window.pliantPlay.bodies[0].cells));
    assert.ok(spread > 0.5 && spread < 4, `drawn ${spread} wide`);
  }
  assert.equal(await page.locator('img[src=x]').count(), 0);
});

await test('answers a malformed file with a message that can be read', '#scene=crossing_loop', {}, async (page) => {
  for (const [name, text, says] of [['bad.obj', 'v 0 0 zero\n', /bad\.obj:1: /], ['bad.ply', 'ply\nformat ascii 1.0\nelement vertex 9\n', /bad\.ply/], ['bad.stl', 'solid', /bad\.stl/], ['bad.glb', 'glTF', /bad\.glb/], ['what.xyz', '1 2 3', /what\.xyz/]]) {
    await drop(page, [[name, text]]);
    await page.waitForFunction((n) => { const tell = document.querySelector('.tell'); return !tell.hidden && tell.textContent.includes(n); }, name);
    assert.match(await page.locator('.tell').textContent(), says);
  }
  await answered(page, () => page.locator('[data-question=curves]').click());
  assert.equal(await page.locator('.tell').isVisible(), false, 'the scene is still there');
});

await test('fits a phone, in the dark', '#scene=crossing_loop', { viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme: 'dark' }, async (page) => {
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing sticks out');
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
  await answered(page, () => page.locator('[data-question=curves]').tap());
});

await browser.close();
server.close();
console.log(failed === 0 ? 'all passed' : `${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
