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
    this.indices = { all: null, few: null };
  }

  setColour(colour) {
    this.solid.uniforms.colour.value.set(colour);
    this.xray.uniforms.colour.value.set(colour);
    this.edges?.material.color.set(colour).multiplyScalar(0.55);
  }

  show({ cells, placement, mesh, missing }) {
    const geometry = this.mesh.geometry;
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
      this.indices = { all: new BufferAttribute(missing ? withoutMissing(mesh.corners, cells) : mesh.corners, 1), few: null };
      this.corners = mesh.corners;
      geometry.setIndex(this.indices.all);
      this.number = mesh.number;
      this.filtered = missing;
      this.#dropEdges();
    }
    geometry.boundingSphere = new Sphere(new Vector3(), Infinity); // raycasts go to the triangles
    const [x, y, z] = placement.origin, s = placement.step;
    this.mesh.matrix.set(s, 0, 0, x, 0, s, 0, y, 0, 0, s, z, 0, 0, 0, 1);
    this.mesh.matrixWorldNeedsUpdate = true;
  }

  /** A part of the triangles only: while something moves, where all take too long. */
  setFew(on) {
    if (on && this.filtered) return;
    const { geometry } = this.mesh;
    if (on && this.indices.all && !this.indices.few) {
      this.indices.few = new BufferAttribute(coarse(this.corners, geometry.getAttribute('position').array), 1);
    }
    const index = on ? this.indices.few : this.indices.all;
    if (index && geometry.getIndex() !== index) geometry.setIndex(index);
    if (this.edges) this.edges.visible = !on;
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
    const index = this.indices.all;
    if (this.edges || !index || index.count > 3 * MOST_EDGES) return;
    const lines = new BufferGeometry();
    lines.setAttribute('position', this.mesh.geometry.getAttribute('position'));
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
