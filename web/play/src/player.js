// Bodies and where they come from (a scene of the catalogue, files, a simulation), and what is asked about them.
import { makePliant } from '../../../bindings/wasm/scene.mjs';
import { ask } from './questions.js';
import { sequencesOf } from './sequences.js';

/** Bodies of a reply with numbered columns. */
function bodiesOf({ names, ...columns }) {
  return names.split('\n').slice(0, -1).map((name, i) => ({
    name,
    positions: columns[`positions${i}`],
    triangles: columns[`triangles${i}`],
    tetrahedra: columns[`tetrahedra${i}`],
  }));
}

export class Player {
  constructor(functions) {
    this.functions = functions;
    this.pliant = makePliant(functions);
    this.module = this.pliant.module;
    this.bodies = [];
  }

  catalogue() {
    const { lines } = this.module.reply(this.functions._pliant_catalogue());
    return lines.split('\n').slice(0, -1).map((line) => {
      const [name, description, triangles, frames] = line.split('\t');
      return { name, description, triangles: Number(triangles), frames: Number(frames) };
    });
  }

  #close() {
    this.scene?.free();
    if (this.animation) this.functions._pliant_animation_free(this.animation);
    if (this.play) this.functions._pliant_play_free(this.play);
    this.scene = this.animation = this.play = this.sequence = null;
  }

  /** Bodies of a new scene; a triangle list for each that is drawn, the boundary where it is a volume. */
  #show(bodies, more = {}) {
    this.scene = new this.pliant.Scene();
    this.bodies = bodies.map(({ name, positions, triangles, tetrahedra }) => {
      const volume = tetrahedra.length > 0;
      const id = volume ? this.scene.addVolume(positions, tetrahedra) : this.scene.addSurface(positions, triangles);
      return { id, name, positions, volume, triangles: volume ? this.scene.triangles(id) : triangles };
    });
    return { bodies: this.bodies.map(({ name, triangles, volume }) => ({ name, triangles: triangles.slice(), volume })), ...this.#places(), ...more };
  }

  /** Positions of all bodies, copied, since answers are transferred. */
  #places() {
    return { positions: this.bodies.map((body) => Float64Array.from(body.positions)) };
  }

  openScene(name, triangles) {
    const text = new TextEncoder().encode(`${name}\0`);
    const animation = this.module.withArray(text, (at) => this.functions._pliant_animation_new(at, triangles));
    this.module.check();
    if (animation === 0) throw new Error(`there is no scene ${name}`);
    const reply = this.module.reply(this.functions._pliant_animation_bodies(animation));
    this.#close();
    this.animation = animation;
    return this.#show(bodiesOf(reply), { frames: reply.frames });
  }

  frame(number) {
    if (this.sequence) {
      this.#move((i) => this.sequence[number][i]);
      return this.#places();
    }
    const reply = this.module.reply(this.functions._pliant_animation_frame(this.animation, number));
    this.#move((i) => reply[`positions${i}`]);
    return this.#places();
  }

  #move(positionsOf) {
    this.bodies.forEach((body, i) => {
      body.positions = positionsOf(i);
      this.scene.move(body.id, body.positions);
    });
  }

  /** files: [{name, bytes}]; all are read before anything is shown. */
  openFiles(files) {
    const { bodies, frames } = sequencesOf(files.map(({ name, bytes }) => ({ name, bodies: this.#read(name, bytes) })));
    if (bodies.length === 0) throw new Error('there are no bodies in these files');
    this.#close();
    if (frames.length > 1) this.sequence = frames;
    return this.#show(bodies, { frames: frames.length });
  }

  #read(name, bytes) {
    const ending = /\.[^.]+$/.exec(name.toLowerCase())?.[0] ?? '';
    const encode = (text) => new TextEncoder().encode(`${text}\0`);
    return bodiesOf(this.module.withArray(bytes, (at) => this.module.withArray(encode(ending), (end) => this.module.withArray(encode(name), (called) => this.module.reply(this.functions._pliant_read_file(at, bytes.length, end, called))))));
  }

  openPlay(cloth) {
    const play = this.functions._pliant_play_new(cloth ? 1 : 0);
    this.module.check();
    this.#close();
    this.play = play;
    return this.#show(bodiesOf(this.module.reply(this.functions._pliant_play_bodies(play))), { frames: 1 });
  }

  /** Takes hold of what is near a corner of a triangle. */
  grab(body, triangle, reach) {
    const vertex = this.bodies[body].triangles[3 * triangle];
    this.functions._pliant_play_grab(this.play, body, vertex, reach);
    this.module.check();
  }

  release() {
    this.functions._pliant_play_release(this.play);
    this.module.check();
  }

  step(seconds, motion) {
    const reply = this.module.reply(this.functions._pliant_play_step(this.play, seconds, ...motion));
    this.#move((i) => reply[`positions${i}`]);
    const { deform, detect, respond, contacts, pushing } = reply;
    return { ...this.#places(), simulated: { deform, detect, respond, contacts, pushing } };
  }

  ask(question, options) {
    const { module, functions, scene } = this;
    const watch = {
      contours: () => module.reply(functions._pliant_watch_contours(scene.handle)),
      cuts: (share) => module.reply(functions._pliant_watch_cuts(scene.handle, share)),
    };
    return ask(scene, this.bodies, question, options, watch);
  }

  /** FNV-1a over the pairs, as tests/determinism has it: to be compared with the native library. */
  hash(name, triangles, frames, method) {
    const { frames: all } = this.openScene(name, triangles);
    let hash = 14695981039346656037n;
    const add = (word) => {
      for (let byte = 0; byte < 4; ++byte, word >>>= 8) hash = BigInt.asUintN(64, (hash ^ BigInt(word & 0xff)) * 1099511628211n);
    };
    for (let i = 0; i < frames; ++i) {
      this.frame(Math.floor((i * all) / frames));
      const { pairs } = this.scene.intersections({ method });
      add(pairs.length / 5);
      pairs.forEach(add);
    }
    return `0x${hash.toString(16).padStart(16, '0')}`;
  }
}
