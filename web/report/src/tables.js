// The numbers, what was set aside, and the command line that made it all.
import { count, counted, element, measured } from './words.js';

const MOST_ELEMENTS = 60; // of one kind, listed until more are asked for

export function facts(summary) {
  if (summary.facts.length === 0) return null;
  const rows = summary.facts.map(([name, value]) => element('tr', {}, element('td', {}, name), element('td', { class: 'num-text' }, value)));
  return card('Numbers', element('table', { class: 'facts' }, element('tbody', {}, ...rows)));
}

export function bodies(summary) {
  const tetrahedra = summary.bodies.some((body) => body.tetrahedra);
  const heads = ['Body', 'Vertices', 'Triangles', ...(tetrahedra ? ['Tetrahedra'] : []), 'Surface'];
  const rows = summary.bodies.map((body) => element('tr', {},
    element('td', { style: 'overflow-wrap: anywhere' }, body.name),
    numeric(count(body.vertices)), numeric(count(body.triangles)),
    ...(tetrahedra ? [numeric(body.tetrahedra ? count(body.tetrahedra) : '–')] : []),
    element('td', {}, body.closed === undefined ? '–' : body.closed ? 'closed' : 'open')));
  const head = element('tr', {}, ...heads.map((h, i) => element('th', { class: i > 0 && i < heads.length - 1 ? 'num' : null }, h)));
  return card('Bodies', element('div', { class: 'scroll' }, element('table', {}, element('thead', {}, head), element('tbody', {}, ...rows))));
}

/** One row a frame; a click goes there. */
export class FrameTable {
  constructor(summary, select) {
    const every = summary.charts.flatMap((chart) => chart.series.map((s) => ({ ...s, unit: chart.unit })));
    const kept = every.map((_, k) => k).filter((k) => k === 0 || summary.frames.some((frame) => frame.values[k]));
    const series = kept.map((k) => every[k]);
    const named = summary.frames.some((frame) => frame.name);
    const heads = ['Frame', ...(named ? ['Name'] : []), ...series.map((s) => s.name + (s.unit ? `, ${s.unit}` : ''))];
    this.rows = summary.frames.map((frame, place) => element('tr', { class: 'can', onclick: () => select(place) },
      numeric(String(frame.number)), ...(named ? [element('td', {}, frame.name)] : []),
      ...kept.map((k) => numeric(shown(frame.values[k], every[k])))));
    const head = element('tr', {}, ...heads.map((h, i) => element('th', { class: named && i === 1 ? null : 'num' }, h)));
    const table = element('table', {}, element('thead', {}, head), element('tbody', {}, ...this.rows));
    this.node = card('Frames', element('div', { class: 'scroll' }, table), true);
    if (summary.frames.length < 2) this.node = null;
  }

  show(place) {
    this.rows[this.now]?.classList.remove('now');
    this.rows[place]?.classList.add('now');
    this.now = place;
  }
}

/** Elements that were not looked at, by body and reason; a click shows the element. */
export function setAside(summary, show) {
  const list = summary.set_aside;
  if (list.length === 0) return null;
  const groups = new Map();
  for (const item of list) {
    const key = `${item.body} ${item.kind}`;
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(item);
  }
  let pressed = null;
  const chip = (item) => element('button', { class: 'chip num', type: 'button', 'aria-pressed': 'false', onclick: (event) => {
    const again = pressed === event.currentTarget;
    pressed?.setAttribute('aria-pressed', 'false');
    pressed = again ? null : event.currentTarget;
    pressed?.setAttribute('aria-pressed', 'true');
    show(again ? null : item);
  } }, item.of === 'body' ? 'the body' : `${item.of} ${item.element}`);
  const sections = [...groups.values()].map((items) => {
    const chips = element('div', { class: 'chips' }, ...items.slice(0, MOST_ELEMENTS).map(chip));
    if (items.length > MOST_ELEMENTS) {
      chips.append(element('button', { class: 'more', type: 'button', onclick: (event) => {
        event.currentTarget.replaceWith(...items.slice(MOST_ELEMENTS).map(chip));
      } }, `${count(items.length - MOST_ELEMENTS)} more`));
    }
    return element('div', { style: 'margin-bottom: 12px' },
      element('div', {}, element('b', {}, summary.bodies[items[0].body].name), ` · ${counted(items.length, 'element', 'elements')}: ${items[0].why}`), chips);
  });
  if (summary.set_aside_in_all > list.length) {
    sections.push(element('p', { class: 'quiet' }, `${count(summary.set_aside_in_all)} in all; the first ${count(list.length)} are listed.`));
  }
  return card('Set aside', element('div', {}, ...sections), true);
}

export function commandLine(summary, copied) {
  const button = element('button', { class: 'text-button', type: 'button', onclick: () => copied(summary.command_line) }, 'Copy');
  return card('Made by', element('div', { class: 'command' }, element('pre', {}, summary.command_line), button), true);
}

export function footer(summary) {
  const licences = document.getElementById('licences')?.textContent ?? '';
  return element('footer', {},
    element('details', {},
      element('summary', {}, `pliant ${summary.pliant} · positions are rounded for display, numbers are not · licences`),
      element('pre', {}, licences)));
}

function shown(value, series) {
  if (value === null || value === undefined) return '–';
  return series.unit ? measured(value, 4) : count(value);
}

function numeric(text) {
  return element('td', { class: 'num' }, text);
}

function card(title, content, wide = false) {
  return element('section', { class: wide ? 'card wide' : 'card' }, element('h2', {}, title), content);
}
