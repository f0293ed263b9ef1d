// The report in a real browser: node test/run.mjs PLIANT. Exit code 77: there is no browser here.
// PLIANT_TEST_LONG=1 adds reports of a million triangles and of a hundred frames.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { findChromium, launch, openPage, pixelsLike, state } from './browser.mjs';
import { LEAST, tooNear } from './colours.mjs';
import { differenceFromGolden, TOLERANCE } from './goldens.mjs';
import { fan, FLAWED, ONE_TRIANGLE, Reports, shuffledBall, tetrahedron } from './reports.mjs';

const chromiumPath = findChromium();
if (!chromiumPath) {
  console.log('skipped: no Chromium is installed (Debian: chromium)');
  process.exit(77);
}
const reports = new Reports(process.argv[2]);
let failed = 0;

async function test(name, run) {
  const began = Date.now();
  try {
    await run();
    console.log(`ok       ${name} (${Date.now() - began} ms)`);
  } catch (error) {
    ++failed;
    console.log(`FAILED   ${name}: ${error.stack}`);
  }
}

/** Opens a file, runs the steps, and looks for complaints. */
async function inPage(browser, file, options, steps) {
  const page = await openPage(browser, file, options);
  try {
    await steps(page);
    assert.deepEqual(page.complaints, []);
  } finally {
    await page.context().close();
  }
}

const settled = (page) => page.waitForFunction(() => !window.pliantReport.viewer.flight && !window.pliantReport.viewer.busy && !window.pliantReport.following);
const shows = (page, number) => page.waitForFunction((n) => {
  const app = window.pliantReport;
  return app.summary.frames[app.place].number === n;
}, number);

async function looksAsKept(page, name) {
  const { mean, share } = await differenceFromGolden(page, name);
  assert.ok(mean <= TOLERANCE.mean && share <= TOLERANCE.share, `${name}: mean ${mean.toFixed(2)}, share ${share.toFixed(4)}`);
}

const browser = await launch(chromiumPath);

reports.scene('squeezed_blob', 'sq', '--triangles', '3000', '--frames', '8');
const sequence = reports.report('sequence', 'check', 'sq/blob_*.ply', 'sq/lower_*.ply', 'sq/upper_*.ply', '--depth');
const frames = sequence.json.frames;
const worst = frames.reduce((a, b) => (b.kinds.crossing > a.kinds.crossing ? b : a));

await test('opens from a folder with the worst frame and the right counts', () => inPage(browser, sequence.file, {}, async (page) => {
  const seen = await state(page);
  assert.equal(seen.frame, worst.frame);
  assert.match(seen.legend, new RegExp(`crossing${worst.kinds.crossing}(?!\\d)`));
  assert.equal(seen.findings, worst.regions.length);
  assert.match(seen.label, new RegExp(`Frame ${worst.frame}blob_000${worst.frame}\\.ply`));
  const counts = await page.evaluate(() => window.pliantReport.summary.frames.map((frame) => frame.values.slice(0, 4)));
  assert.deepEqual(counts, frames.map((frame) => Object.values(frame.kinds)));
  assert.ok((await pixelsLike(page, '--crossing')) > 200, 'crossing triangles are drawn');
  await looksAsKept(page, 'check');
}));

await test('goes to the frames that were asked for', () => inPage(browser, sequence.file, {}, async (page) => {
  const strip = await page.locator('.strip').boundingBox();
  const at = (place) => strip.x + ((place + 0.5) * strip.width) / frames.length;
  await page.mouse.move(at(1), strip.y + 20);
  await page.mouse.down();
  await shows(page, 1);
  await page.mouse.move(at(5), strip.y + 20, { steps: 4 });
  await shows(page, 5);
  await page.mouse.up();
  await page.keyboard.press('ArrowRight');
  await shows(page, 6);
  await page.keyboard.press('w');
  await shows(page, worst.frame);
  await page.keyboard.press('Home');
  await shows(page, 0);
  await page.keyboard.press(' ');
  await page.waitForFunction(() => window.pliantReport.place > 1);
  await page.keyboard.press(' ');
  await settled(page);
  const { frame, legend, findings } = await state(page);
  assert.match(legend, new RegExp(`crossing${frames[frame].kinds.crossing}(?!\\d)`));
  assert.equal(findings, frames[frame].regions.length);
}));

