// The strip of bars, one a frame, and what steps through them.
import { count, element, iconButton, measured, roleVariable } from './words.js';

const LEAST_BAR = 3; // pixels: a single hit is seen beside thousands

export class TimeLine {
  /** `chart`: of the summary; its values are the first ones of every frame. */
  constructor(summary, select, scrubbing) {
    this.frames = summary.frames;
    this.chart = summary.charts[0];
    this.series = this.chart?.series.length ?? 0;
    this.select = select;
    this.scrubbing = scrubbing;
    this.nearest = this.chart?.worst === 'least'; // bars of a distance: a frame at 0 is hit
    this.sums = this.frames.map((frame) => this.#parts(frame).reduce((a, b) => a + b, 0));
    this.known = this.frames.map((frame) => frame.values.slice(0, this.series).some((value) => value !== null));
    this.most = Math.max(...this.sums, 0);
    this.now = 0;
    this.canvas = element('canvas'); // the bars: drawn again only when their size or colours change
    this.cursor = element('i', { class: 'cursor' });
    this.strip = element('div', { class: 'strip', role: 'slider', tabindex: 0, 'aria-label': 'Frame', 'aria-valuemin': 0, 'aria-valuemax': this.frames.length - 1 }, this.cursor, this.canvas);
    this.button = iconButton('play', 'Play (space)', () => this.toggle());
    this.label = element('div', { class: 'label' });
    const step = (way) => () => this.select(this.hit(way));
    this.node = element('div', { class: 'time' },
      this.label,
      element('div', { class: 'play' },
        this.button,
        iconButton('previous', 'Previous frame with hits (p)', step(-1)),
        iconButton('next', 'Next frame with hits (n)', step(1)),
        iconButton('worst', 'Worst frame (w)', () => this.select(this.worst())),
      ),
      this.strip);
    if (this.frames.length < 2) this.node.hidden = true;
    this.#listen();
  }

  #parts(frame) {
    return frame.values.slice(0, this.series).map((value) => Math.max(0, value ?? 0));
  }

  #listen() {
    const at = (event) => {
      const { left, width } = this.strip.getBoundingClientRect();
      const place = Math.floor(((event.clientX - left) / width) * this.frames.length);
      this.select(Math.min(this.frames.length - 1, Math.max(0, place)));
    };
    this.strip.addEventListener('pointerdown', (event) => {
      this.stop();
      this.strip.setPointerCapture(event.pointerId);
      this.scrubbing(true);
      at(event);
    });
    this.strip.addEventListener('pointermove', (event) => {
      if (this.strip.hasPointerCapture(event.pointerId)) at(event);
      else this.#hint(event);
    });
    for (const end of ['pointerup', 'pointercancel']) this.strip.addEventListener(end, () => this.scrubbing(false));
    new ResizeObserver(() => this.draw()).observe(this.strip);
  }

  #hint(event) {
    const { left, width } = this.strip.getBoundingClientRect();
    const place = Math.min(this.frames.length - 1, Math.max(0, Math.floor(((event.clientX - left) / width) * this.frames.length)));
    this.strip.title = `frame ${this.frames[place].number}: ${this.#shown(place)} ${this.chart?.title.toLowerCase() ?? ''}`;
  }

  #isHit(place) {
    return this.nearest ? this.known[place] && this.sums[place] === 0 : this.sums[place] > 0;
  }

  #shown(place) {
    if (!this.known[place]) return this.series > 0 ? 'none' : '';
    return this.chart?.unit ? measured(this.sums[place], 4) : count(this.sums[place]);
  }

  /** The nearest frame with hits before or behind; the same where there is none. */
  hit(way) {
    for (let p = this.now + way; p >= 0 && p < this.frames.length; p += way) {
      if (this.#isHit(p)) return p;
    }
    return this.now;
  }

  worst() {
    if (!this.nearest) return this.sums.indexOf(this.most);
    const least = Math.min(...this.sums.filter((_, p) => this.known[p]));
    return Math.max(0, this.sums.findIndex((sum, p) => this.known[p] && sum === least));
  }

  /** Waits for each frame: slower machines play slower, and leave none out. */
  async toggle() {
    if (this.playing) return this.stop();
    const run = (this.playing = {});
    this.button.replaceChildren(iconButton('pause', '', null).firstChild);
    this.button.title = 'Pause (space)';
    this.scrubbing(true);
    while (this.playing === run) {
      const began = performance.now();
      await this.select((this.now + 1) % this.frames.length);
      await new Promise((done) => requestAnimationFrame(done));
      const rest = 1000 / 24 - (performance.now() - began);
      if (rest > 0) await new Promise((done) => setTimeout(done, rest));
    }
  }

  stop() {
    if (!this.playing) return;
    this.playing = null;
    this.button.replaceChildren(iconButton('play', '', null).firstChild);
    this.button.title = 'Play (space)';
    this.scrubbing(false);
  }

  show(place) {
    this.now = place;
    const frame = this.frames[place];
    this.strip.setAttribute('aria-valuenow', place);
    this.strip.setAttribute('aria-valuetext', `frame ${frame.number}, ${this.chart?.title ?? ''} ${this.#shown(place)}`);
    this.label.replaceChildren(
      element('b', { class: 'num' }, `Frame ${frame.number}`),
      element('span', { class: 'name' }, frame.name || ''),
      element('span', { class: 'space' }),
      element('span', { class: 'num' }, `${this.chart?.title ?? ''}: ${this.#shown(place)}`),
      element('span', { class: 'faint num' }, `${place + 1} of ${this.frames.length}`));
    this.cursor.style.left = `${(100 * place) / this.frames.length}%`;
  }

  draw() {
    const { clientWidth: w, clientHeight: h } = this.strip;
    if (w === 0) return;
    this.cursor.style.width = `${100 / this.frames.length}%`;
    const ratio = devicePixelRatio;
    this.canvas.width = Math.round(w * ratio);
    this.canvas.height = Math.round(h * ratio);
    const paint = this.canvas.getContext('2d');
    paint.scale(ratio, ratio);
    const style = getComputedStyle(document.documentElement);
    const colour = (name) => style.getPropertyValue(name).trim();
    const wide = w / this.frames.length, floor = h - 6;
    paint.fillStyle = colour('--line');
    paint.fillRect(0, floor, w, 1);
    const colours = (this.chart?.series ?? []).map((s) => colour(roleVariable(s.role).match(/--[\w-]+/)[0]) || colour('--plain'));
    const gap = wide > 5 ? 1 : 0;
    this.frames.forEach((frame, p) => {
      if (this.nearest && this.#isHit(p)) {
        paint.fillStyle = colour('--crossing');
        paint.fillRect(p * wide, floor - 2 * LEAST_BAR, Math.max(1, wide - gap), 2 * LEAST_BAR);
      }
      if (this.sums[p] === 0) return;
      let y = floor;
      const whole = Math.max(LEAST_BAR, ((floor - 4) * this.sums[p]) / this.most);
      this.#parts(frame).forEach((part, k) => {
        const tall = (whole * part) / this.sums[p];
        paint.fillStyle = colours[k];
        paint.fillRect(p * wide, y - tall, Math.max(1, wide - gap), tall);
        y -= tall;
      });
    });
    for (const [p, frame] of this.frames.entries()) {
      if (!frame.note) continue;
      paint.fillStyle = colour('--warn');
      paint.fillRect(p * wide, floor + 2, Math.max(1, wide - gap), 3);
    }
  }
}
