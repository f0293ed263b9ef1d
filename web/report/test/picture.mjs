// The picture of a report in README.md: node test/picture.mjs PLIANT OUT.png
import { findChromium, launch, openPage } from './browser.mjs';
import { Reports } from './reports.mjs';

const [, , command, out] = process.argv;
const reports = new Reports(command);
reports.run('demo', 'body_and_garment', '--report', 'demo.html');
const browser = await launch(findChromium());
const page = await openPage(browser, reports.path('demo.html'), { viewport: { width: 1280, height: 760 } });
await page.waitForFunction(() => window.pliantReport.times.all);
await page.waitForTimeout(1000);
await page.screenshot({ path: out });
await browser.close();
reports.remove();