await test('flies to a region by key, by click and by link', async () => {
  const centred = (page, number) => page.evaluate((n) => {
    const app = window.pliantReport, { view } = app.summary;
    const { low, high } = app.frames.ready(app.place).findings[n];
    const spot = app.viewer.project(low.map((c, k) => ((c + high[k]) / 2 - view.origin[k]) / view.scale));
    return Math.hypot(spot[0] / app.viewer.size[0] - 0.5, spot[1] / app.viewer.size[1] - 0.5);
  }, number);
  await inPage(browser, sequence.file, {}, async (page) => {
    await page.keyboard.press('ArrowDown');
    await page.waitForFunction(() => window.pliantReport.finding === 0);
    await settled(page);
    assert.ok((await centred(page, 0)) < 0.05);
    await page.locator('.findings button').nth(1).click();
    await page.waitForFunction(() => window.pliantReport.finding === 1);
    await settled(page);
    assert.ok((await centred(page, 1)) < 0.05);
    await page.waitForFunction((hash) => location.hash === hash, `#frame=${worst.frame}&region=2`);
  });
  await inPage(browser, sequence.file, { hash: '#frame=2&region=1' }, async (page) => {
    const seen = await state(page);
    assert.deepEqual([seen.frame, seen.finding], [2, 0]);
    assert.ok((await centred(page, 0)) < 0.05);
    await looksAsKept(page, 'region');
  });
});

await test('hides, isolates, cuts and sees through', () => inPage(browser, sequence.file, {}, async (page) => {
  const visible = () => page.evaluate(() => window.pliantReport.viewer.bodies.map((body) => body.mesh.visible));
  await page.locator('.row input').first().uncheck();
  assert.deepEqual(await visible(), [false, true, true]);
  await page.locator('.row .only').nth(1).click();
  assert.deepEqual(await visible(), [false, true, false]);
  await page.locator('.row .only').nth(1).click();
  assert.deepEqual(await visible(), [true, true, true]);
  await page.keyboard.press('x');
  await page.keyboard.press('e');
  await page.keyboard.press('c');
  await page.locator('.clip').waitFor();
  const before = await pixelsLike(page, '--crossing');
  await page.locator('.clip input').fill('0.05');
  assert.ok((await pixelsLike(page, '--crossing')) < before, 'the plane takes something away');
  assert.match(await page.locator('.clip').textContent(), /x < −?[\d.]+/);
}));

await test('says what a triangle meets', () => inPage(browser, sequence.file, { hash: `#frame=${worst.frame}&region=1` }, async (page) => {
  await settled(page);
  const spot = await page.evaluate(() => { // the middle of a triangle that was found
    const { viewer } = window.pliantReport;
    const p = viewer.hits.geometry.getAttribute('position').array;
    const { left, top } = viewer.canvas.getBoundingClientRect();
    for (let t = 0; t < p.length / 9; ++t) {
      const middle = [0, 1, 2].map((k) => (p[9 * t + k] + p[9 * t + 3 + k] + p[9 * t + 6 + k]) / 3);
      const [x, y] = viewer.project(middle) ?? [0, 0];
      const picked = viewer.pick(left + x, top + y);
      if (document.elementFromPoint(left + x, top + y) !== viewer.canvas) continue;
      if (picked && viewer.hits.triangles.some(([b, n]) => b === picked.body && n === picked.triangle)) return [left + x, top + y];
    }
    return null;
  });
  await page.mouse.click(...spot);
  const card = await page.locator('.card-of-triangle').textContent();
  assert.match(card, /Triangle \d+.*meets \d+ triangle/);
  assert.doesNotMatch(card, /null/, 'it ended with "null"');
}));

await test('saves a picture and follows light and dark', () => inPage(browser, sequence.file, { colorScheme: 'dark', acceptDownloads: true }, async (page) => {
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
  await page.keyboard.press('d');
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'light');
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('s')]);
  assert.equal(download.suggestedFilename(), `pliant-check-frame-${worst.frame}.png`);
  const bytes = readFileSync(await download.path());
  assert.equal(bytes.subarray(1, 4).toString(), 'PNG');
  assert.ok(bytes.length > 20_000);
}));

await test('fits a phone and is touched', () => inPage(browser, sequence.file, { viewport: { width: 390, height: 844 }, hasTouch: true }, async (page) => {
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing sticks out');
  const strip = await page.locator('.strip').boundingBox();
  await page.touchscreen.tap(strip.x + strip.width * 0.3, strip.y + 10);
  await shows(page, Math.floor(0.3 * frames.length));
  await page.locator('.findings button').first().tap();
  await page.waitForFunction(() => window.pliantReport.finding === 0);
}));

