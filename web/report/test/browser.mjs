// Pages in a real browser, and what they complain about.
import { execSync } from 'node:child_process';
import { chromium } from 'playwright-core';

export function findChromium() {
  for (const name of ['chromium', 'chromium-browser', 'google-chrome']) {
    try {
      return execSync(`command -v ${name}`, { encoding: 'utf8' }).trim();
    } catch { /* the next one */ }
  }
  return null;
}

const BY_LLVMPIPE = ['--use-gl=angle', '--use-angle=gl-egl', '--ignore-gpu-blocklist'];

export async function launch(executablePath, { webgl = true } = {}) {
  const args = ['--no-sandbox', ...(webgl ? BY_LLVMPIPE : ['--disable-3d-apis'])];
  return chromium.launch({ executablePath, headless: true, args });
}

/** A page that a file is opened in. `complaints`: errors of the console, and whatever was asked of a network. */
export async function openPage(browser, file, { hash = '', ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1000, height: 640 }, reducedMotion: 'no-preference', ...options });
  const page = await context.newPage();
  page.complaints = [];
  page.on('pageerror', (error) => page.complaints.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') page.complaints.push(`console: ${message.text()}`);
  });
  page.on('dialog', (dialog) => {
    page.complaints.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!/^(file|data|blob):/.test(request.url())) page.complaints.push(`request: ${request.url()}`);
  });
  const began = Date.now();
  await page.goto(`file://${encodeURI(file)}${hash}`);
  if (options.javaScriptEnabled !== false) await page.waitForFunction(() => window.pliantReport?.times.first, null, { timeout: 60_000 });
  page.openedIn = Date.now() - began;
  return page;
}

/** What the page shows, in few words. */
export function state(page) {
  return page.evaluate(() => {
    const app = window.pliantReport;
    return {
      frame: app.summary.frames[app.place].number,
      finding: app.finding,
      hash: location.hash,
      verdict: document.querySelector('.verdict').textContent,
      legend: document.querySelector('.legend')?.textContent ?? '',
      label: document.querySelector('.time .label')?.textContent ?? '',
      findings: document.querySelectorAll('.findings button:not(.more)').length,
      pins: document.querySelectorAll('.pin:not([hidden])').length,
    };
  });
}

/** Pixels of the picture that are nearly of a colour of the style. */
export function pixelsLike(page, variable) {
  return page.evaluate((name) => {
    const { canvas, paint } = window.pliantReport.viewer.photograph();
    const text = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    const wanted = [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16));
    const hue = ([r, g, b]) => Math.atan2(Math.sqrt(3) * (g - b), 2 * r - g - b);
    const { data } = paint.getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let i = 0; i < data.length; i += 4) {
      const pixel = [data[i], data[i + 1], data[i + 2]];
      const spread = Math.max(...pixel) - Math.min(...pixel);
      const off = Math.abs(hue(pixel) - hue(wanted));
      if (spread > 70 && Math.min(off, 2 * Math.PI - off) < 0.2) ++count;
    }
    return count;
  }, variable);
}
