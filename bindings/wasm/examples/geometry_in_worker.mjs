// A BufferGeometry of three.js that bends, checked in a worker: the page draws on while the worker searches.
import { workerScene } from 'pliant/worker';

export class WatchedGeometry {
  /** `worker`: one that runs pliant's worker.mjs, where the bundler wants to make it. */
  static async of(geometry, worker) {
    const scene = workerScene({ worker });
    const body = await scene.addSurface(geometry.getAttribute('position').array, geometry.getIndex()?.array);
    return new WatchedGeometry(geometry, scene, body);
  }

  constructor(geometry, scene, body) {
    this.geometry = geometry;
    this.scene = scene;
    this.body = body;
    this.busy = false;
  }

  /** In every frame: the pairs of the positions as they are now; null while an earlier check goes on. */
  async check() {
    if (this.busy) return null;
    this.busy = true;
    try {
      await this.scene.move(this.body, this.geometry.getAttribute('position').array);
      return (await this.scene.intersections()).pairs;
    } finally {
      this.busy = false;
    }
  }

  end() {
    this.scene.end();
  }
}
