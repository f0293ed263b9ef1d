// The bodies of a scene, to be hidden and shown.
import { bodyColour, count, element } from '../../report/src/words.js';

const MOST_LISTED = 100;

export class BodyPanel {
  /** `hide`: is given the set of hidden bodies. */
  constructor(hide) {
    this.hide = hide;
    this.bodies = [];
    this.hidden = new Set();
    this.rows = element('div', { class: 'rows' });
    this.node = element('section', {}, element('div', { class: 'head' }, element('h2', {}, 'Bodies')), this.rows);
  }

  /** Other bodies: all of them are seen. */
  show(bodies) {
    this.bodies = bodies;
    this.hidden = new Set();
    this.draw();
  }

  #switch(i, on) {
    on ? this.hidden.delete(i) : this.hidden.add(i);
    this.hide(this.hidden);
  }

  draw() {
    const { bodies } = this;
    const row = ({ name, triangles, volume }, i) => element('div', { class: 'row' }, element('label', {},
      element('input', { type: 'checkbox', checked: !this.hidden.has(i), onchange: (event) => this.#switch(i, event.target.checked) }),
      element('i', { class: 'swatch', style: `--role: ${bodyColour(i)}` }),
      element('span', { class: 'text', title: name }, name), element('span', { class: 'faint num' }, `${count(triangles.length / 3)} ${volume ? 'outside' : ''}`)));
    this.rows.replaceChildren(...bodies.slice(0, MOST_LISTED).map(row));
    if (bodies.length > MOST_LISTED) this.rows.append(element('p', { class: 'note' }, `and ${count(bodies.length - MOST_LISTED)} more`));
  }
}
