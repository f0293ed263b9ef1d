// Which scene: one of the catalogue in some size, one that is simulated, or files.
import { count, element } from '../../report/src/words.js';

const MOST_TRIANGLES = 200_000;
const FIRST = 'squeezed_blob';

export class ScenePanel {
  /** `actions`: open(), openFiles(files) */
  constructor(actions) {
    this.scenes = [];
    this.catalogue = element('optgroup', { label: 'Scenes' });
    this.files = element('optgroup', { label: 'Your files', hidden: true });
    this.list = element('select', { 'aria-label': 'Scene', onchange: () => actions.open() }, this.files,
      element('optgroup', { label: 'Simulated: drag with the mouse' }, element('option', { value: 'play:balls' }, 'soft balls'), element('option', { value: 'play:cloth' }, 'cloth on a ball')),
      this.catalogue);
    this.output = element('output', { class: 'num' });
    this.slider = element('input', { type: 'range', min: 0, max: 100, value: 45, 'aria-label': 'Triangles', oninput: () => { this.output.value = count(this.triangles); }, onchange: () => actions.open() });
    this.output.value = count(this.triangles);
    this.size = element('label', { class: 'field' }, 'Triangles', element('span', { class: 'both' }, this.slider, this.output));
    this.picker = element('input', { type: 'file', multiple: true, hidden: true, accept: '.obj,.ply,.stl,.off,.glb,.msh,.vtk,.mesh,.gz', onchange: () => actions.openFiles([...this.picker.files]) });
    this.note = element('p', { class: 'note' });
    this.node = element('section', {},
      element('div', { class: 'head' }, element('h2', {}, 'Scene'), element('span', { class: 'space' }), element('button', { class: 'text-button', type: 'button', onclick: () => this.picker.click() }, 'Open files…'), this.picker),
      this.list, this.size, this.note);
  }

  /** Of every scene name and description. `wanted`: the one to begin with, where there is one of that name. */
  setScenes(scenes, wanted) {
    this.scenes = scenes;
    for (const { name, description } of scenes) this.catalogue.append(element('option', { value: name, title: description }, name.replaceAll('_', ' ')));
    const known = scenes.some(({ name }) => name === wanted) || ['play:balls', 'play:cloth'].includes(wanted);
    this.list.value = known ? wanted : FIRST;
  }

  get triangles() {
    return Math.round((1000 * (MOST_TRIANGLES / 1000) ** (Number(this.slider.value) / 100)) / 100) * 100;
  }

  /** What is chosen: {kind: 'play' | 'scene' | 'files', name}. */
  get chosen() {
    const name = this.list.value;
    return { kind: name === 'files' ? 'files' : name.startsWith('play:') ? 'play' : 'scene', name };
  }

  /** What is open now, in words. */
  describe({ kind, name }) {
    const text = { play: 'Finite elements and contacts, step by step. Drag a body with the mouse or a finger.', files: 'The files stay on this machine.' };
    this.note.textContent = text[kind] ?? this.scenes.find((scene) => scene.name === name).description;
    this.size.hidden = kind !== 'scene';
  }

  showFiles(names) {
    this.files.hidden = false;
    this.files.replaceChildren(element('option', { value: 'files' }, names.join(', ')));
    this.list.value = 'files';
    this.picker.value = '';
  }
}
