// The picture of the README: node test/picture.mjs BUILD_PLAY OUT.png
import { findChromium, launch } from '../../report/test/browser.mjs';
import { serveFolder } from '../serve.mjs';

const [, , folder, out] = process.argv;
const server = await serveFolder(folder, 0);
const browser = await launch(findChromium());
const page = await browser.newPage({ viewport: { width: 1100, height: 700 } });
await page.goto(`http://127.0.0.1:${server.address().port}/#scene=two_knots`);
await page.waitForFunction(() => window.pliantPlay?.ready);
await page.locator('[data-question=cells]').click();
await page.waitForFunction(() => window.pliantPlay.answers > 1 && !window.pliantPlay.asking);
await page.waitForTimeout(600); // at rest the picture has all its pixels
await page.screenshot({ path: out });
await browser.close();
server.close();