reports.write('flawed.obj', FLAWED);
await test('shows what was set aside, whatever names say', () => inPage(browser, reports.report('flawed', 'check', 'flawed.obj').file, {}, async (page) => {
  const seen = await state(page);
  assert.match(seen.verdict, /1 intersecting pair/);
  assert.match(seen.legend, /crossing1/);
  assert.match(await page.locator('.top h1').textContent(), /<\/script><script>alert\(1\)<\/script>/);
  await page.locator('.chip', { hasText: 'vertex 6' }).click();
  const marks = await page.evaluate(() => window.pliantReport.viewer.marks.group.children.length);
  assert.ok(marks > 0, 'a vertex without a place is shown by its triangles');
}));

reports.write('one.obj', ONE_TRIANGLE);
await test('shows one triangle that meets nothing', () => inPage(browser, reports.report('one', 'check', 'one.obj').file, {}, async (page) => {
  const seen = await state(page);
  assert.match(seen.verdict, /Nothing intersects/);
  assert.equal(seen.findings, 0);
  for (const key of ['ArrowDown', 'ArrowRight', 'n', 'w', 'f', 'x', 'c']) await page.keyboard.press(key);
  assert.equal(await page.locator('.time').isVisible(), false);
}));

[7, 7, 12, 5].forEach((n, i) => reports.write(`fan_${i}.obj`, fan(n)));
const fans = reports.report('fans', 'check', 'fan_*.obj');
await test('follows connectivity that changes', () => inPage(browser, fans.file, { hash: '#frame=0' }, async (page) => {
  for (const [place, n] of [[0, 7], [2, 12], [3, 5], [1, 7]]) {
    await page.evaluate((p) => window.pliantReport.select(p), place);
    const drawn = await page.evaluate(() => window.pliantReport.viewer.bodies[0].mesh.geometry.getIndex().count / 3);
    assert.equal(drawn, n);
    assert.match((await state(page)).legend, fans.json.frames[place].pairs > 0 ? /\d/ : /^$/);
  }
}));

reports.scene('caged_blobs', 'cb', '--triangles', '2000', '--frames', '3');
await test('shows the volume that is shared, and ways out', () => inPage(browser, reports.report('overlap', 'overlap', 'cb/left_*.ply', 'cb/right_*.ply', '--depths').file, {}, async (page) => {
  assert.match((await state(page)).legend, /Shared volume/);
  assert.ok((await pixelsLike(page, '--shared')) > 200);
  await looksAsKept(page, 'overlap');
  await page.locator('label', { hasText: 'Ways out' }).click();
  assert.ok((await pixelsLike(page, '--way-out')) > 20);
}));
await test('shows spheres that are open', () => inPage(browser, reports.report('contacts', 'contacts', 'cb/left_*.ply', 'cb/right_*.ply', '--tests', '400').file, {}, async (page) => {
  assert.match((await state(page)).legend, /Open spheres/);
  assert.ok((await pixelsLike(page, '--sphere')) > 20);
}));

[0, 1, 2].forEach((i) => reports.write(`near_${i}.obj`, tetrahedron(4 - i)));
reports.write('still.obj', tetrahedron(0));
await test('shows how far bodies are apart', () => inPage(browser, reports.report('near', 'distance', 'still.obj', 'near_*.obj').file, {}, async (page) => {
  const seen = await state(page);
  assert.equal(seen.frame, 2, 'the nearest');
  assert.match(seen.legend, /Where bodies meet/);
  await page.keyboard.press('ArrowLeft');
  await shows(page, 1);
  assert.ok((await pixelsLike(page, '--near')) > 5, 'a segment between the nearest points');
  assert.match((await state(page)).label, /Nearest pair of bodies: 1(?=2 of 3$)/);
  await page.keyboard.press('w');
  await shows(page, 2);
  await page.keyboard.press('Home');
  await page.keyboard.press('n');
  await shows(page, 2);
}));

const HOSTILE = `<img src=x onerror=alert(1)> "double" 'single' &amp; 😀 ${'long '.repeat(20)}.obj`;
reports.write(HOSTILE, tetrahedron(0));
reports.write('other.obj', tetrahedron(0.5));
await test('shows names as they are', () => inPage(browser, reports.report('names', 'check', HOSTILE, 'other.obj').file, {}, async (page) => {
  assert.equal(await page.locator('.side .row .text').first().textContent(), HOSTILE);
  assert.equal(await page.locator('img[src=x]').count(), 0);
  await page.keyboard.press('ArrowDown');
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing sticks out');
}));

