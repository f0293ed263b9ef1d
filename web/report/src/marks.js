// An element that was set aside, as something to draw: its corners and edges, as far as they have a place.
import { Placement } from './chunks.js';

export function marksOf(item, frame) {
  const body = frame.bodies[item.body];
  if (!body) return null;
  const { cells, placement, mesh } = body;
  const vertices = cells.length / 3;
  const there = (v) => v < vertices && !Placement.isMissing(cells, v);
  let elements = [item.vertices];
  if (item.of === 'vertex' && !item.vertices.some(there)) elements = trianglesAround(item.element, mesh.corners);
  const points = [], lines = [], ends = [];
  for (const element of elements) {
    const corners = element.filter(there).map((v) => placement.point(cells, v, [0, 0, 0]));
    points.push(...corners.flat());
    for (let i = 0; i < corners.length; ++i) {
      for (let k = i + 1; k < corners.length; ++k) {
        lines.push(...corners[i], ...corners[k]);
        ends.push(lines.length / 3);
      }
    }
  }
  if (points.length === 0) return null;
  const shape = (name, values, more) => ({ name, role: 'inside', shape: name, points: Float32Array.from(values), ends: [], sizes: [], findings: [], ...more });
  return { layers: [shape('lines', lines, { ends }), shape('points', points)], points };
}

/** A vertex without a place is shown by the triangles around it. */
function trianglesAround(vertex, corners) {
  const found = [];
  for (let i = 0; i < corners.length && found.length < 100; i += 3) {
    const triangle = [...corners.subarray(i, i + 3)];
    if (triangle.includes(vertex)) found.push(triangle);
  }
  return found;
}
