// How far what is shown of a frame reaches.
import { Box3, Vector3 } from 'three';
import { Placement } from './chunks.js';

const SAMPLES = 4000; // vertices of each body

/** Box of the bodies that are not hidden, in the coordinates that are drawn. */
export function boxOf(frame, hidden) {
  const box = new Box3();
  const p = [0, 0, 0];
  for (const [i, { cells, placement }] of (frame?.bodies ?? []).entries()) {
    if (hidden.has(i)) continue;
    const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
    for (let v = 0; v < cells.length; v += 3) {
      if (Placement.isMissing(cells, v / 3)) continue;
      for (let k = 0; k < 3; ++k) {
        if (cells[v + k] < low[k]) low[k] = cells[v + k];
        if (cells[v + k] > high[k]) high[k] = cells[v + k];
      }
    }
    if (low[0] > high[0]) continue;
    for (const corner of [low, high]) {
      placement.point(corner, 0, p);
      box.expandByPoint(new Vector3(...p));
    }
  }
  if (box.isEmpty()) box.set(new Vector3(-1, -1, -1), new Vector3(1, 1, 1));
  return box;
}

/** Some thousand vertices of what is shown; the corners of its box where there is none. */
export function* outlineOf(frame, hidden, box) {
  let any = false;
  const at = [0, 0, 0];
  for (const [i, { cells, placement }] of (frame?.bodies ?? []).entries()) {
    const vertices = cells.length / 3, step = Math.ceil(vertices / SAMPLES);
    for (let v = 0; v < vertices && !hidden.has(i); v += step) {
      if (Placement.isMissing(cells, v)) continue;
      any = true;
      yield new Vector3(...placement.point(cells, v, at));
    }
  }
  if (!any) yield* [box.min.clone(), box.max.clone()];
}
