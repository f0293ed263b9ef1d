/** Coordinates x y z x y z ...; floats stay floats, everything else is read as doubles. */
export type Positions = Float32Array | Float64Array | ArrayLike<number>;
export type Index = Uint32Array | Uint16Array | ArrayLike<number>;
export type Vector = [number, number, number];

export type Method = 'automatic' | 'tuned' | 'brute_force' | 'box_tree' | 'regularity' | 'gjk_cut' | 'spatial_hash';
export declare const METHODS: readonly Method[];
/** By number, as in the fifth place of a pair. */
export declare const KINDS: readonly ['crossing', 'touching', 'coplanar', 'fold'];
export declare const ORDERS: readonly ['widest', 'breadth_first', 'deepest', 'nearest', 'approaching'];
export declare const CURVE_ENDS: readonly ['none', 'border', 'vertex', 'branch', 'missing'];
export declare const CONTACT_KINDS: readonly ['triangles', 'spheres', 'untested'];

export interface Flaw {
  body: number;
  kind: string;
  /** Vertex, triangle, tetrahedron or body: by its kind. */
  element: number;
}

/** How a search ended and what it cost. */
export interface Report {
  complete: boolean;
  stoppedBy: string;
  detector: string;
  rebuilt: boolean;
  milliseconds: { build: number; update: number; find: number };
  counters: { regions: number; contours: number; cuts: number; boxTests: number; candidates: number; exactTests: number; sphereTests: number };
  setAside: Flaw[];
  noted: Flaw[];
}

export interface Intersections {
  /** Five numbers a pair: body, triangle, body, triangle, kind; sorted. */
  pairs: Uint32Array;
  /** Found of each kind, those included that a budget did not keep. */
  kinds: [number, number, number, number];
  report: Report;
}

export interface IntersectionOptions {
  method?: Method;
  /** Pairs within one body. Default: true. */
  self?: boolean;
  /** Pairs of two bodies. Default: true. */
  between?: boolean;
  neighbours?: 'beyond_shared' | 'ignored';
  /** As in Volino's paper: faster, and may miss intersections; the report says so. */
  assumeSimpleContours?: boolean;
  /** Times are in milliseconds, everywhere. */
  budget?: { time?: number; candidates?: number; pairs?: number; bytes?: number };
}

export interface CurveOptions {
  self?: boolean;
  between?: boolean;
  sides?: boolean;
  depth?: boolean;
  budget?: { time?: number; candidates?: number; pairs?: number };
}

export interface Curves {
  /** Seven numbers a curve: body, body, closed, end, end, first segment, number of segments. */
  curves: Uint32Array;
  /** Four numbers a curve: length, area on either side, volume (NaN: none). */
  curveNumbers: Float64Array;
  /** Six numbers a segment: body, triangle, body, triangle, first point, second point. */
  segments: Uint32Array;
  points: Float64Array;
  /** Four numbers: body, vertex, other body, curve; and in depthNumbers depth and direction. */
  depths: Uint32Array;
  depthNumbers: Float64Array;
  report: Report;
}

export interface Features {
  /** Eight numbers a pair: kind (0: vertex and triangle, 1: edges), body, body, four vertices, triangle. */
  features: Uint32Array;
  /** Proximities, 14: distance, four weights, point, point, normal. Impacts, 12: two times, four weights, point, normal. */
  numbers: Float64Array;
  report: Report;
}

export interface Penetrations {
  /** Six numbers: body, vertex, body, tetrahedron, kind (0: inside, 1: on its boundary), source of the depth. */
  penetrations: Uint32Array;
  /** Eight numbers: four barycentric weights, depth, direction. */
  numbers: Float64Array;
  /** Five numbers: body, vertex, vertex, body, tetrahedron. */
  edges: Uint32Array;
  report: Report;
}

export interface OverlapOptions {
  tolerance?: number;
  resolution?: number;
  axis?: 'x' | 'y' | 'z';
  allAxes?: boolean;
  rule?: 'winding' | 'parity';
  spans?: boolean;
  depths?: boolean;
  budget?: { time?: number; columns?: number };
}

