// The page in a real browser: node test/run.mjs BUILD_PLAY HASHES_TEST.cpp. Exit code 77: there is no browser here.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { findChromium, launch } from '../../report/test/browser.mjs';
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

await test('answers each question', '#scene=caged_blobs', {}, async (page) => {
  assert.ok(Number((await numbers(page)).crossing.replace(/\D/g, '')) > 0);
  for (const [question, row] of [['curves', 'curves'], ['overlap', 'left × right'], ['spheres', 'open spheres'], ['layers', 'spans'], ['cells', 'cells with vertices'], ['simplices', 'corners of the simplex'], ['clearance', 'left – right']]) {
    await answered(page, () => page.locator(`[data-question=${question}]`).click());
    const seen = await numbers(page);
    assert.ok(row in seen, `${question}: ${Object.keys(seen)}`);
    assert.ok((await page.locator('.side .note').last().textContent()).length > 20, 'one sentence says what is seen');
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
