// The frames, read when they are needed and kept while there is room.
import { open, Placement, unpack } from './chunks.js';

const ROOM = 640e6; // bytes of positions that are kept

export class Frames {
  constructor(summary) {
    this.summary = summary;
    this.view = summary.view;
    this.kept = new Map(); // place -> frame
    this.meshes = new Map(); // number -> promise of a mesh
    this.queue = Promise.resolve();
    this.bytes = 0;
  }

  get count() {
    return this.summary.frames.length;
  }

  /** The first frame that has to be read before this one can be. */
  keyOf(place) {
    while (!this.summary.frames[place].key) --place;
    return place;
  }

  ready(place) {
    return this.kept.get(place);
  }

  /** One after the other: each frame is written as a difference to those before. */
  async get(place) {
    const frame = this.kept.get(place);
    if (frame) return frame;
    const read = this.queue.then(() => this.#readUpTo(place));
    this.queue = read.catch(() => {});
    return read;
  }

  /** Reads all frames in the background, as far as there is room, those near `place` first. */
  async readAhead(place, stopped, progress) {
    const keys = [...Array(this.count).keys()].filter((p) => this.summary.frames[p].key);
    keys.sort((a, b) => Math.abs(a - place) - Math.abs(b - place));
    for (const key of keys) {
      const last = keys.filter((k) => k > key).reduce((a, b) => Math.min(a, b), this.count) - 1;
      for (let p = key; p <= last; ++p) {
        if (stopped() || this.bytes > ROOM) return;
        await this.get(p);
        progress(this.kept.size / this.count);
        await new Promise((done) => setTimeout(done));
      }
    }
  }

  async #readUpTo(place) {
    const key = this.keyOf(place);
    let first = place;
    while (first > key && !this.kept.has(first)) --first;
    if (this.kept.has(first)) ++first;
    for (let p = first; p <= place; ++p) await this.#read(p);
    this.#makeRoom(key);
    return this.kept.get(place);
  }

  async #read(place) {
    const { head, reader } = open(await unpack(`frame-${place}`));
    const before = this.kept.get(place - 1), longBefore = this.kept.get(place - 2);
    const bodies = [];
    for (const [i, body] of head.bodies.entries()) {
      const cells = reader.cells(body.vertices, body.by, before?.bodies[i].cells, longBefore?.bodies[i].cells);
      if (body.by !== 'same') this.bytes += cells.byteLength;
      bodies.push({
        cells,
        placement: new Placement(body.grid, this.view),
        missing: !!body.missing,
        mesh: await this.mesh(body.mesh),
      });
    }
    this.kept.set(place, {
      place,
      bodies,
      pairs: readPairs(head.pairs, reader),
      layers: head.layers.map((layer) => readLayer(layer, reader, this.view)),
      findings: head.findings,
    });
  }

  mesh(number) {
    if (!this.meshes.has(number)) {
      const read = unpack(`mesh-${number}`).then((bytes) => {
        const { head, reader } = open(bytes);
        return { number, body: head.body, corners: reader.numbers(3 * head.triangles) };
      });
      this.meshes.set(number, read);
    }
    return this.meshes.get(number);
  }

  /** Lets go of whole runs of frames, the farthest first. */
  #makeRoom(key) {
    while (this.bytes > ROOM) {
      const far = [...this.kept.keys()].reduce((a, b) => (Math.abs(b - key) > Math.abs(a - key) ? b : a));
      const run = this.keyOf(far);
      if (run === key) return;
      for (const place of [...this.kept.keys()]) {
        if (this.keyOf(place) !== run) continue;
        for (const body of this.kept.get(place).bodies) this.bytes -= body.cells.byteLength;
        this.kept.delete(place);
      }
    }
  }
}

function readPairs(head, reader) {
  const column = () => reader.numbers(head.shown);
  const pairs = { count: head.count, shown: head.shown };
  for (const name of ['bodyA', 'a', 'bodyB', 'b', 'kind']) pairs[name] = column();
  pairs.finding = head.findings ? column() : null;
  return pairs;
}

function readLayer(head, reader, view) {
  const cells = reader.cells(head.points);
  const placement = new Placement(head.grid, view);
  const points = new Float32Array(3 * head.points);
  for (let i = 0; i < head.points; ++i) points.set(placement.point(cells, i), 3 * i);
  const ends = reader.numbers(head.ends);
  const sizes = reader.floats(head.sizes).map((size) => size / view.scale);
  const findings = reader.numbers(head.findings);
  return { name: head.name, role: head.role, shape: head.shape, points, ends, sizes, findings };
}
