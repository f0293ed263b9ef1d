// A SkinnedMesh of three.js that follows its bones, checked for self-intersections in every frame.
import { Vector3 } from 'three';
import { load } from 'pliant';

export class SelfCollision {
  static async of(mesh) {
    return new SelfCollision(mesh, await load());
  }

  constructor(mesh, pliant) {
    this.mesh = mesh;
    this.positions = new Float32Array(3 * mesh.geometry.getAttribute('position').count);
    this.scene = new pliant.Scene();
    this.#pose();
    this.body = this.scene.addSurface(this.positions, mesh.geometry.getIndex()?.array);
  }

  /** After the mixer has moved the bones. Vertices that are split along seams are not joined: see BufferGeometryUtils.mergeVertices. */
  check() {
    this.#pose();
    this.scene.move(this.body, this.positions);
    return this.scene.intersections();
  }

  #pose() {
    const at = new Vector3();
    this.mesh.updateMatrixWorld(true);
    for (let v = 0; v < this.positions.length / 3; ++v) {
      this.mesh.getVertexPosition(v, at).toArray(this.positions, 3 * v);
    }
  }

  free() {
    this.scene.free();
  }
}
