// The panel beside the view: findings, bodies, layers.
import { bodyColour, count, counted, element, measured, middle, names, place, roleVariable, swatch } from './words.js';

const FIRST_SHOWN = matchMedia('(max-width: 860px)').matches ? 8 : 40;

export class Side {
  /** `actions`: select(place, finding), hide(set of bodies), hideLayers(set of names) */
  constructor(summary, actions) {
    this.summary = summary;
    this.actions = actions;
    this.scope = 'frame';
    this.hidden = new Set();
    this.hiddenLayers = new Set();
    this.list = element('ol', { class: 'findings' });
    this.counter = element('span', { class: 'faint num' });
    this.switch = this.#switch();
    this.bodyRows = element('div', { class: 'rows' });
    this.layerRows = element('div', { class: 'rows' });
    this.node = element('aside', { class: 'side', 'aria-label': 'Findings, bodies and layers' },
      element('section', {},
        element('div', { class: 'head' }, element('h2', {}, 'Regions'), this.counter, element('span', { class: 'space' }), this.switch),
        this.list),
      element('section', {}, element('div', { class: 'head' }, element('h2', {}, 'Bodies')), this.bodyRows),
      summary.layers.length > 0
        ? element('section', {}, element('div', { class: 'head' }, element('h2', {}, 'Layers')), this.layerRows)
        : null);
    this.drawRows();
  }

  #switch() {
    if (this.summary.frames.length < 2) return element('span');
    const button = (scope, text) => element('button', { type: 'button', 'aria-pressed': String(this.scope === scope), 'data-scope': scope, onclick: () => this.setScope(scope) }, text);
    return element('div', { class: 'switch' }, button('frame', 'This frame'), button('all', 'All frames'));
  }

  setScope(scope) {
    this.scope = scope;
    for (const button of this.switch.querySelectorAll('button')) button.setAttribute('aria-pressed', String(button.dataset.scope === scope));
    this.draw();
  }

  show(frame, finding) {
    this.frame = frame;
    this.finding = finding;
    this.draw();
  }

  /** Entries of the list: {at, number, finding}. */
  entries() {
    if (this.scope === 'all') return this.summary.worst.map((worst) => ({ at: worst.at, number: worst.finding, finding: worst }));
    return (this.frame?.findings ?? []).map((finding, number) => ({ at: this.frame.place, number, finding }));
  }

  draw(all = false) {
    const entries = this.entries();
    this.counter.textContent = entries.length > 0 ? count(entries.length) : '';
    const shown = all ? entries : entries.slice(0, FIRST_SHOWN);
    this.list.replaceChildren(...shown.map((entry, rank) => element('li', {}, this.#entry(entry, rank))));
    if (entries.length === 0) this.list.append(element('li', { class: 'quiet', style: 'margin: 0' }, this.#nothing()));
    if (shown.length < entries.length) {
      this.list.append(element('li', {}, element('button', { class: 'more', style: 'display: block', type: 'button', onclick: () => this.draw(true) }, `All ${count(entries.length)}`)));
    }
    this.list.querySelector('[aria-current=true]')?.scrollIntoView({ block: 'nearest' });
  }

  #nothing() {
    const elsewhere = this.summary.worst.length > 0;
    return elsewhere ? 'Nothing in this frame.' : 'Nothing was found.';
  }

  #entry({ at, number, finding }, rank) {
    const current = at === this.frame?.place && number === this.finding;
    const frame = this.summary.frames[at];
    const parts = (finding.measures ?? []).map((m) => `${m.name} ${measured(m.value, 4)}${m.error !== undefined ? ` ± ${measured(m.error, 2)}` : ''}`);
    const where = [this.scope === 'all' ? `frame ${frame.number}` : null, place(middle(finding), this.summary.view.scale), finding.detail].filter(Boolean);
    return element('button', { type: 'button', 'aria-current': String(current), style: `--role: ${roleVariable(finding.role)}`, onclick: () => this.actions.select(at, number) },
      element('span', { class: 'rank num' }, String(rank + 1)),
      element('span', { class: 'who' }, names(finding, this.summary.bodies)),
      element('span', { class: 'count num' }, finding.count > 0 ? count(finding.count) : ''),
      element('span', { class: 'what' }, [finding.what, ...parts, finding.known ? 'known' : null].filter(Boolean).join(' · ')),
      element('span', { class: 'where num' }, ...where.flatMap((part, i) => (i > 0 ? [' · ', element('span', {}, part)] : [element('span', {}, part)]))));
  }

  /** The entry before or behind the one that is selected. */
  step(way) {
    const entries = this.entries();
    if (entries.length === 0) return;
    const now = entries.findIndex(({ at, number }) => at === this.frame?.place && number === this.finding);
    const next = now < 0 ? (way > 0 ? 0 : entries.length - 1) : Math.min(entries.length - 1, Math.max(0, now + way));
    this.actions.select(entries[next].at, entries[next].number);
  }

  drawRows() {
    const only = (i) => this.hidden.size === this.summary.bodies.length - 1 && !this.hidden.has(i);
    this.bodyRows.replaceChildren(...this.summary.bodies.map((body, i) => element('div', { class: 'row' },
      element('label', {},
        element('input', { type: 'checkbox', checked: !this.hidden.has(i), onchange: () => this.#toggle(i) }),
        element('i', { class: 'swatch', style: `--role: ${bodyColour(i)}` }),
        element('span', { class: 'text', title: body.name }, body.name),
        element('span', { class: 'faint num' }, counted(body.triangles, 'triangle', 'triangles'))),
      this.summary.bodies.length > 1
        ? element('button', { class: 'only', type: 'button', 'aria-pressed': String(only(i)), onclick: () => this.#isolate(i) }, 'only')
        : null)));
    this.layerRows.replaceChildren(...this.summary.layers.map((layer) => element('div', { class: 'row' },
      element('label', {},
        element('input', { type: 'checkbox', checked: !this.hiddenLayers.has(layer.name), onchange: () => this.#toggleLayer(layer.name) }),
        swatch(layer.role, layer.shape === 'points' || layer.shape === 'spheres'),
        element('span', { class: 'text' }, layer.name)))));
  }

  #toggle(i) {
    if (!this.hidden.delete(i)) this.hidden.add(i);
    this.setHidden(this.hidden);
  }

  #isolate(i) {
    const alone = this.hidden.size === this.summary.bodies.length - 1 && !this.hidden.has(i);
    this.setHidden(new Set(alone ? [] : this.summary.bodies.map((_, k) => k).filter((k) => k !== i)));
  }

  setHiddenLayers(names) {
    this.hiddenLayers = names;
    this.drawRows();
    this.actions.hideLayers(names);
  }

  setHidden(hidden) {
    this.hidden = hidden;
    this.drawRows();
    this.actions.hide(hidden);
  }

  #toggleLayer(name) {
    if (!this.hiddenLayers.delete(name)) this.hiddenLayers.add(name);
    this.setHiddenLayers(this.hiddenLayers);
  }
}
