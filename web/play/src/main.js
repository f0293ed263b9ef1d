// The page: one scene, one question; everything that is computed is computed by the library, in a worker.
import { remote } from '../../../bindings/wasm/serve.mjs';
import { Viewer } from '../../report/src/viewer.js';
import { element, iconButton } from '../../report/src/words.js';
import { AnswerPanel } from './answer_panel.js';
import { BodyPanel } from './body_panel.js';
import { drawnBodies, drawnFrame, viewOf } from './drawn.js';
import { Hand } from './hand.js';
import { QuestionPanel } from './question_panel.js';
import { ScenePanel } from './scene_panel.js';
import { QUESTIONS } from './sentences.js';
import { TimeBar } from './time_bar.js';

const MARK = '<svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><path d="M3 20 16 5l13 9-9 13z" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round"/><path d="M3 20 29 14M16 5l4 22" stroke="currentColor" stroke-width="2"/><path d="m15.2 17.2 2.9-.7.9 4.6z" fill="var(--crossing)"/></svg>';
const STEP = 1 / 60; // seconds
const COARSE_ABOVE = 40_000; // triangles that are drawn coarser while a scene is played

class App {
  constructor() {
    this.library = remote(new Worker(new URL('./worker.js', import.meta.url), { type: 'module' }));
    this.place = 0;
    this.steps = 0;
    this.answers = 0;
    this.scene = new ScenePanel({ open: () => this.#openChosen(), openFiles: (files) => this.#openFiles(files) });
    this.asked = new QuestionPanel({ choose: (question) => this.#choose(question), ask: () => this.#ask() });
    this.told = new AnswerPanel();
    this.bodyPanel = new BodyPanel((hidden) => this.viewer?.setHidden(hidden));
    this.time = new TimeBar({
      goTo: (place) => this.#goTo(place),
      advance: () => (this.kind === 'play' ? this.#step() : this.#goTo((this.place + 1) % this.time.frames)),
      started: () => { if (this.#size() > COARSE_ABOVE) this.viewer?.setBusy(true); },
      stopped: () => { this.simulated = null; this.viewer?.setBusy(false); },
      failed: (error) => this.told.say(error.message),
    });
  }

  async start() {
    this.#build();
    this.#listen();
    try {
      const wanted = new URLSearchParams(location.hash.slice(1)).get('scene');
      this.scene.setScenes(await this.library.catalogue(), wanted);
    } catch (error) {
      return this.told.say(`The library could not be loaded: ${error.message}`);
    }
    await this.#openChosen();
    this.ready = true;
  }

  // ---- the page

  #build() {
    this.view = element('div', { class: 'view' });
    const side = element('aside', { class: 'side', 'aria-label': 'Scene, question and answer' }, this.scene.node, this.asked.node, this.told.node, this.bodyPanel.node);
    const top = element('header', { class: 'top' },
      element('h1', {}, 'pliant', element('span', {}, ' · collision detection in your browser')),
      this.told.verdict,
      element('span', { class: 'space' }),
      iconButton('theme', 'Light or dark (d)', () => this.#turnTheme()));
    top.insertAdjacentHTML('afterbegin', MARK);
    document.getElementById('app').append(top, element('div', { class: 'stage' }, this.view, this.time.node, side));
    document.body.classList.add('at-work');
    document.documentElement.dataset.theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
    this.#openView();
  }

  #openView() {
    try {
      this.viewer = new Viewer(this.view, { bodies: [], view: { origin: [0, 0, 0], scale: 1 } });
    } catch {
      this.view.append(element('div', { class: 'still-picture' }, element('span'), element('p', {}, 'This browser shows no 3-D (WebGL 2 is off or missing); the numbers on the right are complete.')));
      return;
    }
    const pressed = (name, label, change) => iconButton(name, label, (event) => event.currentTarget.setAttribute('aria-pressed', String(change())), { 'aria-pressed': 'false' });
    this.view.append(element('div', { class: 'tools' },
      iconButton('fit', 'Show everything (f)', () => this.viewer.fit()),
      this.xrayButton = pressed('xray', 'See through the bodies (x)', () => { this.viewer.setXray(!this.viewer.xray); return this.viewer.xray; }),
      this.edgeButton = pressed('edges', 'Edges of triangles (e)', () => { this.viewer.setEdges(!this.viewer.edges); return this.viewer.edges; })));
    this.hands = new Hand(this.viewer, this.view, {
      mayHold: (body) => !!this.time.playing && this.kind === 'play' && this.names[body].soft,
      grab: (...what) => this.library.grab(...what),
      release: () => this.library.release(),
      failed: (error) => this.told.say(error.message),
    });
  }

  #listen() {
    const step = (way) => { this.time.stop(); this.#goTo((this.place + way + this.time.frames) % this.time.frames); };
    const keys = { f: () => this.viewer?.fit(), x: () => this.xrayButton?.click(), e: () => this.edgeButton?.click(), d: () => this.#turnTheme(), ' ': () => this.time.toggle(), ArrowRight: () => step(1), ArrowLeft: () => step(-1) };
    addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches?.('input, select')) return;
      if (event.key === ' ' && event.target.matches?.('button')) return;
      if (!keys[event.key]) return;
      event.preventDefault();
      keys[event.key]();
    });
    addEventListener('dragover', (event) => { event.preventDefault(); document.body.classList.add('dropping'); });
    addEventListener('dragleave', (event) => { if (!event.relatedTarget) document.body.classList.remove('dropping'); });
    addEventListener('drop', (event) => {
      event.preventDefault();
      document.body.classList.remove('dropping');
      this.#openFiles([...event.dataTransfer.files]);
    });
  }

  #turnTheme() {
    const root = document.documentElement;
    root.dataset.theme = root.dataset.theme === 'dark' ? 'light' : 'dark';
    this.viewer?.recolour();
    this.bodyPanel.draw();
  }

  // ---- scenes

  #size() {
    return this.meshes.reduce((sum, { corners }) => sum + corners.length / 3, 0);
  }

  async #openChosen() {
    const chosen = this.scene.chosen, { kind, name } = chosen;
    if (kind === 'files') return;
    this.time.stop();
    history.replaceState(null, '', `#scene=${name}`);
    const open = () => (kind === 'play' ? this.library.openPlay(name === 'play:cloth') : this.library.openScene(name, this.scene.triangles));
    if (!(await this.#open(kind, open))) return;
    this.scene.describe(chosen);
    if (kind === 'play') this.time.toggle();
  }

  async #openFiles(files) {
    if (files.length === 0) return;
    this.time.stop();
    const read = async (file) => {
      const stream = /\.gz$/i.test(file.name) ? file.stream().pipeThrough(new DecompressionStream('gzip')) : file.stream();
      return { name: file.name.replace(/\.gz$/i, ''), bytes: new Uint8Array(await new Response(stream).arrayBuffer()) };
    };
    if (!(await this.#open('files', async () => this.library.openFiles(await Promise.all(files.map(read)))))) return;
    this.scene.showFiles(files.map((file) => file.name));
    this.scene.describe({ kind: 'files' });
  }

  /** What is shown stays as it is where opening fails. */
  async #open(kind, open) {
    try {
      const { bodies, positions, frames } = await open();
      this.kind = kind;
      this.place = 0;
      this.names = bodies.map((body, i) => ({ ...body, soft: kind === 'play' && i > 0 }));
      this.meshes = bodies.map(({ triangles }, number) => ({ number, corners: triangles }));
      this.summary = { bodies, view: viewOf(positions) };
      this.viewer?.setSummary(this.summary);
      this.answer = null;
      this.time.open(kind, frames ?? 1);
      this.bodyPanel.show(this.names);
      this.told.say(null);
      this.#place(positions);
      this.#draw();
      this.viewer?.fit(false);
      await this.#ask();
      return true;
    } catch (error) {
      this.told.say(error.message);
      return false;
    }
  }

  #place(positions) {
    this.bodies = drawnBodies(positions, this.meshes, this.summary.view);
  }

  #draw() {
    this.viewer?.show(drawnFrame(this.bodies, this.answer, this.summary.view));
  }

  // ---- time

  /** While one frame is awaited, only the latest that was asked for waits. */
  async #goTo(place) {
    if (this.kind === 'play' || this.time.frames === 1) return;
    this.place = place;
    if (this.going) return this.going;
    this.going = (async () => {
      const now = this.place;
      const { positions } = await this.library.frame(now);
      this.#place(positions);
      this.time.frame(now);
      await this.#ask();
      this.going = null;
      if (this.place !== now) await this.#goTo(this.place);
    })();
    return this.going;
  }

  async #step() {
    const { positions, simulated } = await this.library.step(STEP, this.hands?.takeMotion() ?? [0, 0, 0]);
    this.simulated = simulated;
    this.#place(positions);
    this.time.step(++this.steps);
    await this.#ask();
  }

  // ---- questions

  #choose(question) {
    this.asked.choose(question);
    if (this.viewer && this.viewer.xray !== !!QUESTIONS[question].xray) this.xrayButton.click();
    return this.#ask();
  }

  /** Asks about the bodies as they are; while one answer is awaited, only the latest question waits. */
  async #ask() {
    const options = this.asked.options();
    if (this.asking) {
      this.again = true;
      return this.asking;
    }
    this.asking = this.#answer(this.asked.question, options);
    await this.asking;
    this.asking = null;
    if (!this.again) return;
    this.again = false;
    await this.#ask();
  }

  async #answer(question, options) {
    try {
      this.answer = await this.library.ask(question, options);
      this.told.say(null);
      this.told.show(question, this.answer, this.simulated);
      this.asked.tell(this.answer.report?.detector);
    } catch (error) {
      this.answer = null;
      this.told.say(error.message);
    }
    this.#draw();
    ++this.answers;
  }
}

window.pliantPlay = new App();
window.pliantPlay.start();
