// What is seen, as the end of an address: #frame=12&region=3&view=...

/** Frames by their numbers, regions as they are listed: from 1. */
export function fromLink(hash, frames) {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  const number = (name) => (/^\d+$/.test(fields.get(name) ?? '') ? Number(fields.get(name)) : null);
  const place = frames.findIndex((frame) => frame.number === number('frame'));
  const region = number('region');
  return {
    place: place >= 0 ? place : null,
    finding: region > 0 ? region - 1 : null,
    view: fields.get('view'),
    hidden: (fields.get('hide') ?? '').split(',').filter((text) => /^\d+$/.test(text)).map(Number),
    xray: fields.has('xray') ? fields.get('xray') === '1' : null,
    clip: clipFrom(fields.get('clip')),
  };
}

function clipFrom(text) {
  const match = /^([xyz]),([\d.]+)(,back)?$/.exec(text ?? '');
  return match ? { axis: match[1], at: Math.min(1, Number(match[2])), flipped: !!match[3] } : null;
}

export function toLink({ number, finding, view, hidden, xray, clip }) {
  const parts = [`frame=${number}`];
  if (finding !== null) parts.push(`region=${finding + 1}`);
  if (hidden?.size > 0) parts.push(`hide=${[...hidden].join(',')}`);
  if (xray !== undefined) parts.push(`xray=${xray ? 1 : 0}`);
  if (clip) parts.push(`clip=${clip.axis},${clip.at.toFixed(3)}${clip.flipped ? ',back' : ''}`);
  if (view) parts.push(`view=${view}`);
  return `#${parts.join('&')}`;
}
