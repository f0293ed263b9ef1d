// Charts of what every frame has numbers of: parts of one whole as stacked bars, others as a line each.
import { count, element, measured, roleVariable } from './words.js';

export class Charts {
  constructor(summary, select) {
    this.summary = summary;
    this.select = select;
    let first = 0;
    this.charts = summary.charts.map((chart) => {
      const values = chart.series.map((_, k) => summary.frames.map((frame) => frame.values[first + k] ?? null));
      first += chart.series.length;
      return withoutZeros(chart, values);
    });
    this.drawings = [];
    this.nodes = this.charts.filter(({ values }) => values.length > 0).map((c) => this.#card(c));
  }

  #card({ chart, values }) {
    const heading = element('h2', {}, chart.title, element('span', { class: 'unit' }, chart.unit));
    const card = element('section', { class: 'card' }, heading);
    if (this.summary.frames.length === 1) card.append(this.#meters(chart, values));
    else if (chart.stacked) card.append(...this.#bars(chart, values));
    else card.append(this.#lines(chart, values));
    return card;
  }

  /** Of one frame: each number beside a bar. */
  #meters(chart, values) {
    const most = Math.max(...values.map(([v]) => v ?? 0), 1e-300);
    const rows = chart.series.flatMap((series, k) => {
      const share = Math.max(0, (100 * (values[k][0] ?? 0)) / most);
      return [
        element('span', {}, series.name),
        element('div', { class: 'meter', style: `--role: ${colourOf(series)}` }, element('i', { style: `width: ${share}%` })),
        element('span', { class: 'value num' }, shown(values[k][0], chart)),
      ];
    });
    return element('div', { class: 'spark' }, ...rows);
  }

  #bars(chart, values) {
    const canvas = element('canvas', { role: 'img', 'aria-label': `${chart.title}, by frame` });
    const keys = element('div', { class: 'keys' });
    const sums = this.summary.frames.map((_, p) => values.reduce((sum, v) => sum + Math.max(0, v[p] ?? 0), 0));
    const most = usual(sums);
    this.drawings.push((now) => {
      const { paint, w, h, colour } = ready(canvas);
      const wide = w / sums.length, gap = wide > 5 ? 1 : 0;
      paint.fillStyle = colour('--accent-soft');
      paint.fillRect(now * wide, 0, Math.max(wide, 2), h);
      sums.forEach((sum, p) => {
        let y = h;
        values.forEach((v, k) => {
          const tall = ((h - 6) * Math.max(0, v[p] ?? 0)) / most;
          paint.fillStyle = colour(colourOf(chart.series[k]));
          paint.fillRect(p * wide, Math.max(6, y - tall), Math.max(1, wide - gap), Math.max(0, Math.min(tall, y - 6)));
          y -= tall;
        });
        if (sum <= most * 1.001) return;
        paint.fillStyle = colour('--ink-2'); // it goes on above
        paint.fillRect(p * wide, 2, Math.max(2, wide - gap), 2);
      });
      keys.replaceChildren(...chart.series.map((series, k) => element('span', {},
        element('i', { class: 'swatch', style: `--role: ${colourOf(series)}` }), `${series.name} `,
        element('b', { class: 'num' }, shown(values[k][now], chart)))));
    });
    this.#follow(canvas, sums.length);
    return [element('div', { class: 'bars' }, canvas), keys];
  }

  #lines(chart, values) {
    const rows = chart.series.flatMap((series, k) => {
      const canvas = element('canvas', { role: 'img', 'aria-label': `${series.name}, by frame` });
      const value = element('span', { class: 'value num' });
      this.drawings.push((now) => {
        drawLine(canvas, values[k], now, colourOf(series));
        value.textContent = shown(values[k][now], chart);
      });
      this.#follow(canvas, values[k].length);
      return [element('span', {}, series.name), canvas, value];
    });
    return element('div', { class: 'spark' }, ...rows);
  }

  /** A click goes to the frame. */
  #follow(canvas, frames) {
    canvas.style.cursor = 'pointer';
    canvas.addEventListener('click', (event) => {
      const { left, width } = canvas.getBoundingClientRect();
      this.select(Math.min(frames - 1, Math.floor(((event.clientX - left) / width) * frames)));
    });
    new ResizeObserver(() => this.show(this.now ?? 0)).observe(canvas);
  }

  show(place) {
    this.now = place;
    cancelAnimationFrame(this.waiting);
    this.waiting = requestAnimationFrame(() => this.drawings.forEach((draw) => draw(place)));
  }
}

function colourOf(series) {
  return series.role === 'plain' ? `var(--series-${series.place % 6})` : roleVariable(series.role);
}

/** The largest, unless a few are so much larger that nothing would be seen of the others. */
function usual(sums) {
  const sorted = [...sums].sort((a, b) => a - b);
  const most = sorted.at(-1), common = sorted[Math.floor(0.95 * (sorted.length - 1))];
  return Math.max(most > 4 * common && common > 0 ? 1.5 * common : most, 1e-300);
}

/** A series that is nothing in every frame says nothing. */
function withoutZeros(chart, values) {
  const kept = chart.series.map((_, k) => k).filter((k) => values[k].some((v) => v));
  const series = kept.map((k, place) => ({ ...chart.series[k], place }));
  return { chart: { ...chart, series }, values: kept.map((k) => values[k]) };
}

function shown(value, chart) {
  if (value === null || value === undefined) return '–';
  return chart.unit ? measured(value, 4) : count(value);
}

function ready(canvas) {
  const ratio = devicePixelRatio, w = canvas.clientWidth, h = canvas.clientHeight;
  canvas.width = Math.round(w * ratio);
  canvas.height = Math.round(h * ratio);
  const paint = canvas.getContext('2d');
  paint.scale(ratio, ratio);
  const style = getComputedStyle(document.documentElement);
  const colour = (text) => style.getPropertyValue(text.match(/--[\w-]+/)[0]).trim() || style.getPropertyValue('--plain').trim();
  return { paint, w, h, colour };
}

function drawLine(canvas, values, now, role) {
  const { paint, w, h, colour } = ready(canvas);
  const finite = values.filter((v) => v !== null);
  const most = Math.max(...finite, 1e-300), least = Math.min(...finite, 0);
  const x = (p) => ((p + 0.5) * w) / values.length;
  const y = (v) => h - 3 - ((h - 6) * (v - least)) / (most - least || 1);
  paint.strokeStyle = colour('--line');
  paint.beginPath();
  paint.moveTo(0, y(0));
  paint.lineTo(w, y(0));
  paint.stroke();
  paint.strokeStyle = colour(role);
  paint.lineWidth = 1.6;
  paint.lineJoin = 'round';
  paint.beginPath();
  let on = false;
  values.forEach((v, p) => {
    if (v === null) return void (on = false);
    if (on) paint.lineTo(x(p), y(v));
    else paint.moveTo(x(p), y(v));
    on = true;
  });
  paint.stroke();
  if (values[now] === null) return;
  paint.fillStyle = colour(role);
  paint.beginPath();
  paint.arc(x(now), y(values[now]), 3.2, 0, 2 * Math.PI);
  paint.fill();
}
