// Pictures of the page for README and docs: node test/picture.mjs BUILD_PLAY FOLDER. Writes play.png and play_watch.png.
import { join } from 'node:path';
import { findChromium, launch } from '../../report/test/browser.mjs';
import { serveFolder } from '../serve.mjs';

const WATCHED = [
  { scene: 'crossing_loop', question: 'regions', at: 60, says: 'regularity: regions passed over' },
  { scene: 'two_knots', question: 'lists', at: 0, says: 'gjk_cut: lists cut along the arrow' },
  { scene: 'caged_blobs', question: 'cells', at: 50, says: 'spatial_hash: cells of both bodies' },
];

const [, , folder, out] = process.argv;
const server = await serveFolder(folder, 0);
const browser = await launch(findChromium());

async function opened(scene, question, at, viewport) {
  const page = await browser.newPage({ viewport, colorScheme: 'light' });
  await page.goto(`http://127.0.0.1:${server.address().port}/#scene=${scene}`);
  await page.waitForFunction(() => window.pliantPlay?.ready);
  const answered = async (act) => {
    const before = await page.evaluate(() => window.pliantPlay.answers);
    await act();
    await page.waitForFunction((n) => window.pliantPlay.answers > n && !window.pliantPlay.asking, before);
  };
  await answered(() => page.locator(`[data-question=${question}]`).click());
  if (at !== null) await answered(() => page.locator('.field:not([hidden]) input[type=range]').last().fill(String(at)));
  await page.waitForTimeout(600); // at rest the picture has all its pixels
  return page;
}

const whole = await opened('two_knots', 'cells', null, { width: 1100, height: 700 });
await whole.screenshot({ path: join(out, 'play.png') });

const stills = [];
for (const { scene, question, at, says } of WATCHED) {
  const page = await opened(scene, question, at, { width: 1060, height: 680 });
  const picture = await page.evaluate(() => window.pliantPlay.viewer.photograph().canvas.toDataURL());
  stills.push(`<figure><img src="${picture}"><figcaption>${says}</figcaption></figure>`);
  await page.close();
}
const row = await browser.newPage({ viewport: { width: 1100, height: 100 } });
await row.setContent(`<style>body { margin: 0; display: grid; grid-template-columns: repeat(3, 1fr); gap: 8px; font: 19px DejaVu Sans, sans-serif; color: #1b2230 } figure { margin: 0 } img { width: 100% } figcaption { padding: 4px 6px 8px }</style>${stills.join('')}`);
await row.screenshot({ path: join(out, 'play_watch.png'), fullPage: true });
await browser.close();
server.close();
