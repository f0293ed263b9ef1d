// Sizes of reports and times of their page, as a table in Markdown: node test/measure.mjs PLIANT
import { cpus } from 'node:os';
import { findChromium, launch, openPage } from './browser.mjs';
import { Reports, shuffledBall } from './reports.mjs';

const SCENES = [
  { what: '1,000,000 triangles in no order, 1 frame', million: true },
  { what: '100,000 triangles, 100 frames', scene: 'cloth_on_sphere', size: ['--triangles', '100000', '--frames', '100'], files: ['cloth_*.ply', 'ball_*.ply'] },
  { what: '12,000 triangles, 60 frames', scene: 'caged_blobs', size: ['--triangles', '12000', '--frames', '60'], files: ['left_*.ply', 'right_*.ply'] },
];

/** Pictures a second while frames are dragged through: the next is asked for when the last is there. */
const scrubbed = (page) => page.evaluate(async () => {
  const app = window.pliantReport, { viewer } = app;
  const gl = viewer.renderer.getContext();
  viewer.setBusy(true);
  const pictures = 90;
  let began = 0;
  for (let k = 0; k < pictures + 30; ++k) {
    if (k === 30) began = performance.now(); // by then the page knows how many pixels it can draw
    const drawn = new Promise((done) => viewer.addEventListener('drawn', done, { once: true }));
    await app.select((3 * k) % app.frames.count);
    await drawn;
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4)); // waits for the picture
  }
  const rate = (1000 * pictures) / (performance.now() - began);
  viewer.setBusy(false);
  return { rate, share: viewer.pace.share, few: viewer.pace.few };
});

const reports = new Reports(process.argv[2]);
const chromium = findChromium();
const rows = ['| check of | file | first picture | all frames read | frames a second while dragged |', '|---|---:|---:|---:|---:|'];
for (const { what, scene, size, files, million } of SCENES) {
  if (million) reports.write('million.ply', shuffledBall(1_000_000));
  else reports.scene(scene, scene, ...size);
  const { file, bytes } = million ? reports.report('million', 'check', 'million.ply') : reports.report(scene, 'check', ...files.map((name) => `${scene}/${name}`));
  const browser = await launch(chromium);
  let first = Infinity, all = Infinity, scrub = null;
  for (let run = 0; run < 3; ++run) {
    const page = await openPage(browser, file, { viewport: { width: 1280, height: 800 } });
    first = Math.min(first, page.openedIn);
    await page.waitForFunction(() => window.pliantReport.times.all, null, { timeout: 120_000 });
    all = Math.min(all, await page.evaluate(() => window.pliantReport.times.all));
    if (run === 2 && (await page.evaluate(() => window.pliantReport.frames.count)) > 1) scrub = await scrubbed(page);
    await page.context().close();
  }
  await browser.close();
  const rate = scrub ? `${scrub.rate.toFixed(0)} (${Math.round(100 * scrub.share ** 2)} % of the pixels${scrub.few ? ', an eighth of the triangles' : ''})` : '–';
  rows.push(`| ${what} | ${(bytes / 1e6).toFixed(1)} MB | ${(first / 1000).toFixed(1)} s | ${(all / 1000).toFixed(1)} s | ${rate} |`);
}
reports.remove();
console.log(rows.join('\n'));
console.log(`\nIn Chromium at 1280 × 800 on ${cpus().length} cores without a graphics card (Mesa's llvmpipe), from a file; the best of three openings.\nMeasured by \`scripts/measure_report\`.`);
