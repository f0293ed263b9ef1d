// Layers: points, lines, arrows, spheres, boxes and triangles, whatever a question answers with.
import { BoxGeometry, BufferAttribute, BufferGeometry, ConeGeometry, Group, InstancedMesh, Matrix4, Mesh, Points, Quaternion, SphereGeometry, Vector3 } from 'three';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';
import { bubbleMaterial, dotMaterial, patchMaterial, solidMaterial } from './materials.js';
import { roleColour } from './words.js';

/** Many things are drawn smaller or fainter, so that they can be told apart. */
function fewer(n, enough, least) {
  return Math.max(least, Math.min(1, Math.sqrt(enough / Math.max(n, 1))));
}

export class DrawnLayers {
  constructor(pixelRatio) {
    this.group = new Group();
    this.pixelRatio = pixelRatio;
    this.planes = [];
  }

  show(layers, hidden) {
    this.clear();
    for (const layer of layers) {
      if (hidden.has(layer.name) || layer.points.length === 0) continue;
      const things = DRAW[layer.shape](layer, asHex(roleColour(layer.role)), this.pixelRatio);
      for (const thing of things) {
        thing.frustumCulled = false;
        thing.material.clippingPlanes = this.planes;
        this.group.add(thing);
      }
    }
  }

  setClipping(planes) {
    this.planes = planes;
    for (const thing of this.group.children) {
      thing.material.clippingPlanes = planes;
      thing.material.needsUpdate = true;
    }
  }

  clear() {
    for (const thing of this.group.children) {
      thing.geometry.dispose();
      thing.material.dispose();
    }
    this.group.clear();
  }
}

function asHex(colour) {
  return colour.reduce((hex, c) => hex * 256 + Math.round(255 * c), 0);
}

function point(points, i) {
  return new Vector3(points[3 * i], points[3 * i + 1], points[3 * i + 2]);
}

function fatLines(segments, colour, width = 3) {
  const geometry = new LineSegmentsGeometry().setPositions(segments);
  const material = new LineMaterial({ linewidth: width, depthTest: false, transparent: true });
  material.color.setHex(colour, ''); // as it is: the page's shaders do not convert colours either
  material.clipping = true;
  const lines = new LineSegments2(geometry, material);
  lines.renderOrder = 8;
  return lines;
}

function instances(geometry, material, colour, matrices, order) {
  const mesh = new InstancedMesh(geometry, material, matrices.length);
  mesh.material.uniforms.colour.value.setHex(colour, '');
  matrices.forEach((matrix, i) => mesh.setMatrixAt(i, matrix));
  mesh.renderOrder = order;
  return mesh;
}

const DRAW = {
  points(layer, colour, pixelRatio) {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(layer.points, 3));
    const dots = new Points(geometry, dotMaterial(colour, 9 * pixelRatio * fewer(layer.points.length / 3, 120, 0.45)));
    dots.material.uniforms.colour.value.setHex(colour, '');
    dots.renderOrder = 9;
    return [dots];
  },

  lines(layer, colour) {
    const segments = [];
    let first = 0;
    for (const end of layer.ends) {
      for (let i = first; i + 1 < end; ++i) segments.push(...layer.points.subarray(3 * i, 3 * i + 6));
      first = end;
    }
    return segments.length > 0 ? [fatLines(segments, colour, layer.width)] : [];
  },

  arrows(layer, colour) {
    const heads = [];
    const up = new Vector3(0, 1, 0);
    for (let i = 0; i + 1 < layer.points.length / 3; i += 2) {
      const from = point(layer.points, i), to = point(layer.points, i + 1);
      const way = to.clone().sub(from), length = way.length();
      if (!(length > 0)) continue;
      const turn = new Quaternion().setFromUnitVectors(up, way.clone().divideScalar(length));
      const size = 0.22 * length;
      heads.push(new Matrix4().compose(to.addScaledVector(way, -0.11), turn, new Vector3(size, size, size)));
    }
    const cone = new ConeGeometry(0.32, 1, 10);
    const width = 3 * fewer(heads.length, 100, 0.4);
    return [fatLines(layer.points, colour, width), instances(cone, solidMaterial(colour), colour, heads, 7)];
  },

  spheres(layer, colour) {
    const matrices = [];
    for (let i = 0; i < layer.points.length / 3; ++i) {
      const r = layer.sizes[i];
      matrices.push(new Matrix4().makeScale(r, r, r).setPosition(point(layer.points, i)));
    }
    const ball = matrices.length < 300 ? new SphereGeometry(1, 36, 22) : new SphereGeometry(1, 16, 10);
    return [instances(ball, bubbleMaterial(colour, fewer(matrices.length, 80, 0.2)), colour, matrices, 5)];
  },

  /** On the bodies that they are of. `shades`, 0 to 1 of each: what lies side by side can be told apart. */
  triangles(layer, colour) {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(layer.points, 3));
    const own = [16, 8, 0].map((shift) => ((colour >> shift) & 255) / 255);
    const tint = new Float32Array(layer.points.length);
    for (let i = 0; i < tint.length; ++i) {
      const shade = layer.shades?.[Math.floor(i / 9)] ?? 0.5;
      tint[i] = shade < 0.5 ? own[i % 3] * (0.7 + 0.6 * shade) : own[i % 3] + (1 - own[i % 3]) * (shade - 0.5);
    }
    geometry.setAttribute('tint', new BufferAttribute(tint, 3));
    geometry.setAttribute('focus', new BufferAttribute(new Float32Array(tint.length / 3).fill(1), 1));
    const mesh = new Mesh(geometry, patchMaterial());
    mesh.renderOrder = 1;
    return [mesh];
  },

  boxes(layer, colour) {
    const matrices = [];
    for (let i = 0; i + 1 < layer.points.length / 3; i += 2) {
      const low = point(layer.points, i), size = point(layer.points, i + 1).sub(low);
      const matrix = new Matrix4().makeScale(size.x, size.y, size.z);
      matrices.push(matrix.setPosition(low.addScaledVector(size, 0.5)));
    }
    return [instances(new BoxGeometry(1, 1, 1), solidMaterial(colour), colour, matrices, 1)];
  },
};