for (const [what, scale] of [['huge', 1e300], ['tiny', 1e-300], ['far from the origin', null]]) {
  const scaled = (x) => tetrahedron(x).replace(/-?[\d.]+(?=[ \n])/g, (c, at, text) => (text.slice(0, at).split('\n').pop().startsWith('v') ? String(scale ? c * scale : Number(c) + 1e9) : c));
  await test(`shows coordinates that are ${what}`, async () => {
    reports.write('p.obj', scaled(0));
    reports.write('q.obj', scaled(0.5));
    await inPage(browser, reports.report('scaled', 'check', 'p.obj', 'q.obj').file, {}, async (page) => {
      assert.match((await state(page)).legend, /crossing[1-9]/);
      assert.ok((await pixelsLike(page, '--crossing')) > 200);
      await page.keyboard.press('ArrowDown');
      await settled(page);
      assert.ok((await pixelsLike(page, '--touching')) > 200, 'from near, what is in front');
    });
  });
}

await test('plays a thousand frames', async () => {
  for (let i = 0; i < 1000; ++i) reports.write(`thousand_${String(i).padStart(4, '0')}.obj`, tetrahedron(Math.abs(3 - i / 150)));
  await inPage(browser, reports.report('thousand', 'check', 'thousand_*.obj', 'still.obj').file, {}, async (page) => {
    await page.waitForFunction(() => window.pliantReport.times.all, null, { timeout: 60_000 });
    await page.keyboard.press('End');
    await shows(page, 999);
    await page.keyboard.press('w');
    assert.ok((await state(page)).frame > 100);
  });
});

await test('does what every button says', () => inPage(browser, sequence.file, { acceptDownloads: true }, async (page) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']).catch(() => {});
  const labels = await page.locator('button.icon:visible').evaluateAll((all) => all.map((button) => button.getAttribute('aria-label')));
  assert.ok(labels.length >= 10, labels.join());
  for (const label of labels) {
    await page.getByRole('button', { name: label, exact: true }).first().click();
    await page.keyboard.press('Escape');
  }
  assert.deepEqual(labels.filter((label) => !label), [], 'each has a name');
  await page.locator('.switch button', { hasText: 'All frames' }).click();
  assert.ok((await state(page)).findings > 0);
}));

await test('is readable without scripts', async () => {
  const page = await openPage(browser, sequence.file, { javaScriptEnabled: false });
  assert.ok(await page.locator('#picture').isVisible());
  assert.match(await page.locator('#still').textContent(), /of 8 frames have intersecting triangles/);
  await page.context().close();
});

await browser.close();
const withoutView = await launch(chromiumPath, { webgl: false });
await test('is readable without WebGL', () => inPage(withoutView, sequence.file, {}, async (page) => {
  assert.ok(await page.locator('.still-picture img').isVisible());
  assert.equal((await state(page)).findings, worst.regions.length);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowDown');
  assert.match(await page.locator('.below').textContent(), /Numbers.*Made by/s);
}));
await withoutView.close();

await test('has colours that can be told apart', () => assert.deepEqual(tooNear(), [], `nearer than ${LEAST}`));

if (process.env.PLIANT_TEST_LONG) {
  const large = await launch(chromiumPath);
  reports.write('million.ply', shuffledBall(1_000_000));
  await test('opens a million triangles', async () => {
    const { file, bytes } = reports.report('million', 'check', 'million.ply');
    await inPage(large, file, {}, async (page) => {
      console.log(`         ${(bytes / 1e6).toFixed(1)} MB, open in ${page.openedIn} ms`);
      assert.ok(bytes < 40e6);
      assert.ok(page.openedIn < 3000);
    });
  });
  reports.scene('cloth_on_sphere', 'hundred', '--triangles', '100000', '--frames', '100');
  await test('plays a hundred frames of 100,000 triangles', async () => {
    const { file, bytes } = reports.report('hundred', 'check', 'hundred/cloth_*.ply', 'hundred/ball_*.ply');
    await inPage(large, file, {}, async (page) => {
      await page.waitForFunction(() => window.pliantReport.times.all, null, { timeout: 60_000 });
      const pictures = await page.evaluate(async () => {
        const app = window.pliantReport;
        app.viewer.setBusy(true);
        const began = performance.now();
        for (let k = 0; k < 60; ++k) {
          const drawn = new Promise((done) => app.viewer.addEventListener('drawn', done, { once: true }));
          await app.select((3 * k) % app.frames.count);
          await drawn;
        }
        app.viewer.setBusy(false);
        return 60_000 / (performance.now() - began);
      });
      console.log(`         ${(bytes / 1e6).toFixed(1)} MB, first picture in ${page.openedIn} ms, ${pictures.toFixed(1)} frames a second`);
      assert.ok(bytes < 25e6);
      assert.ok(page.openedIn < 2000);
    });
  });
  await large.close();
}

reports.remove();
console.log(failed === 0 ? 'all passed' : `${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