export interface Overlap {
  volume: number;
  /** The true volume is within volume - error and volume + error. */
  error: number;
  centroid: Vector;
  centroidError: number | null;
  axis: 'x' | 'y' | 'z';
  boxLow: Vector;
  boxHigh: Vector;
  resolution: number;
  columnsMeasured: number;
  inconsistentPixels: number;
  spanResolution: number;
  /** By span: its column, and where it enters and leaves along the axis. */
  spanColumns: Uint32Array;
  spans: Float64Array;
  /** Three numbers: body, vertex, triangle of the other; seven: depth, direction, closest point. */
  penetrations: Uint32Array;
  penetrationNumbers: Float64Array;
  report: Report;
}

export interface ImpactOptions {
  self?: boolean;
  between?: boolean;
  selection?: 'all' | 'earliest';
  minimumSeparation?: number;
  budget?: { time?: number; candidates?: number; impacts?: number };
}

export interface Distances {
  /** Four numbers: body, body, triangle, triangle. */
  distances: Uint32Array;
  /** Eight numbers: least and most that it can be, point, point. */
  distanceNumbers: Float64Array;
}

export interface ContactOptions {
  method?: 'automatic' | 'brute_force' | 'sphere_tree';
  order?: (typeof ORDERS)[number];
  finest?: 'spheres' | 'triangles';
  resume?: boolean;
  interest?: Vector;
  budget?: { time?: number; tests?: number; pairs?: number };
}

export interface Contacts {
  /** Four numbers: kind, sphere of a, sphere of b, pair. */
  contacts: Uint32Array;
  /** Nine numbers: position, normal, depth, error, gap. */
  numbers: Float64Array;
  pairs: Uint32Array;
  error: number;
  gap: number;
  resumed: boolean;
  report: Report;
}

/** Bodies, and the structures that answer questions about them. free() it when it is no longer needed. */
export declare class Scene {
  /** Without an index every three vertices are a triangle. Returns the number of the body. */
  addSurface(positions: Positions, index?: Index | null): number;
  addVolume(positions: Positions, tetrahedra: Index): number;
  move(body: number, positions: Positions): void;
  remove(body: number): void;
  triangles(body: number): Uint32Array;
  intersections(options?: IntersectionOptions): Intersections;
  curves(options?: CurveOptions): Curves;
  proximities(options: { distance: number; self?: boolean; between?: boolean; nearest?: number; budget?: { time?: number; candidates?: number; proximities?: number } }): Features;
  distance(a: number, b: number): Distances;
  distances(most?: number): Distances;
  /** Of convex hulls, by GJK. Thirty numbers a step: pairs in use, four points of a, four of b, direction, distance, lower bound. */
  hullDistance(a: number, b: number): { distance: number; lowerBound: number; overlap: boolean; pointA: Vector; pointB: Vector; steps: Float64Array };
  penetrations(options?: { method?: 'automatic' | 'brute_force' | 'spatial_hash'; self?: boolean; between?: boolean; oncePerBody?: boolean; depth?: boolean; edges?: boolean; cellSize?: number; budget?: { time?: number; candidates?: number; penetrations?: number } }): Penetrations;
  overlap(a: number, b: number, options?: OverlapOptions): Overlap;
  selfOverlap(body: number, options?: OverlapOptions): Overlap;
  /** A step begins at the present positions: impacts() and safeStep() are about the way from here. */
  startStep(): void;
  impacts(options?: ImpactOptions): Features;
  safeStep(options?: ImpactOptions): { time: number; met: boolean; report: Report };
  /** Five numbers: body, body, kind (0: inside, 1: coincident), pieces inside, pieces in all. */
  relations(): { relations: Uint32Array; report: Report };
  contactsWithin(a: number, b: number, options?: ContactOptions): Contacts;
  /** Four numbers a sphere: centre, radius; three a level: first sphere, number of spheres, error. */
  sphereTree(body: number): { spheres: Float64Array; levels: Float64Array };
  layers(body: number, options?: { resolution?: number; axis?: 'x' | 'y' | 'z'; low?: Vector; high?: Vector }): { first: Uint32Array; points: Float64Array; boxLow: Vector; boxHigh: Vector; resolution: number; most: number; report: Report };
  free(): void;
}

export interface Pliant {
  Scene: typeof Scene;
  /** Pairs of triangles of one mesh that intersect. */
  selfIntersections(positions: Positions, index?: Index | null, options?: IntersectionOptions): Intersections;
  version: string;
}

/** `wasmBinary`: the module's bytes; `locateFile`: where pliant_wasm.wasm is, if not beside the script. */
export declare function load(options?: { wasmBinary?: ArrayBuffer | Uint8Array; locateFile?: (name: string) => string }): Promise<Pliant>;
