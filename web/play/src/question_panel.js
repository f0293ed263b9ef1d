// What is asked, by which detector, within which budget; or what of an algorithm is watched, and how far it has got.
import { element } from '../../report/src/words.js';
import { DETECTORS, QUESTIONS, WATCHED } from './sentences.js';

export class QuestionPanel {
  /** `actions`: choose(question), ask() */
  constructor(actions) {
    this.question = 'intersections';
    this.amounts = Object.fromEntries(Object.entries(WATCHED).map(([name, { start }]) => [name, start]));
    this.buttons = Object.entries(QUESTIONS).map(([name, { title }]) => element('button', { type: 'button', 'data-question': name, 'aria-pressed': String(name === this.question), onclick: () => actions.choose(name) }, title));
    this.methods = element('select', { 'aria-label': 'Detector', onchange: () => actions.ask() }, ...Object.keys(DETECTORS).filter((name) => DETECTORS[name].intersections).map((name) => element('option', { value: name }, name)));
    this.method = element('label', { class: 'field' }, 'Detector', this.methods);
    this.milliseconds = element('input', { type: 'number', min: 0, step: 'any', placeholder: 'none', 'aria-label': 'Budget in milliseconds', onchange: () => actions.ask() });
    this.time = element('label', { class: 'field' }, 'Budget, ms', this.milliseconds);
    this.slider = element('input', { type: 'range', min: 0, max: 100, oninput: () => { this.amounts[this.question] = Number(this.slider.value); actions.ask(); } });
    this.name = element('span');
    this.output = element('output', { class: 'num' });
    this.amount = element('label', { class: 'field', hidden: true }, this.name, element('span', { class: 'both' }, this.slider, this.output));
    this.sentence = element('p', { class: 'note sentence' });
    const row = (watched) => element('div', { class: 'questions' }, ...this.buttons.filter((b) => !!WATCHED[b.dataset.question] === watched));
    this.node = element('section', {},
      element('div', { class: 'head' }, element('h2', {}, 'Question')), row(false),
      element('div', { class: 'head' }, element('h2', {}, 'Watch the algorithm')), row(true),
      this.method, this.time, this.amount, this.sentence);
  }

  choose(question) {
    this.question = question;
    for (const button of this.buttons) button.setAttribute('aria-pressed', String(button.dataset.question === question));
  }

  /** Shows the fields of the question, and what they say. */
  options() {
    const watched = WATCHED[this.question];
    this.method.hidden = this.question !== 'intersections';
    this.time.hidden = !!watched || this.question === 'clearance' || this.question === 'curves';
    this.amount.hidden = !watched;
    const options = { method: this.methods.value, time: Number(this.milliseconds.value) || null };
    if (watched) {
      const amount = watched.amount(this.amounts[this.question] / 100);
      options[watched.option] = amount;
      this.name.textContent = watched.name;
      this.slider.setAttribute('aria-label', watched.name);
      this.slider.value = this.amounts[this.question];
      this.output.value = watched.shown(amount);
    }
    return options;
  }

  /** One sentence says what is seen. */
  tell(detector) {
    this.sentence.textContent = QUESTIONS[this.question].sentence ?? DETECTORS[detector]?.sentence ?? '';
  }
}
