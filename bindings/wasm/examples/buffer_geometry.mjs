// A BufferGeometry of three.js: which of its triangles intersect?
import { load, KINDS } from 'pliant';

/** [{ a, b, kind }]: numbers of triangles, in the order of the geometry's index. */
export async function intersectingTriangles(geometry) {
  const pliant = await load();
  const { pairs } = pliant.selfIntersections(geometry.getAttribute('position').array, geometry.getIndex()?.array);
  const found = [];
  for (let i = 0; i < pairs.length; i += 5) found.push({ a: pairs[i + 1], b: pairs[i + 3], kind: KINDS[pairs[i + 4]] });
  return found;
}
