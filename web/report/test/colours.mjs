// Colours of kinds can be told apart by people who see no red, no green or no blue: the distance of any two, as such a
// person sees them, in CIELAB. Simulation: Machado, Oliveira and Fernandes 2009, severity 1.
import { readFileSync } from 'node:fs';

const SEEN = {
  'everyone': [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  'no red': [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  'no green': [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  'no blue': [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};
const KINDS = ['crossing', 'touching', 'coplanar', 'fold', 'impact'];
export const LEAST = 25; // neighbouring colours of a printed chart differ by less

const linear = (c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);

function lab(rgb) {
  const [r, g, b] = rgb.map((c) => Math.min(1, Math.max(0, c)));
  const xyz = [
    (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
    0.2126 * r + 0.7152 * g + 0.0722 * b,
    (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089,
  ].map((t) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116));
  return [116 * xyz[1] - 16, 500 * (xyz[0] - xyz[1]), 200 * (xyz[1] - xyz[2])];
}

/** [theme, who, one colour, the other, their distance] of all pairs. */
export function distances(html) {
  const themes = html.match(/:root[^{]*\{[^}]*\}/g).slice(0, 2);
  const result = [];
  themes.forEach((block, theme) => {
    const colour = (name) => {
      const text = new RegExp(`--${name}: #([0-9a-f]{6})`).exec(block)[1];
      return [0, 2, 4].map((at) => linear(parseInt(text.slice(at, at + 2), 16) / 255));
    };
    for (const [who, matrix] of Object.entries(SEEN)) {
      const seen = Object.fromEntries(KINDS.map((kind) => [kind, lab(matrix.map((row) => row.reduce((sum, m, k) => sum + m * colour(kind)[k], 0)))]));
      KINDS.forEach((a, i) => KINDS.slice(i + 1).forEach((b) => {
        result.push([theme === 0 ? 'light' : 'dark', who, a, b, Math.hypot(...seen[a].map((c, k) => c - seen[b][k]))]);
      }));
    }
  });
  return result;
}

export function tooNear() {
  const html = readFileSync(new URL('../page.html', import.meta.url), 'utf8');
  return distances(html).filter(([, , , , distance]) => distance < LEAST);
}
