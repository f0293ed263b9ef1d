// A pliant report at work: one frame is shown, one finding may be selected; everything else follows these two.
import { Charts } from './charts.js';
import { Frames } from './frames.js';
import { Legend } from './legend.js';
import { fromLink, toLink } from './link.js';
import { marksOf } from './marks.js';
import { photograph } from './photo.js';
import { Pins } from './pins.js';
import { Side } from './side.js';
import * as tables from './tables.js';
import { TimeLine } from './time_line.js';
import { TriangleCard } from './triangle_card.js';
import { Viewer } from './viewer.js';
import { count, element, icon, iconButton, measured } from './words.js';

const MARK = '<svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><path d="M3 20 16 5l13 9-9 13z" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round"/><path d="M3 20 29 14M16 5l4 22" stroke="currentColor" stroke-width="2"/><path d="m15.2 17.2 2.9-.7.9 4.6z" fill="var(--crossing)"/></svg>';

class App {
  constructor(summary) {
    this.summary = summary;
    this.frames = new Frames(summary);
    this.place = Math.min(summary.opens_at, summary.frames.length - 1);
    this.finding = null;
    this.moved = false;
    this.times = { began: performance.now() };
    this.#build();
    this.#listen();
  }

  #build() {
    const { summary } = this;
    const select = (place, finding = null) => this.select(place, finding);
    this.view = element('div', { class: 'view' });
    this.side = new Side(summary, {
      select,
      hide: (hidden) => { this.viewer?.setHidden(hidden); this.#remember(); },
      hideLayers: (hidden) => {
        this.viewer?.setHiddenLayers(hidden);
        if (this.viewer?.frame) this.#legend(this.viewer.frame);
      },
    });
    this.time = new TimeLine(summary, (place) => this.select(place), (on) => this.viewer?.setBusy(on));
    this.charts = new Charts(summary, select);
    this.table = new tables.FrameTable(summary, select);
    this.toast = element('div', { class: 'toast', role: 'status' });
    const stage = element('div', { class: 'stage' }, this.view, this.time.node, this.side.node);
    const cards = [
      ...this.charts.nodes, tables.facts(summary), tables.bodies(summary),
      tables.setAside(summary, (item) => this.#mark(item)), this.table.node,
      tables.commandLine(summary, (text) => this.#copy(text, 'Command copied')),
    ];
    const below = element('div', { class: 'below' }, ...cards.filter(Boolean));
    const narrow = below.querySelectorAll('.card:not(.wide)');
    if (narrow.length % 2 === 1) narrow[narrow.length - 1].classList.add('wide'); // leaves no hole
    document.getElementById('app').append(this.#top(), stage, below, tables.footer(summary), this.toast, this.#help());
    this.#openView();
  }

  #top() {
    const { summary } = this;
    const signs = { clean: 'good', found: 'worst', incomplete: 'warn' };
    const [command, ...rest] = summary.title.split(': ');
    const top = element('header', { class: 'top' },
      element('h1', { title: summary.title }, command, rest.length ? element('span', {}, ` · ${rest.join(': ')}`) : null),
      element('span', { class: `verdict ${summary.outcome}`, title: summary.verdict }, icon(signs[summary.outcome], 16), element('span', { style: 'overflow: hidden; text-overflow: ellipsis' }, summary.verdict)),
      element('span', { class: 'space' }),
      iconButton('link', 'Copy a link to this view (l)', () => this.#copyLink()),
      iconButton('theme', 'Light or dark (d)', () => this.#turnTheme()),
      iconButton('help', 'Keys (?)', () => this.help.showModal()));
    top.insertAdjacentHTML('afterbegin', MARK);
    return top;
  }

  #openView() {
    try {
      this.viewer = new Viewer(this.view, this.summary);
    } catch (error) {
      return this.#withoutView();
    }
    this.pins = new Pins(this.view, this.viewer, this.summary, (place, finding) => this.select(place, finding));
    this.viewer.addEventListener('moved', () => { this.moved = true; });
    this.legend = new Legend(this.summary);
    this.card = new TriangleCard(this.summary);
    this.busy = element('div', { class: 'busy', hidden: true });
    this.view.append(this.#tools(), this.#clipPanel(), this.legend.node, this.card.node, this.busy);
  }

  #withoutView() {
    const picture = document.getElementById('picture');
    const note = element('p', {}, 'This browser shows no 3-D (WebGL 2 is off or missing): here is a picture of the worst frame; the lists and numbers are complete.');
    this.view.append(element('div', { class: 'still-picture' }, picture ? element('img', { src: picture.src, alt: picture.alt }) : element('span'), note));
  }

  #tools() {
    const pressed = (name, label, change) => {
      const button = iconButton(name, label, () => change(), { 'aria-pressed': 'false' });
      this.buttons = { ...this.buttons, [name]: button };
      return button;
    };
    return element('div', { class: 'tools' },
      iconButton('fit', 'Show everything (f)', () => this.#fit()),
      pressed('xray', 'See through the bodies (x)', () => this.#setXray(!this.viewer.xray)),
      pressed('edges', 'Edges of triangles (e)', () => this.#setEdges(!this.viewer.edges)),
      pressed('clip', 'Cut by a plane (c)', () => this.#setClip(this.clip ? null : { axis: 'x', at: 0.5, flipped: false })),
      element('hr'),
      iconButton('up', 'Which way is up: z or y (u)', () => this.viewer.turnUp()),
      iconButton('photo', 'Save as PNG (s)', () => this.#photograph()));
  }

  #clipPanel() {
    this.clipAxes = ['x', 'y', 'z'].map((axis) => element('button', { type: 'button', 'aria-pressed': 'false', onclick: () => this.#setClip({ ...this.clip, axis }) }, axis));
    this.clipSlider = element('input', { type: 'range', min: 0, max: 1, step: 0.001, 'aria-label': 'Where the plane cuts', oninput: (event) => this.#setClip({ ...this.clip, at: Number(event.target.value) }) });
    this.clipValue = element('span', { class: 'num quiet', style: 'min-width: 64px' });
    this.clipPanel = element('div', { class: 'clip', hidden: true }, element('div', { class: 'axes' }, ...this.clipAxes), this.clipSlider, this.clipValue,
      element('button', { class: 'text-button', type: 'button', onclick: () => this.#setClip({ ...this.clip, flipped: !this.clip.flipped }) }, 'Flip'));
    return this.clipPanel;
  }

  #help() {
    const keys = [
      ['← →', 'one frame back or on'], ['space', 'play'], ['n p', 'next, previous frame with hits'], ['w', 'worst frame'],
      ['↓ ↑', 'next, previous region: fly there'], ['f', 'show everything'], ['x', 'see through the bodies'],
      ['e', 'edges of triangles'], ['c', 'cut by a plane'], ['u', 'z or y up'], ['s', 'save as PNG'], ['l', 'copy a link to this view'],
      ['d', 'light or dark'], ['?', 'these keys'],
    ];
    const rows = keys.map(([key, text]) => element('tr', {}, element('td', {}, ...key.split(' ').map((k) => element('kbd', {}, k)).flatMap((k) => [k, ' '])), element('td', {}, text)));
    this.help = element('dialog', { 'aria-label': 'Keys' },
      element('h2', {}, 'Keys'),
      element('table', {}, element('tbody', {}, ...rows)),
      element('p', { class: 'quiet', style: 'margin-top: 10px' }, 'Drag turns, the right button or two fingers shift, the wheel or a pinch comes nearer. A click on a triangle says which it is and what it meets.'),
      element('form', { method: 'dialog', style: 'margin-top: 12px; text-align: right' }, element('button', { class: 'text-button' }, 'Close')));
    return this.help;
  }

  #listen() {
    addEventListener('hashchange', () => this.#obey());
    addEventListener('keydown', (event) => this.#key(event));
    if (!this.viewer) return;
    let down = null;
    this.viewer.canvas.addEventListener('pointerdown', (event) => { down = [event.clientX, event.clientY]; });
    this.viewer.canvas.addEventListener('pointerup', (event) => {
      if (down && Math.hypot(event.clientX - down[0], event.clientY - down[1]) < 4) this.card.explain(this.viewer.pick(event.clientX, event.clientY), this.frames.ready(this.place));
      down = null;
    });
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || this.help.open) return;
    if (event.target.matches?.('input, select, textarea')) return;
    const steps = { ArrowLeft: () => this.#step(-1), ArrowRight: () => this.#step(1), ArrowDown: () => this.side.step(1), ArrowUp: () => this.side.step(-1), Home: () => this.select(0), End: () => this.select(this.frames.count - 1), Escape: () => this.#escape() };
    const keys = {
      ' ': () => this.time.toggle(), n: () => this.select(this.time.hit(1)), p: () => this.select(this.time.hit(-1)), w: () => this.select(this.time.worst()),
      f: () => this.#fit(), x: () => this.#setXray(!this.viewer?.xray), e: () => this.#setEdges(!this.viewer?.edges), c: () => this.#setClip(this.clip ? null : { axis: 'x', at: 0.5, flipped: false }),
      u: () => this.viewer?.turnUp(), s: () => this.#photograph(), l: () => this.#copyLink(), d: () => this.#turnTheme(), '?': () => this.help.showModal(),
    };
    if (event.key === ' ' && event.target.matches?.('button, summary')) return;
    const act = steps[event.key] ?? keys[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act();
  }

  #step(way) {
    this.time.stop();
    this.select(Math.min(this.frames.count - 1, Math.max(0, this.place + way)));
  }

  #escape() {
    if (this.card?.shown) this.card.close();
    else this.select(this.place, null);
  }

  async start() {
    const link = fromLink(location.hash, this.summary.frames);
    if (link.place !== null) this.place = link.place;
    if (link.hidden.length > 0) this.side.setHidden(new Set(link.hidden));
    const frame = await this.#read(this.place);
    this.#chooseLayers();
    if (this.viewer) {
      this.viewer.show(frame);
      const inner = frame.layers.some((layer) => layer.points.length > 0 && layer.shape !== 'lines');
      this.#setXray(link.xray ?? inner);
      this.viewer.fit(false);
      if (link.clip) this.#setClip(link.clip);
    }
    await this.select(this.place, link.finding, { fly: false, view: link.view });
    document.body.classList.add('at-work');
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    this.times.first = performance.now();
    if (this.frames.count > 1) await this.frames.readAhead(this.place, () => false, (share) => this.#progress(share));
    this.#progress(1);
    this.times.all = performance.now();
  }

  /** A volume and everything inside of it cannot be seen at once: the volume comes first. */
  #chooseLayers() {
    const { layers } = this.summary;
    if (!layers.some((layer) => layer.shape === 'boxes')) return;
    this.side.setHiddenLayers(new Set(layers.filter((layer) => layer.shape !== 'boxes').map((layer) => layer.name)));
  }

  /** A link that was typed or followed while the page is open. */
  #obey() {
    if (location.hash === this.hash) return;
    const link = fromLink(location.hash, this.summary.frames);
    if (link.xray !== null) this.#setXray(link.xray);
    this.#setClip(link.clip);
    if (link.hidden.length > 0) this.side.setHidden(new Set(link.hidden));
    this.select(link.place ?? this.place, link.finding, { view: link.view });
  }

  async #read(place) {
    return this.frames.ready(place) ?? this.frames.get(place);
  }

  /** The one way by which a frame and a finding come to be shown. */
  async select(place, finding = null, { fly = true, view = null } = {}) {
    const turn = (this.turn = {});
    const frame = await this.#read(place);
    if (this.turn !== turn) return; // something else was chosen meanwhile
    this.place = place;
    this.finding = finding !== null && finding < frame.findings.length ? finding : null;
    if (this.viewer) {
      this.viewer.finding = this.finding;
      if (this.viewer.frame !== frame) this.viewer.show(frame);
      else this.viewer.setFinding(this.finding);
      if (this.clip) this.viewer.setClip(this.clip);
      if (view) this.viewer.view = view;
      else if (this.finding !== null) this.viewer.flyTo(this.finding, frame.findings[this.finding], fly);
      if (this.marked) this.#mark(this.marked, false);
    }
    this.time.show(place);
    this.#follow();
  }

  /** What need not keep up with every frame that passes by. */
  #follow() {
    const frame = this.frames.ready(this.place);
    const rest = () => {
      this.following = 0;
      const shown = this.frames.ready(this.place) ?? frame;
      if (this.viewer) {
        this.pins.show(shown, this.finding);
        this.#legend(shown);
      }
      this.side.show(shown, this.finding);
      this.charts.show(this.place);
      this.table.show(this.place);
      this.#remember();
    };
    if (!this.viewer?.busy) {
      clearTimeout(this.following);
      return rest();
    }
    this.following ||= setTimeout(rest, 150);
  }

  #remember() {
    const number = this.summary.frames[this.place].number;
    this.hash = toLink({ number, finding: this.finding });
    if (location.hash === this.hash) return;
    clearTimeout(this.remembering); // browsers refuse many changes in a row
    this.remembering = setTimeout(() => history.replaceState(null, '', this.hash), 120);
  }

  #copyLink() {
    const number = this.summary.frames[this.place].number;
    const { viewer } = this;
    const hash = toLink({ number, finding: this.finding, view: viewer?.view, hidden: this.side.hidden, xray: viewer?.xray, clip: this.clip });
    this.#copy(location.href.replace(/#.*$/, '') + hash, 'Link copied');
  }

  async #copy(text, told) {
    try {
      await navigator.clipboard.writeText(text);
    } catch { // a page from a folder may have no clipboard
      const area = element('textarea', { style: 'position: fixed; opacity: 0' });
      area.value = text;
      document.body.append(area);
      area.select();
      document.execCommand('copy');
      area.remove();
    }
    this.#tell(told);
  }

  #tell(text) {
    this.toast.textContent = text;
    this.toast.classList.add('shown');
    clearTimeout(this.telling);
    this.telling = setTimeout(() => this.toast.classList.remove('shown'), 1600);
  }

  #progress(share) {
    if (!this.busy) return;
    this.busy.hidden = share >= 1;
    this.busy.textContent = `Reading frames ${Math.floor(100 * share)} %`;
  }

  #fit() {
    this.viewer?.fit();
  }

  #setXray(on) {
    this.viewer?.setXray(on);
    this.buttons?.xray.setAttribute('aria-pressed', String(on));
  }

  #setEdges(on) {
    this.viewer?.setEdges(on);
    this.buttons?.edges.setAttribute('aria-pressed', String(on));
  }

  #setClip(clip) {
    if (!this.viewer) return;
    this.clip = clip;
    this.viewer.setClip(clip);
    this.clipPanel.hidden = !clip;
    this.legend.node.classList.toggle('raised', !!clip);
    this.buttons.clip.setAttribute('aria-pressed', String(!!clip));
    if (!clip) return;
    this.clipAxes.forEach((button, k) => button.setAttribute('aria-pressed', String('xyz'[k] === clip.axis)));
    this.clipSlider.value = clip.at;
    this.clipValue.textContent = `${clip.axis} ${clip.flipped ? '>' : '<'} ${measured(this.viewer.clipAt, 4)}`;
  }

  #turnTheme() {
    const root = document.documentElement;
    root.dataset.theme = root.dataset.theme === 'dark' ? 'light' : 'dark';
    try { localStorage.setItem('pliant-report-theme', root.dataset.theme); } catch { /* nothing is kept then */ }
    this.viewer?.recolour();
    this.side.drawRows();
    this.time.draw();
    this.charts.show(this.place);
  }

  #legend(frame) {
    this.legend.show(frame, this.side.hiddenLayers);
  }

