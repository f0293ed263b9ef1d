// The triangles of a frame's pairs, coloured by kind. Of several kinds the first wins: a crossing matters most.
import { BufferAttribute, BufferGeometry, Group, LineBasicMaterial, LineSegments, Mesh } from 'three';
import { Placement } from './chunks.js';
import { hiddenHitMaterial, hitMaterial } from './materials.js';
import { KINDS, roleColour } from './words.js';

const MOST_OUTLINED = 60_000;

/** Map from body to map from triangle to {kind, finding}. */
export function trianglesOf(pairs) {
  const found = new Map();
  const note = (body, triangle, kind, finding) => {
    if (!found.has(body)) found.set(body, new Map());
    const own = found.get(body);
    const known = own.get(triangle);
    if (!known || kind < known.kind) own.set(triangle, { kind, finding });
  };
  for (let i = 0; i < pairs.shown; ++i) {
    const finding = pairs.finding ? pairs.finding[i] : -1;
    note(pairs.bodyA[i], pairs.a[i], pairs.kind[i], finding);
    note(pairs.bodyB[i], pairs.b[i], pairs.kind[i], finding);
  }
  return found;
}

export class DrawnHits {
  constructor() {
    this.group = new Group();
    this.materials = [hitMaterial(), hiddenHitMaterial()];
    this.lines = new LineBasicMaterial({ color: 0x000000, transparent: true, opacity: 0.45 });
    this.meshes = [];
    this.triangles = []; // [body, triangle] of each that is drawn
    this.finding = [];
  }

  show(frame, hidden) {
    this.clear();
    frame.found ??= trianglesOf(frame.pairs);
    let most = 0;
    for (const own of frame.found.values()) most += own.size;
    const positions = new Float32Array(9 * most), kinds = [];
    for (const [body, own] of frame.found) {
      if (!hidden.has(body)) this.#add(body, own, frame.bodies[body], positions, kinds);
    }
    if (kinds.length > 0) this.#build(positions.subarray(0, 9 * kinds.length), kinds);
  }

  /** Written plainly: this is done with every frame that passes by. */
  #add(body, found, { cells, placement: { origin, step }, mesh: { corners } }, positions, kinds) {
    for (const [triangle, { kind, finding }] of found) {
      const first = 3 * triangle;
      if (first + 3 > corners.length) continue;
      if ([0, 1, 2].some((k) => Placement.isMissing(cells, corners[first + k]))) continue;
      let at = 9 * kinds.length;
      for (let c = first; c < first + 3; ++c) {
        const v = 3 * corners[c];
        positions[at++] = origin[0] + step * cells[v];
        positions[at++] = origin[1] + step * cells[v + 1];
        positions[at++] = origin[2] + step * cells[v + 2];
      }
      this.triangles.push([body, triangle]);
      this.finding.push(finding);
      kinds.push(kind);
    }
  }

  #build(positions, kinds) {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(positions, 3));
    geometry.setAttribute('tint', new BufferAttribute(new Uint8Array(positions.length), 3, true)); // a quarter of the bytes
    geometry.setAttribute('focus', new BufferAttribute(new Uint8Array(positions.length / 3).fill(255), 1, true));
    this.geometry = geometry;
    this.kinds = kinds;
    this.recolour();
    this.meshes = this.materials.map((material, i) => {
      const mesh = new Mesh(geometry, material);
      mesh.renderOrder = i === 0 ? 1 : 6;
      mesh.frustumCulled = false;
      return mesh;
    });
    this.group.add(...this.meshes);
    if (kinds.length > MOST_OUTLINED) return;
    const index = new Uint32Array(6 * kinds.length);
    for (let t = 0; t < kinds.length; ++t) index.set([0, 1, 1, 2, 2, 0].map((k) => 3 * t + k), 6 * t);
    const outline = new BufferGeometry();
    outline.setAttribute('position', geometry.getAttribute('position'));
    outline.setIndex(new BufferAttribute(index, 1));
    const lines = new LineSegments(outline, this.lines);
    lines.renderOrder = 2;
    lines.frustumCulled = false;
    this.group.add(lines);
  }

  recolour() {
    if (!this.geometry) return;
    const colours = KINDS.map((kind) => roleColour(kind).map((c) => Math.round(255 * c)));
    const tint = this.geometry.getAttribute('tint'), { kinds } = this;
    for (let t = 0; t < kinds.length; ++t) {
      const colour = colours[kinds[t]];
      for (let i = 9 * t; i < 9 * t + 9; ++i) tint.array[i] = colour[i % 3];
    }
    tint.needsUpdate = true;
  }

  /** One finding stands out; null: all are alike. */
  focus(finding) {
    if (!this.geometry) return;
    const focus = this.geometry.getAttribute('focus');
    this.finding.forEach((own, t) => focus.array.fill(finding === null || own === finding ? 255 : 0, 3 * t, 3 * t + 3));
    focus.needsUpdate = true;
  }

  /** Mean direction that the triangles of a finding face, and their middle and size. */
  placeOf(finding) {
    const at = this.geometry?.getAttribute('position').array;
    const normal = [0, 0, 0], low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
    this.finding.forEach((own, t) => {
      if (own !== finding) return;
      const p = at.subarray(9 * t, 9 * t + 9);
      const u = [p[3] - p[0], p[4] - p[1], p[5] - p[2]], v = [p[6] - p[0], p[7] - p[1], p[8] - p[2]];
      for (let k = 0; k < 3; ++k) {
        normal[k] += u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3];
        for (let c = 0; c < 9; c += 3) {
          low[k] = Math.min(low[k], p[c + k]);
          high[k] = Math.max(high[k], p[c + k]);
        }
      }
    });
    return low[0] <= high[0] ? { normal, low, high } : null;
  }

  /** For each of the findings below a number a point on it: the triangle that is nearest to the mean of all. */
  anchors(below) {
    const at = this.geometry?.getAttribute('position').array ?? [];
    const middle = (t, k) => (at[9 * t + k] + at[9 * t + 3 + k] + at[9 * t + 6 + k]) / 3;
    const sums = Array.from({ length: below }, () => [0, 0, 0, 0]);
    this.finding.forEach((finding, t) => {
      if (finding < 0 || finding >= below) return;
      for (let k = 0; k < 3; ++k) sums[finding][k] += middle(t, k);
      ++sums[finding][3];
    });
    const best = Array(below).fill(null), least = Array(below).fill(Infinity);
    this.finding.forEach((finding, t) => {
      if (finding < 0 || finding >= below) return;
      const [x, y, z, n] = sums[finding];
      const off = (middle(t, 0) - x / n) ** 2 + (middle(t, 1) - y / n) ** 2 + (middle(t, 2) - z / n) ** 2;
      if (off >= least[finding]) return;
      least[finding] = off;
      best[finding] = t;
    });
    return best.map((t) => (t === null ? null : [0, 1, 2].map((k) => middle(t, k))));
  }

  /** Only what is seen first, without outlines: while something moves, where all takes too long. */
  setFew(on) {
    this.group.children.forEach((part, i) => { part.visible = !on || i === 0; });
  }

  setClipping(planes) {
    for (const material of [...this.materials, this.lines]) {
      material.clippingPlanes = planes;
      material.needsUpdate = true;
    }
  }

  clear() {
    this.group.clear();
    this.geometry?.dispose();
    this.geometry = null;
    this.meshes = [];
    this.triangles = [];
    this.finding = [];
  }
}
