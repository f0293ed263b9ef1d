// The view in 3-D: draws only when something changed, and as much as the machine manages while something moves.
import { Box3, ColorManagement, LinearSRGBColorSpace, PerspectiveCamera, Plane, Raycaster, Scene, Vector2, Vector3, WebGLRenderer } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { placed } from './chunks.js';
import { DrawnBody } from './drawn_body.js';
import { DrawnHits } from './drawn_hits.js';
import { DrawnLayers } from './drawn_layers.js';
import { boxOf, outlineOf } from './extent.js';
import { isSoftware, Pace } from './pace.js';
import { bodyColour } from './words.js';

ColorManagement.enabled = false; // colours are those of the page's style

const FLIGHT = 520; // milliseconds
const SETTLES = 180; // milliseconds at rest, then the picture is drawn with all its pixels

export class Viewer extends EventTarget {
  /** Throws where there is no WebGL. */
  constructor(holder, summary) {
    super();
    this.holder = holder;
    this.summary = summary;
    const context = document.createElement('canvas').getContext('webgl2');
    if (!context) throw new Error('no WebGL 2');
    this.software = isSoftware(context);
    context.getExtension('WEBGL_lose_context')?.loseContext();
    this.renderer = new WebGLRenderer({ antialias: !this.software, alpha: true, powerPreference: 'high-performance' });
    this.renderer.outputColorSpace = LinearSRGBColorSpace;
    this.renderer.localClippingEnabled = true;
    this.canvas = this.renderer.domElement;
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute('aria-label', 'The bodies in 3-D. Drag to turn, scroll to come nearer.');
    this.canvas.setAttribute('role', 'img');
    holder.prepend(this.canvas);

    this.scene = new Scene();
    this.camera = new PerspectiveCamera(32, 1, 0.01, 100);
    this.camera.up.set(0, 0, 1);
    this.bodies = summary.bodies.map((_, i) => new DrawnBody(bodyColour(i)));
    this.hits = new DrawnHits();
    this.layers = new DrawnLayers(devicePixelRatio);
    this.marks = new DrawnLayers(devicePixelRatio);
    this.scene.add(...this.bodies.map((body) => body.mesh), this.hits.group, this.layers.group, this.marks.group);
    this.hidden = new Set();
    this.hiddenLayers = new Set();
    this.xray = false;
    this.edges = false;
    this.plane = new Plane(new Vector3(-1, 0, 0), 0);
    this.clip = null; // {axis, at, flipped}
    this.busy = false;
    this.pace = new Pace(this.renderer.getContext(), this.software);
    this.#control();
    new ResizeObserver(() => this.#resize()).observe(holder);
    this.#resize();
  }

  #control() {
    this.controls?.dispose();
    this.controls = new OrbitControls(this.camera, this.canvas);
    this.controls.enableDamping = false;
    this.controls.zoomToCursor = true;
    this.controls.rotateSpeed = 0.9;
    this.controls.addEventListener('change', () => this.draw());
    this.controls.addEventListener('start', () => {
      this.flight = null;
      this.setBusy(true);
      this.dispatchEvent(new Event('moved'));
    });
    this.controls.addEventListener('end', () => this.setBusy(false));
  }

