// The frames of a scene, or the steps of a simulation: to play, to stop, to go to.
import { element, icon, iconButton } from '../../report/src/words.js';

const STEP = 1000 / 60, FRAME = 1000 / 24; // milliseconds

export class TimeBar {
  /** `actions`: goTo(place), advance() of a run that goes on, started(), stopped(), failed(error) */
  constructor(actions) {
    this.actions = actions;
    this.kind = 'files';
    this.frames = 1;
    this.button = iconButton('play', 'Play (space)', () => this.toggle());
    this.slide = element('input', { class: 'slide', type: 'range', min: 0, max: 0, step: 1, value: 0, 'aria-label': 'Frame', oninput: () => { this.stop(); actions.goTo(Number(this.slide.value)); } });
    this.label = element('span', { class: 'label' });
    this.node = element('div', { class: 'time', hidden: true }, this.label, element('div', { class: 'play' }, this.button), this.slide);
  }

  open(kind, frames) {
    this.kind = kind;
    this.frames = frames;
    this.node.hidden = kind === 'files' && frames === 1;
    this.slide.hidden = kind === 'play';
    this.slide.max = frames - 1;
    this.frame(0);
  }

  frame(place) {
    this.slide.value = place;
    this.label.replaceChildren(element('b', { class: 'num' }, `Frame ${place}`), element('span', { class: 'space' }), element('span', { class: 'faint num' }, `${place + 1} of ${this.frames}`));
  }

  step(number) {
    this.label.replaceChildren(element('b', { class: 'num' }, `Step ${number}`));
  }

  toggle() {
    if (this.playing) return this.stop();
    if (this.node.hidden) return;
    this.button.replaceChildren(icon('pause'));
    this.actions.started();
    this.#run((this.playing = {}));
  }

  async #run(turn) {
    while (this.playing === turn) {
      const began = performance.now();
      try {
        await this.actions.advance();
      } catch (error) {
        this.stop();
        return this.actions.failed(error);
      }
      const rest = (this.kind === 'play' ? STEP : FRAME) - (performance.now() - began);
      await new Promise((done) => setTimeout(done, Math.max(rest, 0)));
    }
  }

  stop() {
    this.playing = null;
    this.button.replaceChildren(icon('play'));
    this.actions.stopped();
  }
}
