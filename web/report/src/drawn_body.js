// One body in 3-D. Positions stay the 16-bit steps that they were written as; a matrix brings them to their place.
import { BufferAttribute, BufferGeometry, LineBasicMaterial, LineSegments, Mesh, Sphere, Vector3 } from 'three';
import { Placement } from './chunks.js';
import { coarse } from './coarse.js';
import { bodyMaterial, xrayMaterial } from './materials.js';

const MOST_EDGES = 400_000; // triangles up to which edges are drawn

export class DrawnBody {
  constructor(colour) {
    this.solid = bodyMaterial(colour);
    this.xray = xrayMaterial(colour);
    this.mesh = new Mesh(new BufferGeometry(), this.solid);
    this.mesh.matrixAutoUpdate = false;
    this.mesh.frustumCulled = false;
    this.edges = null;
    this.number = -1; // of the triangles that the geometry has
    this.filtered = false;
    this.index = null;
    this.whole = this.mesh.geometry;
    this.coarse = null; // another geometry, of a part of the vertices
  }

  setColour(colour) {
    this.solid.uniforms.colour.value.set(colour);
    this.xray.uniforms.colour.value.set(colour);
    this.edges?.material.color.set(colour).multiplyScalar(0.55);
  }

  show({ cells, placement, mesh, missing }) {
    const geometry = this.whole;
    this.cells = cells;
    this.coarseIsOld = true;
    const kept = geometry.getAttribute('position');
    if (kept && kept.array.length === cells.length) {
      if (kept.array !== cells) {
        kept.array = cells;
        kept.needsUpdate = true;
      }
    } else {
      geometry.dispose();
      geometry.setAttribute('position', new BufferAttribute(cells, 3));
    }
    if (this.number !== mesh.number || missing || this.filtered) {
      this.index = new BufferAttribute(missing ? withoutMissing(mesh.corners, cells) : mesh.corners, 1);
      this.corners = mesh.corners;
      geometry.setIndex(this.index);
      this.#dropCoarse();
      this.number = mesh.number;
      this.filtered = missing;
      this.#dropEdges();
    }
    geometry.boundingSphere = new Sphere(new Vector3(), Infinity); // raycasts go to the triangles
    const [x, y, z] = placement.origin, s = placement.step;
    this.mesh.matrix.set(s, 0, 0, x, 0, s, 0, y, 0, 0, s, z, 0, 0, 0, 1);
    this.mesh.matrixWorldNeedsUpdate = true;
  }

  /** A part of the triangles only: while something moves, where all take too long. The positions of the others are not
   * sent to the renderer then. */
  setFew(on) {
    if (on && this.filtered) return;
    if (on && this.index) this.#moveCoarse();
    this.mesh.geometry = on && this.coarse ? this.coarse : this.whole;
    if (this.edges) this.edges.visible = !on;
  }

  #moveCoarse() {
    const { corners, vertices } = coarse(this.corners, this.cells);
    if (!this.coarse) {
      this.coarse = new BufferGeometry();
      this.coarse.setAttribute('position', new BufferAttribute(new this.cells.constructor(3 * vertices.length), 3));
      this.coarse.setIndex(new BufferAttribute(corners, 1));
      this.coarseIsOld = true;
    }
    if (!this.coarseIsOld) return;
    const position = this.coarse.getAttribute('position'), { cells } = this;
    for (let i = 0, at = 0; i < vertices.length; ++i) {
      const v = 3 * vertices[i];
      position.array[at++] = cells[v];
      position.array[at++] = cells[v + 1];
      position.array[at++] = cells[v + 2];
    }
    position.needsUpdate = true;
    this.coarseIsOld = false;
  }

  #dropCoarse() {
    this.coarse?.dispose();
    this.coarse = null;
    this.mesh.geometry = this.whole;
  }

  dispose() {
    this.#dropCoarse();
    this.#dropEdges();
    this.whole.dispose();
  }

  setXray(on) {
    this.mesh.material = on ? this.xray : this.solid;
    this.mesh.renderOrder = on ? 3 : 0;
  }

  setClipping(planes) {
    for (const material of [this.solid, this.xray]) {
      material.clippingPlanes = planes;
      material.needsUpdate = true;
    }
    if (this.edges) this.edges.material.clippingPlanes = planes;
  }

  setEdges(on, colour) {
    if (!on) return this.#dropEdges();
    const { index } = this;
    if (this.edges || !index || index.count > 3 * MOST_EDGES) return;
    const lines = new BufferGeometry();
    lines.setAttribute('position', this.whole.getAttribute('position'));
    lines.setIndex(new BufferAttribute(edgesOf(index.array), 1));
    this.edges = new LineSegments(lines, new LineBasicMaterial({ transparent: true, opacity: 0.55 }));
    this.edges.material.color.set(colour).multiplyScalar(0.55);
    this.edges.material.clippingPlanes = this.solid.clippingPlanes;
    this.edges.frustumCulled = false;
    this.mesh.add(this.edges);
  }

  #dropEdges() {
    if (!this.edges) return;
    this.mesh.remove(this.edges);
    this.edges.material.dispose();
    this.edges = null;
  }
}

function withoutMissing(corners, cells) {
  const out = new Uint32Array(corners.length);
  for (let i = 0; i < corners.length; i += 3) {
    const here = [0, 1, 2].every((k) => !Placement.isMissing(cells, corners[i + k]));
    for (let k = 0; k < 3; ++k) out[i + k] = here ? corners[i + k] : corners[i]; // a point is not drawn
  }
  return out;
}

/** Each edge as often as triangles have it: cheaper than to find the doubles. */
function edgesOf(corners) {
  const out = new Uint32Array(2 * corners.length);
  for (let i = 0, o = 0; i < corners.length; i += 3) {
    const a = corners[i], b = corners[i + 1], c = corners[i + 2];
    out[o++] = a; out[o++] = b; out[o++] = b; out[o++] = c; out[o++] = c; out[o++] = a;
  }
  return out;
}
