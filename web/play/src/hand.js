// Dragging a soft body: what is picked up follows the pointer in the plane that faces the viewer.
import { Vector3 } from 'three';

const REACH = 0.14; // what is held, around the corner that was picked
const FASTEST = 0.05; // in one step

export class Hand {
  /** `actions`: mayHold(body), grab(body, triangle, reach), release(), failed(error) */
  constructor(viewer, holder, actions) {
    this.viewer = viewer;
    this.holder = holder;
    this.actions = actions;
    this.held = null;
    const { canvas } = viewer;
    canvas.addEventListener('pointerdown', (event) => this.#take(event), { capture: true });
    canvas.addEventListener('pointermove', (event) => this.#move(event));
    for (const end of ['pointerup', 'pointercancel']) canvas.addEventListener(end, () => this.#letGo());
  }

  #take(event) {
    if (event.button !== 0) return;
    const picked = this.viewer.pick(event.clientX, event.clientY);
    if (!picked || !this.actions.mayHold(picked.body)) return;
    event.stopImmediatePropagation();
    this.viewer.canvas.setPointerCapture(event.pointerId);
    this.held = { at: [event.clientX, event.clientY], motion: new Vector3() };
    this.holder.classList.add('dragging');
    this.actions.grab(picked.body, picked.triangle, REACH).catch((error) => this.actions.failed(error));
  }

  #move(event) {
    if (!this.held) return;
    const { camera, controls, size, summary } = this.viewer;
    const perPixel = (2 * camera.position.distanceTo(controls.target) * Math.tan((camera.fov * Math.PI) / 360)) / size[1];
    const right = new Vector3().setFromMatrixColumn(camera.matrixWorld, 0), up = new Vector3().setFromMatrixColumn(camera.matrixWorld, 1);
    const scale = perPixel * summary.view.scale;
    this.held.motion.addScaledVector(right, (event.clientX - this.held.at[0]) * scale).addScaledVector(up, (this.held.at[1] - event.clientY) * scale);
    this.held.at = [event.clientX, event.clientY];
  }

  #letGo() {
    if (!this.held) return;
    this.held = null;
    this.holder.classList.remove('dragging');
    this.actions.release();
  }

  /** What a step moves what is held by; the rest waits for the next. */
  takeMotion() {
    if (!this.held) return [0, 0, 0];
    const motion = this.held.motion.clone().clampLength(0, FASTEST);
    this.held.motion.sub(motion);
    return motion.toArray();
  }
}
