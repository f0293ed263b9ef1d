// Pictures that were looked at and kept. A new one may differ as renderers do: in edges, a little in shades.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const TOLERANCE = { mean: 4, share: 0.02 }; // of 255, over all pixels; of pixels that differ by more than 48

/** How far what a page shows in 3-D is from the picture that was kept; PLIANT_UPDATE_GOLDENS=1 keeps the new one.
 * `app`: the global that has the viewer; `goldens`: address of the folder. */
export async function differenceFromGolden(page, name, { app = 'pliantReport', goldens = new URL('goldens/', import.meta.url) } = {}) {
  const folder = fileURLToPath(goldens), file = `${folder}${name}.png`;
  const taken = await page.evaluate((global) => {
    const { canvas } = window[global].viewer.photograph();
    const small = document.createElement('canvas');
    small.width = 320;
    small.height = Math.round((320 * canvas.height) / canvas.width);
    const paint = small.getContext('2d');
    paint.imageSmoothingQuality = 'high';
    paint.drawImage(canvas, 0, 0, small.width, small.height);
    return small.toDataURL('image/png');
  }, app);
  if (process.env.PLIANT_UPDATE_GOLDENS) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, Buffer.from(taken.split(',')[1], 'base64'));
  }
  if (!existsSync(file)) return { mean: Infinity, share: 1 };
  const kept = `data:image/png;base64,${readFileSync(file).toString('base64')}`;
  return page.evaluate(async ([a, b]) => {
    const pixels = async (url) => {
      const image = new Image();
      image.src = url;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = image.width;
      canvas.height = image.height;
      const paint = canvas.getContext('2d');
      paint.drawImage(image, 0, 0);
      return paint.getImageData(0, 0, canvas.width, canvas.height).data;
    };
    const [one, other] = [await pixels(a), await pixels(b)];
    if (one.length !== other.length) return { mean: 255, share: 1 };
    let sum = 0, far = 0;
    for (let i = 0; i < one.length; i += 4) {
      const off = Math.max(...[0, 1, 2].map((k) => Math.abs(one[i + k] - other[i + k])));
      sum += off;
      far += off > 48;
    }
    return { mean: (4 * sum) / one.length, share: (4 * far) / one.length };
  }, [taken, kept]);
}