  #resize() {
    const { clientWidth: w, clientHeight: h } = this.holder;
    if (w === 0 || h === 0) return;
    this.camera.aspect = w / h;
    this.camera.updateProjectionMatrix();
    this.size = [w, h];
    this.#usePixels(1);
    this.draw();
  }

  /** Renderers without a graphics card have no antialiasing here: pictures at rest have twice the pixels instead. */
  #fullRatio(share) {
    const own = Math.min(devicePixelRatio, 2);
    return this.software && share === 1 && this.pace.cost < 250 ? 2 : own;
  }

  #usePixels(share) {
    const ratio = this.#fullRatio(share) * share;
    if (this.ratio === ratio && this.sized === `${this.size}`) return;
    this.ratio = ratio;
    this.sized = `${this.size}`;
    this.renderer.setPixelRatio(ratio);
    this.renderer.setSize(...this.size, false);
  }

  /** Other bodies from now on: those that were drawn are gone. */
  setSummary(summary) {
    this.scene.remove(...this.bodies.map((body) => body.mesh));
    for (const body of this.bodies) body.dispose();
    this.summary = summary;
    this.bodies = summary.bodies.map((_, i) => new DrawnBody(bodyColour(i)));
    this.scene.add(...this.bodies.map((body) => body.mesh));
    for (const body of this.bodies) body.setXray(this.xray);
    this.hidden = new Set();
    this.frame = null;
    this.placedOnce = false;
  }

  /** Everything of a frame. */
  show(frame) {
    this.frame = frame;
    frame.bodies.forEach((body, i) => {
      this.bodies[i].show(body);
      this.bodies[i].mesh.visible = !this.hidden.has(i);
      this.bodies[i].setEdges(this.edges, bodyColour(i));
    });
    this.hits.show(frame, this.hidden);
    this.hits.focus(this.finding ?? null);
    this.layers.show(frame.layers, this.hiddenLayers);
    this.draw();
  }

  setHidden(hidden) {
    this.hidden = hidden;
    if (this.frame) this.show(this.frame);
  }

  setHiddenLayers(hidden) {
    this.hiddenLayers = hidden;
    if (this.frame) this.show(this.frame);
  }

  setXray(on) {
    this.xray = on;
    for (const body of this.bodies) body.setXray(on);
    this.draw();
  }

  setEdges(on) {
    this.edges = on;
    this.bodies.forEach((body, i) => body.setEdges(on, bodyColour(i)));
    this.draw();
  }

  /** `at`: from 0 to 1 across the bodies; null: no plane. */
  setClip(clip) {
    const switched = !!clip !== !!this.clip;
    this.clip = clip;
    if (clip) {
      const box = this.box();
      const k = 'xyz'.indexOf(clip.axis), low = box.min.getComponent(k), high = box.max.getComponent(k);
      const at = low + (high - low) * clip.at;
      const sign = clip.flipped ? 1 : -1;
      this.plane.normal.set(0, 0, 0).setComponent(k, sign);
      this.plane.constant = -sign * at;
      this.clipAt = this.summary.view.origin[k] + this.summary.view.scale * at;
    }
    if (switched) {
      const planes = clip ? [this.plane] : [];
      for (const part of [...this.bodies, this.hits, this.layers, this.marks]) part.setClipping(planes);
    }
    this.draw();
  }

  setFinding(finding) {
    this.finding = finding;
    this.hits.focus(finding);
    this.draw();
  }

  /** Marks for an element that was set aside. */
  setMarks(layers) {
    this.marks.show(layers, new Set());
    this.draw();
  }

  recolour() {
    this.bodies.forEach((body, i) => body.setColour(bodyColour(i)));
    this.hits.recolour();
    if (this.frame) this.layers.show(this.frame.layers, this.hiddenLayers);
    this.draw();
  }

  /** Box of the frame, in the coordinates that are drawn. */
  box() {
    return boxOf(this.frame, this.hidden);
  }

  /** Everything in sight, from the side that it is seen from now. */
  fit(fly = true) {
    const way = this.placedOnce ? this.camera.position.clone().sub(this.controls.target) : new Vector3(0.6, -1, 0.55);
    const box = this.box();
    this.#go(box.getCenter(new Vector3()), way, this.#distanceFor(box, way), fly && this.placedOnce);
    this.placedOnce = true;
  }

  /** How far away what is shown fills the picture. */
  #distanceFor(box, way) {
    const back = way.clone().normalize(), centre = box.getCenter(new Vector3());
    const right = new Vector3().crossVectors(this.camera.up, back);
    if (right.lengthSq() < 1e-9) right.set(1, 0, 0);
    right.normalize();
    const up = new Vector3().crossVectors(back, right);
    const tall = Math.tan((this.camera.fov * Math.PI) / 360), wide = tall * this.camera.aspect;
    let distance = 1e-6;
    for (const p of outlineOf(this.frame, this.hidden, box)) {
      p.sub(centre);
      const reach = Math.max(Math.abs(p.dot(right)) / wide, Math.abs(p.dot(up)) / tall);
      distance = Math.max(distance, p.dot(back) + reach);
    }
    return 1.1 * distance;
  }

  /** A finding in sight, from where its triangles can be seen. */
  flyTo(number, finding, fly = true) {
    const found = this.hits.placeOf(number);
    const low = found?.low ?? placed(finding.low, this.summary.view);
    const high = found?.high ?? placed(finding.high, this.summary.view);
    if (![...low, ...high].every(Number.isFinite)) return;
    const box = new Box3(new Vector3(...low), new Vector3(...high));
    const whole = this.box().getSize(new Vector3()).length() / 2;
    const radius = Math.max(box.getSize(new Vector3()).length() * 0.8, whole * 0.02);
    const halfAngle = Math.atan(Math.tan((this.camera.fov * Math.PI) / 360) * Math.min(1, this.camera.aspect));
    const way = this.camera.position.clone().sub(this.controls.target).normalize();
    const normal = new Vector3(...(found?.normal ?? [0, 0, 0])).normalize();
    if (normal.dot(way) < 0) normal.negate();
    this.#go(box.getCenter(new Vector3()), way.addScaledVector(normal, 0.9), radius / Math.sin(halfAngle), fly);
  }

  #go(target, way, distance, fly) {
    const position = target.clone().addScaledVector(way.normalize(), distance);
    if (!fly || matchMedia('(prefers-reduced-motion: reduce)').matches) {
      this.camera.position.copy(position);
      this.controls.target.copy(target);
      this.controls.update();
      return this.draw();
    }
    const from = { position: this.camera.position.clone(), target: this.controls.target.clone(), at: performance.now() };
    const flight = (this.flight = () => {
      const t = Math.min(1, (performance.now() - from.at) / FLIGHT);
      const s = t * t * (3 - 2 * t);
      this.controls.target.lerpVectors(from.target, target, s);
      this.camera.position.lerpVectors(from.position, position, s);
      this.controls.update();
      if (t === 1 && this.flight === flight) this.flight = null;
      this.waiting = 0;
      this.draw();
    });
    this.draw();
  }

  /** The camera as a short text, and back. */
  get view() {
    const numbers = [...this.camera.position.toArray(), ...this.controls.target.toArray()];
    return numbers.map((x) => Number(x.toPrecision(5))).join(',') + (this.camera.up.y === 1 ? ',y' : '');
  }

  set view(text) {
    const parts = text.split(',');
    const numbers = parts.slice(0, 6).map(Number);
    if (numbers.length !== 6 || !numbers.every(Number.isFinite)) return;
    if ((parts[6] === 'y') !== (this.camera.up.y === 1)) this.turnUp();
    this.camera.position.fromArray(numbers);
    this.controls.target.fromArray(numbers, 3);
    this.placedOnce = true;
    this.controls.update();
    this.draw();
  }

  /** z up or y up: files do not say. */
  turnUp() {
    const y = this.camera.up.y !== 1;
    const target = this.controls.target.clone();
    const distance = this.camera.position.distanceTo(target);
    this.camera.up.set(0, y ? 1 : 0, y ? 0 : 1);
    this.#control();
    this.controls.target.copy(target);
    const way = y ? new Vector3(0.6, 0.55, 1) : new Vector3(0.6, -1, 0.55);
    this.camera.position.copy(target).addScaledVector(way.normalize(), distance);
    this.controls.update();
    this.draw();
  }

  /** The triangle under a point of the window: {body, triangle}, or null. */
  pick(clientX, clientY) {
    for (const body of this.bodies) body.setFew(false); // the numbers of triangles are those of all
    const { left, top, width, height } = this.canvas.getBoundingClientRect();
    const at = new Vector2(((clientX - left) / width) * 2 - 1, 1 - ((clientY - top) / height) * 2);
    const ray = new Raycaster();
    ray.setFromCamera(at, this.camera);
    const seen = (hit) => !this.clip || this.plane.distanceToPoint(hit.point) >= 0;
    const first = (objects) => ray.intersectObjects(objects, false).find(seen);
    const found = this.hits.meshes.length ? first([this.hits.meshes[0]]) : undefined;
    const body = first(this.bodies.map((b) => b.mesh).filter((mesh) => mesh.visible));
    const nearer = found && (this.xray || !body || found.distance <= body.distance * 1.001);
    if (nearer) {
      const [b, triangle] = this.hits.triangles[found.faceIndex];
      return { body: b, triangle };
    }
    if (!body) return null;
    return { body: this.bodies.findIndex((b) => b.mesh === body.object), triangle: body.faceIndex };
  }

  /** Where a point of the scene is on the canvas, in CSS pixels; null behind the viewer. */
  project(point) {
    const p = new Vector3(...point).project(this.camera);
    if (!(p.z < 1)) return null;
    return [((p.x + 1) / 2) * this.size[0], ((1 - p.y) / 2) * this.size[1]];
  }

  /** While something moves, pictures may be coarser; when it rests, they are not. */
  setBusy(on) {
    clearTimeout(this.settling);
    if (on) this.busy = true;
    else this.settling = setTimeout(() => {
      this.busy = false;
      this.draw();
    }, SETTLES);
  }

  draw() {
    if (this.waiting) return;
    this.waiting = requestAnimationFrame(() => {
      this.waiting = 0;
      this.flight?.();
      this.#render(!!this.flight || !!this.busy);
    });
  }

  #render(moving) {
    const began = performance.now();
    const few = moving && this.pace.few;
    for (const body of this.bodies) body.setFew(few);
    this.hits.setFew(few);
    this.#usePixels(moving ? Math.min(this.pace.share, this.software ? 0.99 : 1) : 1);
    const distance = this.camera.position.distanceTo(this.controls.target);
    const far = this.camera.position.length() + 6 + (this.frame ? this.reach() : 0);
    this.camera.near = Math.max(distance * 0.02, far * 1e-5);
    this.camera.far = far;
    this.camera.updateProjectionMatrix();
    this.renderer.render(this.scene, this.camera);
    if (moving) this.pace.learn(began);
    this.dispatchEvent(new Event('drawn'));
  }

  reach() {
    if (this.reached?.frame !== this.frame) {
      const box = this.box();
      this.reached = { frame: this.frame, by: Math.max(box.min.length(), box.max.length()) };
    }
    return this.reached.by;
  }

  /** A canvas with what is seen, at full size, on the background of the page. */
  photograph() {
    this.#usePixels(1);
    this.renderer.render(this.scene, this.camera);
    const canvas = document.createElement('canvas');
    canvas.width = this.canvas.width;
    canvas.height = this.canvas.height;
    const paint = canvas.getContext('2d');
    const style = getComputedStyle(document.documentElement);
    const ground = paint.createLinearGradient(0, 0, 0, canvas.height);
    ground.addColorStop(0, style.getPropertyValue('--view-top'));
    ground.addColorStop(1, style.getPropertyValue('--view-bottom'));
    paint.fillStyle = ground;
    paint.fillRect(0, 0, canvas.width, canvas.height);
    paint.drawImage(this.canvas, 0, 0);
    return { canvas, paint, ratio: this.ratio };
  }
}
