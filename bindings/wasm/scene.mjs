// The classes of the package, over the functions of the module. Positions are copied into the module's memory; what
// comes back is copied out of it, since that memory may grow and then moves.

export const KINDS = ['crossing', 'touching', 'coplanar', 'fold'];
export const METHODS = ['automatic', 'tuned', 'brute_force', 'box_tree', 'regularity', 'gjk_cut', 'spatial_hash'];
export const ORDERS = ['widest', 'breadth_first', 'deepest', 'nearest', 'approaching'];
export const CURVE_ENDS = ['none', 'border', 'vertex', 'branch', 'missing'];
export const CONTACT_KINDS = ['triangles', 'spheres', 'untested'];
const NO_BODY = 0xffffffff;
const ERRORS = { Error, RangeError, TypeError };
const ARRAYS = { f64: Float64Array, f32: Float32Array, u32: Uint32Array };

function place(list, name, what) {
  const at = list.indexOf(name);
  if (at < 0) throw new TypeError(`${what}: ${name} is none of ${list.join(', ')}`);
  return at;
}

const unset = (x) => (x === undefined || x === null ? NaN : Number(x));
const flag = (x, otherwise) => ((x ?? otherwise) ? 1 : 0);
const point = (p) => (p ? [Number(p[0]), Number(p[1]), Number(p[2])] : [NaN, NaN, NaN]);
const wide = (positions) => positions instanceof Float64Array || !(positions instanceof Float32Array);

/** The module, with its errors and its memory. */
export class Module {
  constructor(functions) {
    this.functions = functions;
    this.numbers = functions._malloc(8 * 32);
  }

  text(at) {
    const heap = this.functions.HEAPU8;
    let end = at;
    while (heap[end] !== 0) ++end;
    return new TextDecoder().decode(heap.subarray(at, end));
  }

  /** Throws what the last call ended with, if anything. */
  check() {
    const at = this.functions._pliant_error();
    if (at === 0) return;
    const [, kind, message] = /^(\w+):(.*)$/s.exec(this.text(at));
    throw new ERRORS[kind](message);
  }

  options(numbers) {
    this.functions.HEAPF64.set(numbers, this.numbers / 8);
    return this.numbers;
  }

  /** The head of a reply, with its columns as arrays of their own. */
  reply(at) {
    this.check();
    const { columns, ...head } = JSON.parse(this.text(at));
    const { buffer } = this.functions.HEAPU8;
    for (const [name, type, from, length] of columns) head[name] = new ARRAYS[type](buffer, from, length).slice();
    return head;
  }

  /** Calls with an array in the module's memory. */
  withArray(array, call) {
    const at = this.functions._malloc(Math.max(array.byteLength, 8));
    if (at === 0) throw new Error('the memory of the module is used up');
    try {
      this.functions.HEAPU8.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), at);
      return call(at);
    } finally {
      this.functions._free(at);
    }
  }
}

function indices(index, each) {
  const list = index instanceof Uint32Array ? index : Uint32Array.from(index);
  if (list.length % each !== 0) throw new TypeError(`${list.length} indices are not a multiple of ${each}`);
  return list;
}

function budgetOf(names, budget = {}) {
  for (const name of Object.keys(budget)) {
    if (!names.includes(name)) throw new TypeError(`budget: ${name} is none of ${names.join(', ')}`);
  }
  return names.map((name) => unset(budget[name]));
}

