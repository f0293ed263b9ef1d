// Numbered pins at the worst findings of the frame, so that none is overlooked from whatever side one looks.
import { placed } from './chunks.js';
import { element, middle, names, roleVariable } from './words.js';

const PINS = 9;

export class Pins {
  constructor(holder, viewer, summary, select) {
    this.viewer = viewer;
    this.summary = summary;
    this.pins = [];
    this.holder = holder;
    this.select = select;
    viewer.addEventListener('drawn', () => this.#place());
  }

  show(frame, finding) {
    for (const pin of this.pins) pin.node.remove();
    const numbers = frame.findings.map((_, i) => i).filter((i) => i < PINS || i === finding);
    const anchors = this.viewer.hits.anchors(Math.max(-1, ...numbers) + 1);
    this.pins = numbers.map((i) => {
      const found = frame.findings[i];
      const node = element('button', { class: i === finding ? 'pin now' : 'pin', type: 'button', tabindex: -1, title: `${names(found, this.summary.bodies)}: ${found.what}`, style: `--role: ${roleVariable(found.role)}`, onclick: () => this.select(frame.place, i) }, String(i + 1));
      this.holder.append(node);
      return { node, at: anchors[i] ?? placed(middle(found), this.summary.view) };
    });
    this.#place();
  }

  #place() {
    for (const { node, at } of this.pins) {
      const spot = at.every(Number.isFinite) ? this.viewer.project(at) : null;
      node.hidden = !spot;
      if (spot) node.style.transform = `translate(${spot[0].toFixed(1)}px, ${spot[1].toFixed(1)}px)`;
    }
  }
}
