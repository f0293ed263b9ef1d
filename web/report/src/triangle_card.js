// What is known of a triangle that was clicked.
import { count, counted, element, iconButton, KINDS, roleVariable, SIGNS } from './words.js';

const MOST = 30;

/** What a triangle meets: [body, triangle, kind] each. */
function partnersOf({ body, triangle }, pairs) {
  const partners = [];
  for (let i = 0; i < pairs.shown; ++i) {
    if (pairs.bodyA[i] === body && pairs.a[i] === triangle) partners.push([pairs.bodyB[i], pairs.b[i], pairs.kind[i]]);
    else if (pairs.bodyB[i] === body && pairs.b[i] === triangle) partners.push([pairs.bodyA[i], pairs.a[i], pairs.kind[i]]);
  }
  return partners;
}

export class TriangleCard {
  constructor(summary) {
    this.summary = summary;
    this.node = element('div', { class: 'card-of-triangle', hidden: true });
  }

  get shown() {
    return !this.node.hidden;
  }

  close() {
    this.node.hidden = true;
  }

  /** `picked`: {body, triangle}; null closes the card. */
  explain(picked, frame) {
    if (!picked) return this.close();
    const partners = partnersOf(picked, frame.pairs);
    const corners = frame.bodies[picked.body].mesh.corners.subarray(3 * picked.triangle, 3 * picked.triangle + 3);
    const name = (body) => this.summary.bodies[body].name;
    const rows = partners.slice(0, MOST).map(([body, triangle, kind]) => element('li', {},
      element('span', { style: `color: ${roleVariable(KINDS[kind])}` }, SIGNS[KINDS[kind]]),
      element('span', {}, `${KINDS[kind]} `, element('b', { class: 'num' }, String(triangle)), body !== picked.body ? ` of ${name(body)}` : '')));
    this.node.replaceChildren(
      iconButton('close', 'Close', () => this.close(), { class: 'icon close' }),
      element('b', { class: 'num' }, `Triangle ${picked.triangle}`), element('div', { class: 'quiet', style: 'overflow-wrap: anywhere' }, name(picked.body)),
      element('div', { class: 'faint num' }, `vertices ${[...corners].join(', ')}`),
      element('div', { style: 'margin-top: 6px' }, partners.length > 0 ? `meets ${counted(partners.length, 'triangle', 'triangles')}` : 'meets no other triangle'),
      element('ul', { class: 'num' }, ...rows),
      ...(partners.length > MOST ? [element('div', { class: 'faint' }, `and ${count(partners.length - MOST)} more`)] : []));
    this.node.hidden = false;
  }
}