/** Everything a module can do: what load() gives. */
export function makePliant(functions) {
  const module = new Module(functions);

  class Scene {
    #at = functions._pliant_scene_new();

    constructor() {
      module.check();
    }

    /** Where the scene is in the module's memory; throws once it was freed. */
    get handle() {
      if (this.#at === 0) throw new Error('the scene was freed');
      return this.#at;
    }

    #stage(positions) {
      if (positions.length % 3 !== 0) throw new TypeError(`${positions.length} coordinates are not a multiple of 3`);
      const at = functions._pliant_stage(this.handle, positions.length / 3, wide(positions) ? 0 : 1);
      module.check();
      const heap = wide(positions) ? functions.HEAPF64 : functions.HEAPF32;
      heap.set(positions, at / heap.BYTES_PER_ELEMENT);
    }

    #add(positions, elements, add) {
      this.#stage(positions);
      const body = module.withArray(elements, (at) => add(at)) >>> 0;
      module.check();
      if (body === NO_BODY) throw new Error('the body could not be added');
      return body;
    }

    addSurface(positions, index) {
      const list = indices(index ?? Uint32Array.from({ length: positions.length / 3 }, (_, i) => i), 3);
      return this.#add(positions, list, (at) => functions._pliant_add_surface(this.handle, at, list.length / 3));
    }

    addVolume(positions, tetrahedra) {
      const list = indices(tetrahedra, 4);
      return this.#add(positions, list, (at) => functions._pliant_add_volume(this.handle, at, list.length / 4));
    }

    move(body, positions) {
      this.#stage(positions);
      functions._pliant_move(this.handle, body);
      module.check();
    }

    remove(body) {
      functions._pliant_remove(this.handle, body);
      module.check();
    }

    triangles(body) {
      return module.reply(functions._pliant_triangles(this.handle, body)).triangles;
    }

    intersections({ method = 'automatic', self, between, neighbours = 'beyond_shared', assumeSimpleContours, budget } = {}) {
      return module.reply(functions._pliant_intersections(this.handle, module.options([
        place(METHODS, method, 'method'), flag(self, true), flag(between, true),
        place(['beyond_shared', 'ignored'], neighbours, 'neighbours'), flag(assumeSimpleContours, false),
        ...budgetOf(['time', 'candidates', 'pairs', 'bytes'], budget)])));
    }

    curves({ self, between, sides, depth, budget } = {}) {
      return module.reply(functions._pliant_curves(this.handle, module.options([flag(self, true), flag(between, true),
        flag(sides, true), flag(depth, false), ...budgetOf(['time', 'candidates', 'pairs'], budget)])));
    }

    proximities({ distance = 0, self, between, nearest = 0, budget } = {}) {
      return module.reply(functions._pliant_proximities(this.handle, module.options([distance, flag(self, true),
        flag(between, true), nearest, ...budgetOf(['time', 'candidates', 'proximities'], budget)])));
    }

    distance(a, b) {
      return module.reply(functions._pliant_distances(this.handle, module.options([NaN, a, b])));
    }

    distances(most = Infinity) {
      return module.reply(functions._pliant_distances(this.handle, module.options([most, 0, 0])));
    }

    hullDistance(a, b) {
      return module.reply(functions._pliant_hull_distance(this.handle, a, b));
    }

    penetrations({ method = 'automatic', self, between, oncePerBody, depth, edges, cellSize, budget } = {}) {
      return module.reply(functions._pliant_penetrations(this.handle, module.options([
        place(['automatic', 'brute_force', 'spatial_hash'], method, 'method'), flag(self, true), flag(between, true),
        flag(oncePerBody, false), flag(depth, false), flag(edges, false), unset(cellSize),
        ...budgetOf(['time', 'candidates', 'penetrations'], budget)])));
    }

    overlap(a, b, { tolerance, resolution, axis, allAxes, rule = 'winding', spans, depths, budget } = {}) {
      return module.reply(functions._pliant_overlap(this.handle, a, b, module.options([unset(tolerance),
        unset(resolution), axis ? place(['x', 'y', 'z'], axis, 'axis') : NaN, flag(allAxes, false),
        place(['winding', 'parity'], rule, 'rule'), flag(spans, false), flag(depths, false),
        ...budgetOf(['time', 'columns'], budget)])));
    }

    selfOverlap(body, options) {
      return this.overlap(body, body, options);
    }

    #impactOptions({ self, between, selection = 'all', minimumSeparation = 0, budget } = {}) {
      return module.options([flag(self, true), flag(between, true), place(['all', 'earliest'], selection, 'selection'),
        minimumSeparation, ...budgetOf(['time', 'candidates', 'impacts'], budget)]);
    }

    startStep() {
      functions._pliant_start_step(this.handle);
      module.check();
    }

    impacts(options) {
      return module.reply(functions._pliant_impacts(this.handle, this.#impactOptions(options)));
    }

    safeStep(options) {
      return module.reply(functions._pliant_safe_step(this.handle, this.#impactOptions(options)));
    }

    relations() {
      return module.reply(functions._pliant_relations(this.handle));
    }

    contactsWithin(a, b, { method = 'automatic', order = 'widest', finest = 'triangles', resume, interest, budget } = {}) {
      return module.reply(functions._pliant_contacts(this.handle, a, b, module.options([
        place(['automatic', 'brute_force', 'sphere_tree'], method, 'method'), place(ORDERS, order, 'order'),
        place(['spheres', 'triangles'], finest, 'finest'), flag(resume, true), ...point(interest),
        ...budgetOf(['time', 'tests', 'pairs'], budget)])));
    }

    sphereTree(body) {
      return module.reply(functions._pliant_sphere_tree(this.handle, body));
    }

    layers(body, { resolution = 128, axis = 'z', low, high } = {}) {
      return module.reply(functions._pliant_layers(this.handle, body, module.options([resolution,
        place(['x', 'y', 'z'], axis, 'axis'), ...point(low), ...point(high ?? low)])));
    }

    free() {
      if (this.#at !== 0) functions._pliant_scene_free(this.#at);
      this.#at = 0;
    }
  }

  /** Pairs of triangles of one mesh that intersect; without an index every three vertices are a triangle. */
  function selfIntersections(positions, index, options = {}) {
    const scene = new Scene();
    try {
      scene.addSurface(positions, index);
      return scene.intersections({ method: 'gjk_cut', ...options, self: true });
    } finally {
      scene.free();
    }
  }

  return { module, Scene, selfIntersections, version: module.text(functions._pliant_version()) };
}
