// The page: one scene, one question; everything that is computed is computed by the library, in a worker.
import { Vector3 } from 'three';
import { remote } from '../../../bindings/wasm/serve.mjs';
import { Viewer } from '../../report/src/viewer.js';
import { count, element, icon, iconButton, measured, swatch } from '../../report/src/words.js';
import { DETECTORS, QUESTIONS, WATCHED } from './sentences.js';

const MARK = '<svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><path d="M3 20 16 5l13 9-9 13z" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round"/><path d="M3 20 29 14M16 5l4 22" stroke="currentColor" stroke-width="2"/><path d="m15.2 17.2 2.9-.7.9 4.6z" fill="var(--crossing)"/></svg>';
const MISSING = -32768; // as in the report: a vertex without a place
const MOST_TRIANGLES = 200_000;
const STEP = 1 / 60;

class App {
  constructor() {
    this.library = remote(new Worker(new URL('./worker.js', import.meta.url), { type: 'module' }));
    this.question = 'intersections';
    this.method = 'automatic';
    this.time = null;
    this.place = 0;
    this.frames = 1;
    this.hidden = new Set();
    this.amounts = Object.fromEntries(Object.entries(WATCHED).map(([name, { start }]) => [name, start]));
    this.answers = 0;
  }

  async start() {
    this.#build();
    this.#listen();
    try {
      this.scenes = await this.library.catalogue();
    } catch (error) {
      return this.#say(`The library could not be loaded: ${error.message}`);
    }
    for (const { name, description } of this.scenes) this.catalogueGroup.append(element('option', { value: name, title: description }, name.replaceAll('_', ' ')));
    const wanted = new URLSearchParams(location.hash.slice(1)).get('scene');
    this.sceneList.value = this.scenes.some(({ name }) => name === wanted) || wanted?.startsWith('play:') ? wanted : 'squeezed_blob';
    await this.#openChosen();
    this.ready = true;
  }

