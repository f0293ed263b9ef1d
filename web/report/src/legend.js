// What the colours of a frame stand for, and how many there are of each.
import { count, element, KINDS, SIGNS, swatch } from './words.js';

export class Legend {
  constructor(summary) {
    this.summary = summary;
    this.entries = []; // {role, text, n}
    this.node = element('div', { class: 'legend' });
  }

  show(frame, hiddenLayers) {
    const counts = KINDS.map(() => 0);
    for (let i = 0; i < frame.pairs.shown; ++i) ++counts[frame.pairs.kind[i]];
    const kinds = KINDS.map((role, k) => ({ role, text: `${SIGNS[role]} ${role}`, n: counts[k] })).filter(({ n }) => n > 0);
    const layers = frame.layers.filter(({ name, points }) => points.length > 0 && !hiddenLayers.has(name));
    this.entries = [...kinds, ...layers.map(({ role, name }) => ({ role, text: name, n: null }))];
    const nodes = this.entries.map(({ role, text, n }) => element('span', {}, swatch(role), text, n !== null ? element('b', { class: 'num' }, count(n)) : null));
    if (frame.pairs.shown < frame.pairs.count) nodes.push(element('span', { class: 'quiet' }, `${count(frame.pairs.shown)} of ${count(frame.pairs.count)} pairs are drawn`));
    const { note } = this.summary.frames[frame.place];
    if (note) nodes.push(element('span', { style: 'color: var(--warn)' }, note));
    this.node.replaceChildren(...nodes);
  }
}
