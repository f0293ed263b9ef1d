// The numbers of an answer, its times, and the verdict at the top.
import { element, icon, measured, swatch } from '../../report/src/words.js';
import { QUESTIONS } from './sentences.js';
import { ms } from './words.js';

/** Rows of a report: times and counters, and how the search ended. */
function rowsOf(report) {
  const { build, update, find } = report.milliseconds;
  const rows = [['answered by', report.detector], ['build', ms(build)], ['update', ms(update)], ['find', ms(find)]];
  if (report.counters.candidates) rows.push(['candidates', report.counters.candidates]);
  if (report.setAside.length > 0) rows.push(['set aside', report.setAside.length, 'inside']);
  if (!report.complete) rows.push(['stopped by', report.stoppedBy, 'touching']);
  return rows;
}

export class AnswerPanel {
  constructor() {
    this.verdict = element('span', { class: 'verdict clean', role: 'status' }, 'Loading the library');
    this.numbers = element('dl', { class: 'numbers num' });
    this.complaint = element('p', { class: 'tell', role: 'alert', hidden: true });
    this.node = element('section', {}, element('div', { class: 'head' }, element('h2', {}, 'Answer')), this.complaint, this.numbers);
  }

  /** `simulated`: counts and times of a step; null where nothing moves by itself. */
  show(question, answer, simulated) {
    const rows = [...answer.numbers];
    if (simulated) rows.push(['contacts', simulated.contacts], ['step: deform', ms(simulated.deform)], ['step: detect', ms(simulated.detect)], ['step: respond', ms(simulated.respond)]);
    if (answer.report) rows.push(...rowsOf(answer.report));
    this.numbers.replaceChildren(...rows.flatMap(([name, value, role]) => [element('dt', {}, role ? swatch(role) : null, name), element('dd', {}, typeof value === 'number' ? measured(value, 5) : value)]));
    this.#judge(question, answer);
  }

  #judge(question, { report, numbers: [first] }) {
    const counted = typeof first[1] === 'number';
    const unit = QUESTIONS[question].unit ?? first[0];
    const bad = counted && first[1] > 0 && ['intersections', 'overlap'].includes(question);
    const took = report ? ` · ${ms(report.milliseconds.update + report.milliseconds.find)}` : '';
    this.verdict.className = `verdict ${report && !report.complete ? 'incomplete' : bad ? 'found' : 'clean'}`;
    this.verdict.replaceChildren(icon(bad ? 'worst' : 'good', 16), `${counted ? `${measured(first[1], 4)} ` : ''}${first[1] === 1 ? unit.replace(/s$/, '') : unit}${took}`);
  }

  /** A complaint; null: there is none any more. */
  say(text) {
    this.complaint.hidden = !text;
    this.complaint.textContent = text ?? '';
    if (!text) return;
    this.verdict.className = 'verdict incomplete';
    this.verdict.textContent = 'That did not work';
  }
}
