// What the command wrote into the page, read back: src/report/frame_chunk.cpp is the other side.

const MISSING = -32768; // a vertex without a place

/** @returns {Uint8Array} the bytes of an element whose text is Base64 of deflated bytes */
export async function unpack(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no ${id}`);
  const packed = fromBase64(element.textContent);
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function fromBase64(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; ++i) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

/** A chunk: its head, and a reader that stands before its first array. */
export function open(bytes) {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
  return { head, reader: new Reader(bytes, 4 + length) };
}

class Reader {
  constructor(bytes, at) {
    this.bytes = bytes;
    this.at = at;
  }

  /** Numbers, each written as the difference to the one before. */
  numbers(count) {
    const { bytes, at } = this;
    const out = new Uint32Array(count);
    const b1 = at + count, b2 = b1 + count, b3 = b2 + count;
    let before = 0;
    for (let i = 0; i < count; ++i) {
      const folded = bytes[at + i] | (bytes[b1 + i] << 8) | (bytes[b2 + i] << 16) | (bytes[b3 + i] << 24);
      before = (before + ((folded >>> 1) ^ -(folded & 1))) | 0;
      out[i] = before;
    }
    this.at += 4 * count;
    return out;
  }

  floats(count) {
    const view = new DataView(this.bytes.buffer, this.bytes.byteOffset + this.at, 4 * count);
    this.at += 4 * count;
    return Float32Array.from({ length: count }, (_, i) => view.getFloat32(4 * i, true));
  }

  /** Cells of a grid, x y z x y z ..., predicted as the head says by the frames before. */
  cells(count, by = 'vertex', before = null, longBefore = null) {
    if (by === 'same') return before;
    const { bytes } = this;
    const low = this.at, high = low + 3 * count;
    const out = new Int16Array(3 * count); // wraps around as the writer does
    for (let axis = 0, r = 0; axis < 3; ++axis) {
      let last = 0;
      for (let k = axis; k < 3 * count; k += 3, ++r) {
        const folded = bytes[low + r] | (bytes[high + r] << 8);
        const rest = (folded >>> 1) ^ -(folded & 1);
        if (by === 'vertex') last = out[k] = last + rest;
        else if (by === 'rest') out[k] = before[k] + rest;
        else out[k] = 2 * before[k] - longBefore[k] + rest;
        if (by === 'vertex') last = out[k];
      }
    }
    this.at += 6 * count;
    return out;
  }
}

/** Where a grid lies in the coordinates that the page draws in. */
export class Placement {
  constructor([x, y, z, step], view) {
    const half = 0.5 * view.scale; // halves: the whole may be beyond the range of a double
    this.origin = [x, y, z].map((c, k) => (0.5 * c - 0.5 * view.origin[k]) / half);
    this.step = (0.5 * step) / half;
  }

  point(cells, i, out = [0, 0, 0]) {
    for (let k = 0; k < 3; ++k) out[k] = this.origin[k] + this.step * cells[3 * i + k];
    return out;
  }

  static isMissing(cells, i) {
    return cells[3 * i] === MISSING;
  }
}

/** From coordinates of the files to those that the page draws in. */
export function placed(point, view) {
  return point.map((c, k) => (c === null ? NaN : (0.5 * c - 0.5 * view.origin[k]) / (0.5 * view.scale)));
}
