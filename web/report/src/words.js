// Numbers and names as people read them, and small pieces of the page.

export const KINDS = ['crossing', 'touching', 'coplanar', 'fold'];

/** Signs beside the colours, so that colour is never alone. */
export const SIGNS = { crossing: '✕', touching: '•', coplanar: '▰', fold: '⌄' };

const grouped = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

export function count(n) {
  return grouped.format(n);
}

export function counted(n, one, many) {
  return `${count(n)} ${n === 1 ? one : many}`;
}

/** As %.6g would. */
export function measured(x, digits = 6) {
  if (x === null || x === undefined || Number.isNaN(x)) return '–';
  if (Number.isInteger(x) && Math.abs(x) < 1e9) return count(x).replace('-', '−');
  const text = Number(x.toPrecision(digits)).toString();
  return text.replace('-', '−');
}

/** Coordinates, to a thousandth of the scene's size. */
export function place(point, scale) {
  const decimals = Math.min(12, Math.max(0, 3 - Math.floor(Math.log10(scale))));
  const plain = Math.abs(Math.log10(scale)) < 6;
  return `(${point.map((c) => (c === null ? '–' : plain ? Number(c.toFixed(decimals)).toString().replace('-', '−') : measured(c, 4))).join(', ')})`;
}

export function names(finding, bodies) {
  const a = bodies[finding.a]?.name ?? '', b = bodies[finding.b]?.name ?? '';
  return finding.a === finding.b ? a : `${a} × ${b}`;
}

export function middle(finding) {
  return finding.low.map((c, k) => 0.5 * c + 0.5 * finding.high[k]);
}

/** element('button', {class: 'icon', onclick: f}, child, 'text') */
export function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith('on')) node.addEventListener(key.slice(2), value);
    else if (key === 'style') node.style.cssText = value;
    else node.setAttribute(key, value === true ? '' : value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

const PATHS = {
  play: '<path d="M7 4.5v15l12-7.5z" fill="currentColor" stroke="none"/>',
  pause: '<path d="M7 5v14M16.5 5v14" stroke-width="3"/>',
  previous: '<path d="M17 5v14L8 12zM6 5v14"/>',
  next: '<path d="M7 5v14l9-7zM18 5v14"/>',
  worst: '<path d="M12 3.5 21.5 20h-19z"/><path d="M12 10v4.5M12 17.2v.1"/>',
  fit: '<path d="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5"/>',
  xray: '<circle cx="12" cy="12" r="8.5" stroke-dasharray="3 2.6"/><circle cx="12" cy="12" r="3" fill="currentColor" stroke="none"/>',
  edges: '<path d="M4 19 12 4l8 15zM8 11.5h8M12 19l-4-7.5M12 19l4-7.5"/>',
  clip: '<path d="M3 12h18" stroke-dasharray="2.5 2.5"/><path d="M6 12V6l6-3 6 3v6"/>',
  photo: '<path d="M4 7h4l1.5-2.5h5L16 7h4v12H4z"/><circle cx="12" cy="13" r="3.4"/>',
  link: '<path d="M9.5 14.5 14.5 9.5M8 11l-2.5 2.5a3.5 3.5 0 0 0 5 5L13 16M16 13l2.5-2.5a3.5 3.5 0 0 0-5-5L11 8"/>',
  theme: '<circle cx="12" cy="12" r="8"/><path d="M12 4a8 8 0 0 1 0 16z" fill="currentColor" stroke="none"/>',
  help: '<circle cx="12" cy="12" r="9"/><path d="M9.4 9.4a2.7 2.7 0 1 1 3.7 2.5c-.8.4-1.1.9-1.1 1.9M12 16.9v.1"/>',
  close: '<path d="m6 6 12 12M18 6 6 18"/>',
  good: '<path d="m5 12.5 4.5 4.5L19 7.5"/>',
  warn: '<path d="M12 5v9M12 18v.1"/>',
  up: '<path d="M12 21V4M6 10l6-6 6 6"/>',
};

export function icon(name, size = 18) {
  const holder = document.createElement('span');
  holder.innerHTML = `<svg viewBox="0 0 24 24" width="${size}" height="${size}" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${PATHS[name]}</svg>`;
  return holder.firstChild;
}

export function iconButton(name, label, onclick, more = {}) {
  return element('button', { class: 'icon', type: 'button', title: label, 'aria-label': label.replace(/ \(.*\)$/, ''), onclick, ...more }, icon(name));
}

export function swatch(role, round = false) {
  return element('i', { class: `swatch${round ? ' round' : ''}`, style: `--role: ${roleVariable(role)}` });
}

export function roleVariable(role) {
  return `var(--${role.replace('_', '-')}, var(--plain))`;
}

/** The colour of a role in the theme that is on, as [r, g, b] from 0 to 1. */
export function roleColour(role) {
  return cssColour(`--${role.replace('_', '-')}`);
}

export function cssColour(variable) {
  const text = getComputedStyle(document.documentElement).getPropertyValue(variable).trim() || '#888888';
  return [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16) / 255);
}

/** Colours of bodies: quiet, so that what was found is not. */
const LIGHT = ['#b9c4d6', '#dccfae', '#b4d0bb', '#d3bfd2', '#b0d0d0', '#d8d6a8'];
const DARK = ['#8794ab', '#ab9d78', '#7fa089', '#a28ea1', '#7da3a3', '#a5a373'];
export function bodyColour(i) {
  const list = document.documentElement.dataset.theme === 'dark' ? DARK : LIGHT;
  return list[i % list.length];
}