  /** Shows an element that was set aside; null: none. */
  #mark(item, fly = true) {
    this.marked = item;
    const frame = this.frames.ready(this.place);
    if (!this.viewer || !frame) return;
    const marks = item ? marksOf(item, frame) : null;
    this.viewer.setMarks(marks?.layers ?? []);
    if (!fly || !item) return;
    this.view.scrollIntoView({ behavior: 'smooth', block: 'center' });
    if (!marks) return this.#tell('It has no place in this frame that could be shown');
    const corner = (pick) => [0, 1, 2].map((k) => pick(...marks.points.filter((_, i) => i % 3 === k)));
    const { origin, scale } = this.summary.view;
    const back = (p) => p.map((c, k) => origin[k] + scale * c);
    this.viewer.flyTo(-2, { low: back(corner(Math.min)), high: back(corner(Math.max)) });
  }

  #photograph() {
    if (!this.viewer) return;
    const frame = this.summary.frames[this.place];
    const style = getComputedStyle(document.documentElement);
    const colour = (role) => style.getPropertyValue(`--${role.replace('_', '-')}`).trim();
    const several = this.frames.count > 1 ? `frame ${frame.number}${frame.name ? ` (${frame.name})` : ''} · ` : '';
    photograph(this.viewer, {
      title: this.summary.title,
      caption: several + this.summary.verdict,
      legend: this.legend.entries.map(({ role, text, n }) => ({ colour: colour(role), text: n === null ? text : `${text} ${count(n)}` })),
      name: `pliant-${this.summary.command}-frame-${frame.number}.png`,
    });
    this.#tell('Picture saved');
  }
}

async function main() {
  const summary = JSON.parse(document.getElementById('summary').textContent);
  const app = new App(summary);
  window.pliantReport = app; // for whoever wants to look closer
  await app.start();
}

main().catch((error) => {
  console.error(error);
  document.getElementById('app').replaceChildren();
  document.body.classList.remove('at-work');
  const line = document.getElementById('opening');
  line.textContent = `The page could not be started (${error.message}); the picture and the answer are below.`;
});