  #build() {
    this.view = element('div', { class: 'view' });
    this.side = element('aside', { class: 'side', 'aria-label': 'Scene, question and answer' }, this.#sceneSection(), this.#questionSection(), this.#answerSection(), this.#bodySection());
    const stage = element('div', { class: 'stage' }, this.view, this.#timeLine(), this.side);
    const top = element('header', { class: 'top' },
      element('h1', {}, 'pliant', element('span', {}, ' · collision detection in your browser')),
      this.verdict = element('span', { class: 'verdict clean', role: 'status' }, 'Loading the library'),
      element('span', { class: 'space' }),
      iconButton('theme', 'Light or dark (d)', () => this.#turnTheme()));
    top.insertAdjacentHTML('afterbegin', MARK);
    document.getElementById('app').append(top, stage);
    document.body.classList.add('at-work');
    try {
      this.viewer = new Viewer(this.view, { bodies: [], view: { origin: [0, 0, 0], scale: 1 } });
    } catch {
      this.view.append(element('div', { class: 'still-picture' }, element('span'), element('p', {}, 'This browser shows no 3-D (WebGL 2 is off or missing); the numbers on the right are complete.')));
      return;
    }
    const pressed = (name, label, change) => iconButton(name, label, (event) => event.currentTarget.setAttribute('aria-pressed', String(change())), { 'aria-pressed': 'false' });
    this.view.append(element('div', { class: 'tools' },
      iconButton('fit', 'Show everything (f)', () => this.viewer.fit()),
      this.xrayButton = pressed('xray', 'See through the bodies (x)', () => this.#turnXray()),
      pressed('edges', 'Edges of triangles (e)', () => { this.viewer.setEdges(!this.viewer.edges); return this.viewer.edges; })));
  }

  #sceneSection() {
    this.catalogueGroup = element('optgroup', { label: 'Scenes' });
    this.fileGroup = element('optgroup', { label: 'Your files', hidden: true });
    this.sceneList = element('select', { 'aria-label': 'Scene', onchange: () => this.#openChosen() }, this.fileGroup,
      element('optgroup', { label: 'Simulated: drag with the mouse' }, element('option', { value: 'play:balls' }, 'soft balls'), element('option', { value: 'play:cloth' }, 'cloth on a ball')),
      this.catalogueGroup);
    this.sizeOutput = element('output', { class: 'num' });
    this.sizeSlider = element('input', { type: 'range', min: 0, max: 100, value: 45, 'aria-label': 'Triangles', oninput: () => { this.sizeOutput.value = count(this.#triangles()); }, onchange: () => this.#openChosen() });
    this.sizeOutput.value = count(this.#triangles());
    this.sizeField = element('label', { class: 'field' }, 'Triangles', element('span', { class: 'both' }, this.sizeSlider, this.sizeOutput));
    this.picker = element('input', { type: 'file', multiple: true, hidden: true, accept: '.obj,.ply,.stl,.off,.glb,.msh,.vtk,.mesh', onchange: () => this.#openFiles([...this.picker.files]) });
    this.sceneNote = element('p', { class: 'note' });
    return element('section', {},
      element('div', { class: 'head' }, element('h2', {}, 'Scene'), element('span', { class: 'space' }), element('button', { class: 'text-button', type: 'button', onclick: () => this.picker.click() }, 'Open files…'), this.picker),
      this.sceneList, this.sizeField, this.sceneNote);
  }

  #questionSection() {
    this.questionButtons = Object.entries(QUESTIONS).map(([name, { title }]) => element('button', { type: 'button', 'data-question': name, 'aria-pressed': String(name === this.question), onclick: () => this.#choose(name) }, title));
    this.methodList = element('select', { 'aria-label': 'Detector', onchange: () => { this.method = this.methodList.value; this.#ask(); } }, ...Object.keys(DETECTORS).map((name) => element('option', { value: name }, name)));
    this.methodField = element('label', { class: 'field' }, 'Detector', this.methodList);
    this.timeInput = element('input', { type: 'number', min: 0, step: 'any', placeholder: 'none', 'aria-label': 'Budget in milliseconds', onchange: () => { this.time = Number(this.timeInput.value) || null; this.#ask(); } });
    this.timeField = element('label', { class: 'field' }, 'Budget, ms', this.timeInput);
    this.amountSlider = element('input', { type: 'range', min: 0, max: 100, oninput: () => { this.amounts[this.question] = Number(this.amountSlider.value); this.#ask(); } });
    this.amountName = element('span');
    this.amountOutput = element('output', { class: 'num' });
    this.amountField = element('label', { class: 'field', hidden: true }, this.amountName, element('span', { class: 'both' }, this.amountSlider, this.amountOutput));
    this.sentence = element('p', { class: 'note' });
    return element('section', {}, element('div', { class: 'head' }, element('h2', {}, 'Question')),
      element('div', { class: 'questions' }, ...this.questionButtons.filter((b) => !WATCHED[b.dataset.question])),
      element('div', { class: 'head' }, element('h2', {}, 'Watch the algorithm')),
      element('div', { class: 'questions' }, ...this.questionButtons.filter((b) => WATCHED[b.dataset.question])),
      this.methodField, this.timeField, this.amountField, this.sentence);
  }

  #answerSection() {
    this.numbers = element('dl', { class: 'numbers num' });
    this.tell = element('p', { class: 'tell', role: 'alert', hidden: true });
    return element('section', {}, element('div', { class: 'head' }, element('h2', {}, 'Answer')), this.tell, this.numbers);
  }

  #bodySection() {
    this.bodyRows = element('div', { class: 'rows' });
    return element('section', {}, element('div', { class: 'head' }, element('h2', {}, 'Bodies')), this.bodyRows);
  }

  #timeLine() {
    this.playButton = iconButton('play', 'Play (space)', () => this.#togglePlay());
    this.slide = element('input', { class: 'slide', type: 'range', min: 0, max: 0, step: 1, value: 0, 'aria-label': 'Frame', oninput: () => { this.#stop(); this.#goTo(Number(this.slide.value)); } });
    this.frameLabel = element('span', { class: 'label' });
    this.timeNode = element('div', { class: 'time', hidden: true }, this.frameLabel, element('div', { class: 'play' }, this.playButton), this.slide);
    return this.timeNode;
  }

  #listen() {
    addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches?.('input, select')) return;
      const step = (way) => { this.#stop(); this.#goTo((this.place + way + this.frames) % this.frames); };
      const keys = { f: () => this.viewer?.fit(), x: () => this.xrayButton?.click(), d: () => this.#turnTheme(), ' ': () => this.#togglePlay(), ArrowRight: () => step(1), ArrowLeft: () => step(-1) };
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
    document.documentElement.dataset.theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
    if (this.viewer) this.#listenToHands();
  }

  /** Dragging a soft body: what is picked up follows the pointer in the plane that faces the viewer. */
  #listenToHands() {
    const { canvas } = this.viewer;
    canvas.addEventListener('pointerdown', (event) => {
      if (!this.playing || this.kind !== 'play' || event.button !== 0) return;
      const picked = this.viewer.pick(event.clientX, event.clientY);
      if (!picked || !this.names[picked.body].soft) return;
      event.stopImmediatePropagation();
      canvas.setPointerCapture(event.pointerId);
      this.hand = { at: [event.clientX, event.clientY], motion: new Vector3() };
      this.view.classList.add('dragging');
      this.library.grab(picked.body, picked.triangle, 0.14).catch((error) => this.#say(error.message));
    }, { capture: true });
    canvas.addEventListener('pointermove', (event) => {
      if (!this.hand) return;
      const { camera, controls, size } = this.viewer;
      const perPixel = (2 * camera.position.distanceTo(controls.target) * Math.tan((camera.fov * Math.PI) / 360)) / size[1];
      const right = new Vector3().setFromMatrixColumn(camera.matrixWorld, 0), up = new Vector3().setFromMatrixColumn(camera.matrixWorld, 1);
      const scale = perPixel * this.summary.view.scale;
      this.hand.motion.addScaledVector(right, (event.clientX - this.hand.at[0]) * scale).addScaledVector(up, (this.hand.at[1] - event.clientY) * scale);
      this.hand.at = [event.clientX, event.clientY];
    });
    const letGo = () => {
      if (!this.hand) return;
      this.hand = null;
      this.view.classList.remove('dragging');
      this.library.release();
    };
    canvas.addEventListener('pointerup', letGo);
    canvas.addEventListener('pointercancel', letGo);
  }

  #triangles() {
    return Math.round((1000 * (MOST_TRIANGLES / 1000) ** (Number(this.sizeSlider.value) / 100)) / 100) * 100;
  }

  async #openChosen() {
    const name = this.sceneList.value;
    if (name === 'files') return;
    this.#stop();
    const play = name.startsWith('play:');
    const info = this.scenes.find((scene) => scene.name === name);
    this.sceneNote.textContent = play ? 'Finite elements and contacts, step by step. Drag a body with the mouse or a finger.' : info.description;
    history.replaceState(null, '', `#scene=${name}`);
    await this.#open(play ? 'play' : 'scene', () => (play ? this.library.openPlay(name === 'play:cloth') : this.library.openScene(name, this.#triangles())));
    if (play) this.#togglePlay();
  }

  async #openFiles(files) {
    if (files.length === 0) return;
    this.#stop();
    const read = async (file) => {
      const stream = /\.gz$/i.test(file.name) ? file.stream().pipeThrough(new DecompressionStream('gzip')) : file.stream();
      return { name: file.name.replace(/\.gz$/i, ''), bytes: new Uint8Array(await new Response(stream).arrayBuffer()) };
    };
    const done = await this.#open('files', async () => this.library.openFiles(await Promise.all(files.map(read))));
    if (!done) return;
    this.fileGroup.hidden = false;
    this.fileGroup.replaceChildren(element('option', { value: 'files' }, files.map((file) => file.name).join(', ')));
    this.sceneList.value = 'files';
    this.sceneNote.textContent = 'The files stay on this machine.';
    this.picker.value = '';
  }

  async #open(kind, open) {
    try {
      const { bodies, positions, frames } = await open();
      this.kind = kind;
      this.frames = frames ?? 1;
      this.place = 0;
      this.hidden = new Set();
      this.names = bodies.map((body, i) => ({ ...body, soft: kind === 'play' && i > 0 }));
      this.meshes = bodies.map(({ triangles }, number) => ({ number, corners: triangles }));
      this.summary = { bodies, view: viewOf(positions) };
      this.viewer?.setSummary(this.summary);
      this.#place(positions);
      this.answer = null;
      this.timeNode.hidden = kind === 'files';
      this.slide.hidden = kind === 'play';
      this.slide.max = this.frames - 1;
      this.slide.value = 0;
      this.sizeField.hidden = kind !== 'scene';
      this.#label(0);
      this.#showBodies();
      this.#say(null);
      this.#draw();
      this.viewer?.fit(false);
      await this.#ask();
      return true;
    } catch (error) {
      this.#say(error.message);
      return false;
    }
  }

  #showBodies() {
    this.bodyRows.replaceChildren(...this.names.slice(0, 100).map(({ name, triangles, volume }, i) => element('div', { class: 'row' }, element('label', {},
      element('input', { type: 'checkbox', checked: true, onchange: (event) => { event.target.checked ? this.hidden.delete(i) : this.hidden.add(i); this.viewer?.setHidden(this.hidden); } }),
      element('span', { class: 'text' }, name), element('span', { class: 'faint num' }, `${count(triangles.length / 3)} ${volume ? 'outside' : ''}`)))));
  }

  /** Positions as the viewer draws them: floats around the middle of the scene. */
  #place(positions) {
    const { origin, scale } = this.summary.view;
    this.bodies = positions.map((own, b) => {
      const cells = new Float32Array(own.length);
      let missing = false;
      for (let i = 0; i < own.length; ++i) cells[i] = (own[i] - origin[i % 3]) / scale;
      for (let v = 0; v < own.length; v += 3) {
        if (Number.isFinite(cells[v]) && Number.isFinite(cells[v + 1]) && Number.isFinite(cells[v + 2])) continue;
        cells.fill(MISSING, v, v + 3);
        missing = true;
      }
      return { cells, placement: PLACEMENT, missing, mesh: this.meshes[b] };
    });
  }

  #draw() {
    if (!this.viewer) return;
    const { origin, scale } = this.summary.view;
    const pairs = this.answer?.pairs ?? new Uint32Array(0), n = pairs.length / 5;
    const column = (k) => Uint32Array.from({ length: n }, (_, i) => pairs[5 * i + k]);
    const layers = (this.answer?.layers ?? []).map((layer) => ({
      ...layer,
      points: Float32Array.from(layer.points, (c, i) => (c - origin[i % 3]) / scale),
      sizes: layer.sizes.map((size) => size / scale),
    }));
    this.viewer.show({ bodies: this.bodies, pairs: { count: n, shown: n, bodyA: column(0), a: column(1), bodyB: column(2), b: column(3), kind: column(4), finding: null }, layers, findings: [] });
  }

  #choose(question) {
    this.question = question;
    for (const button of this.questionButtons) button.setAttribute('aria-pressed', String(button.dataset.question === question));
    if (this.viewer && this.viewer.xray !== !!QUESTIONS[question].xray) this.xrayButton.click();
    return this.#ask();
  }

  /** Asks about the bodies as they are; while one answer is awaited, only the latest question waits. */
  async #ask() {
    const watched = WATCHED[this.question];
    this.methodField.hidden = this.question !== 'intersections';
    this.timeField.hidden = !!watched || this.question === 'clearance' || this.question === 'curves';
    this.amountField.hidden = !watched;
    const options = { method: this.method, time: this.time };
    if (watched) {
      const amount = watched.amount(this.amounts[this.question] / 100);
      options[watched.option] = amount;
      this.amountName.textContent = watched.name;
      this.amountSlider.setAttribute('aria-label', watched.name);
      this.amountSlider.value = this.amounts[this.question];
      this.amountOutput.value = watched.shown(amount);
    }
    if (this.asking) {
      this.again = true;
      return this.asking;
    }
    this.asking = this.#answer(options);
    await this.asking;
    this.asking = null;
    if (!this.again) return;
    this.again = false;
    await this.#ask();
  }

  async #answer(options) {
    const began = performance.now();
    try {
      this.answer = await this.library.ask(this.question, options);
      this.answer.took = performance.now() - began;
      this.#say(null);
    } catch (error) {
      this.answer = null;
      this.#say(error.message);
    }
    this.#showAnswer();
    this.#draw();
    ++this.answers;
  }

  #showAnswer() {
    const { answer } = this;
    if (!answer) return;
    const rows = answer.numbers.map(([name, value, role]) => [name, value, role]);
    const { report } = answer;
    if (this.simulated) rows.push(['contacts', this.simulated.contacts], ['step: deform', ms(this.simulated.deform)], ['step: detect', ms(this.simulated.detect)], ['step: respond', ms(this.simulated.respond)]);
    if (report) {
      const { build, update, find } = report.milliseconds;
      rows.push(['answered by', report.detector], ['build', ms(build)], ['update', ms(update)], ['find', ms(find)]);
      if (report.counters.candidates) rows.push(['candidates', report.counters.candidates]);
      if (report.setAside.length > 0) rows.push(['set aside', report.setAside.length, 'inside']);
      if (!report.complete) rows.push(['stopped by', report.stoppedBy, 'touching']);
    }
    this.numbers.replaceChildren(...rows.flatMap(([name, value, role]) => [element('dt', {}, role ? swatch(role) : null, name), element('dd', {}, typeof value === 'number' ? measured(value, 5) : value)]));
    const detector = report?.detector ?? 'none';
    this.sentence.textContent = QUESTIONS[this.question].sentence ?? DETECTORS[detector] ?? '';
    const [first] = answer.numbers, found = typeof first[1] === 'number' && first[1] > 0;
    const unit = QUESTIONS[this.question].unit ?? first[0];
    const bad = found && ['intersections', 'overlap'].includes(this.question);
    this.verdict.className = `verdict ${report && !report.complete ? 'incomplete' : bad ? 'found' : 'clean'}`;
    this.verdict.replaceChildren(icon(bad ? 'worst' : 'good', 16), `${typeof first[1] === 'number' ? `${measured(first[1], 4)} ` : ''}${first[1] === 1 ? unit.replace(/s$/, '') : unit}${report ? ` · ${ms(report.milliseconds.update + report.milliseconds.find)}` : ''}`);
  }

  #label(place) {
    this.frameLabel.replaceChildren(element('b', { class: 'num' }, `Frame ${place}`), element('span', { class: 'space' }), element('span', { class: 'faint num' }, `${place + 1} of ${this.frames}`));
  }

  async #goTo(place) {
    if (this.kind !== 'scene') return;
    this.place = place;
    this.slide.value = place;
    if (this.going) return this.going;
    this.going = (async () => {
      const now = this.place;
      const { positions } = await this.library.frame(now);
      this.#place(positions);
      this.#label(now);
      await this.#ask();
      this.going = null;
      if (this.place !== now) await this.#goTo(this.place);
    })();
    return this.going;
  }

  #togglePlay() {
    if (this.playing) return this.#stop();
    if (this.kind === 'files') return;
    const turn = (this.playing = {});
    this.playButton.replaceChildren(icon('pause'));
    const large = this.meshes.reduce((sum, { corners }) => sum + corners.length / 3, 0) > 40_000;
    if (large) this.viewer?.setBusy(true);
    const run = async () => {
      while (this.playing === turn) {
        const began = performance.now();
        try {
          await (this.kind === 'play' ? this.#step() : this.#goTo((this.place + 1) % this.frames));
        } catch (error) {
          this.#say(error.message);
          return this.#stop();
        }
        const rest = 1000 * (this.kind === 'play' ? STEP : 1 / 24) - (performance.now() - began);
        await new Promise((done) => setTimeout(done, Math.max(rest, 0)));
      }
    };
    run();
  }

  async #step() {
    const motion = this.hand ? this.hand.motion.clone().clampLength(0, 0.05) : new Vector3();
    this.hand?.motion.sub(motion);
    const { positions, simulated } = await this.library.step(STEP, motion.toArray());
    this.steps = (this.steps ?? 0) + 1;
    this.simulated = simulated;
    this.#place(positions);
    this.frameLabel.replaceChildren(element('b', { class: 'num' }, `Step ${this.steps}`));
    await this.#ask();
  }

  #stop() {
    this.playing = null;
    this.simulated = null;
    this.playButton.replaceChildren(icon('play'));
    this.viewer?.setBusy(false);
  }

  #turnXray() {
    this.viewer.setXray(!this.viewer.xray);
    return this.viewer.xray;
  }

  #turnTheme() {
    const root = document.documentElement;
    root.dataset.theme = root.dataset.theme === 'dark' ? 'light' : 'dark';
    this.viewer?.recolour();
  }

  #say(text) {
    this.tell.hidden = !text;
    this.tell.textContent = text ?? '';
    if (text) {
      this.verdict.className = 'verdict incomplete';
      this.verdict.textContent = 'That did not work';
    }
  }
}

const PLACEMENT = {
  origin: [0, 0, 0],
  step: 1,
  point: (cells, i, out = [0, 0, 0]) => {
    for (let k = 0; k < 3; ++k) out[k] = cells[3 * i + k];
    return out;
  },
};

function ms(value) {
  return `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ms`;
}

/** Middle and half the size of what has a place. */
function viewOf(positions) {
  const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
  for (const own of positions) {
    for (let i = 0; i < own.length; ++i) {
      if (!Number.isFinite(own[i])) continue;
      low[i % 3] = Math.min(low[i % 3], own[i]);
      high[i % 3] = Math.max(high[i % 3], own[i]);
    }
  }
  if (!(low[0] <= high[0] && low[1] <= high[1] && low[2] <= high[2])) return { origin: [0, 0, 0], scale: 1 };
  return { origin: low.map((c, k) => 0.5 * c + 0.5 * high[k]), scale: Math.max(...low.map((c, k) => 0.5 * high[k] - 0.5 * c)) || 1 };
}

window.pliantPlay = new App();
window.pliantPlay.start();
