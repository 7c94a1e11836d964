import type { Figure } from './part.ts';
import type { Picture } from './pictures.ts';
import { shown } from './results.ts';

const WIDTH = 700;
const HEIGHT = 340;
/** The plot; to its right the lines are named. */
const PLOT = { left: 64, right: 410, top: 58, bottom: 286 };
const LABEL_HEIGHT = 17;
/** Values further apart than this are drawn on a logarithmic axis. */
const WIDE_RANGE = 12;

interface Stroke {
  readonly colour: string;
  readonly dash: string;
  readonly mark: (x: number, y: number) => string;
}

// All of them can be told apart, by shape too, and are seen on white and on black paper alike.
const STROKES: readonly Stroke[] = [
  { colour: '#2f81f7', dash: '', mark: circle },
  { colour: '#d9730d', dash: '', mark: square },
  { colour: '#2da44e', dash: '', mark: triangle },
];
const REFERENCE: Stroke = { colour: '#8b8f98', dash: '5 4', mark: diamond };
/** Beyond so many sizes only powers of ten are written at the axis. */
const MOST_SIZES = 4;
const INK = '#747c88';
const FAINT = '#80808040';

interface Line {
  readonly name: string;
  readonly stroke: Stroke;
  readonly points: readonly { readonly size: number; readonly value: number }[];
}

/** The lines of a picture as these figures have them, the points of each by size; those without figures are left out. */
export function linesOf(picture: Picture, figures: readonly Figure[]): readonly Line[] {
  const strokes = [
    ...picture.series.map((name, index) => ({ name, stroke: STROKES[index % STROKES.length] ?? REFERENCE })),
    ...picture.references.map((name) => ({ name, stroke: REFERENCE })),
  ];
  return strokes.flatMap(({ name, stroke }) => {
    const own = figures.filter(({ point }) => point?.series === name);
    const strange = own.find(({ unit }) => unit !== picture.unit);
    if (strange) throw new Error(`${name} is drawn in ${picture.unit}, but was measured in ${strange.unit}.`);
    const points = own.flatMap(({ point, value }) => (point ? [{ size: point.size, value }] : []));
    return points.length > 0 ? [{ name, stroke, points: points.toSorted((a, b) => a.size - b.size) }] : [];
  });
}

/** The picture as SVG; undefined while no line has two points: then nothing can be seen of its growth. */
export function draw(picture: Picture, figures: readonly Figure[]): string | undefined {
  const lines = linesOf(picture, figures);
  if (!lines.some(({ points }) => points.length > 1)) return undefined;
  const all = lines.flatMap(({ points }) => points);
  const across = sizeAxis(all.map(({ size }) => size));
  const up = valueAxis(all.map(({ value }) => value));
  const words = `${picture.title}: ${picture.up} by ${picture.across}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" font-family="system-ui, -apple-system, 'Segoe UI', sans-serif" font-size="13" fill="${INK}">
<title>${escaped(words)}</title>
<desc>${escaped(lines.map(inWords(picture)).join(' '))}</desc>
<text x="0" y="18" font-size="16" font-weight="600">${escaped(picture.title)}</text>
<text x="0" y="40">${escaped(picture.up)}${up.logarithmic ? ', logarithmic' : ''}</text>
${up.ticks.map((value) => valueTick(up, value, picture.unit)).join('\n')}
${across.ticks.map((size) => sizeTick(across, size)).join('\n')}
<text x="${(PLOT.left + PLOT.right) / 2}" y="${PLOT.bottom + 42}" text-anchor="middle">${escaped(picture.across)}${across.logarithmic ? ', logarithmic' : ''}</text>
${drawLines(lines, across, up, picture.unit)}
</svg>
`;
}

interface Axis {
  readonly logarithmic: boolean;
  readonly ticks: readonly number[];
  /** px. */
  readonly place: (value: number) => number;
}

function sizeAxis(sizes: readonly number[]): Axis {
  const ticks = [...new Set(sizes)].toSorted((a, b) => a - b);
  const [least = 1, most = 1] = [ticks[0], ticks.at(-1)];
  const place = (size: number): number =>
    PLOT.left + (Math.log(size / least) / Math.log(most / least)) * (PLOT.right - PLOT.left);
  return { logarithmic: true, ticks, place };
}

function valueAxis(values: readonly number[]): Axis {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const height = PLOT.bottom - PLOT.top;
  if (least > 0 && most / least > WIDE_RANGE) {
    const ticks = logarithmicTicks(least, most);
    const [first = 1, last = 1] = [ticks[0], ticks.at(-1)];
    const place = (value: number): number =>
      PLOT.bottom - (Math.log(value / first) / Math.log(last / first)) * height;
    return { logarithmic: true, ticks, place };
  }
  const step = roundStep(most / 4);
  const ticks = Array.from({ length: Math.ceil(most / step) + 1 }, (_, index) => index * step);
  const top = ticks.at(-1) ?? 1;
  return { logarithmic: false, ticks, place: (value) => PLOT.bottom - (value / top) * height };
}

/** 0.1, 1, 10, ... around the values; 1, 2, 5 where that would be too few. */
function logarithmicTicks(least: number, most: number): readonly number[] {
  const from = Math.floor(Math.log10(least));
  const to = Math.ceil(Math.log10(most));
  const within = to - from <= 2 ? [1, 2, 5] : [1];
  const ticks = Array.from({ length: to - from + 1 }, (_, place) =>
    within.map((digit) => Number((digit * 10 ** (from + place)).toPrecision(1))),
  ).flat();
  const first = ticks.findLastIndex((tick) => tick <= least);
  const last = ticks.findIndex((tick) => tick >= most);
  return ticks.slice(Math.max(0, first), last + 1);
}

/** The next of 1, 2, 5, 10, 20, ... */
function roundStep(wanted: number): number {
  if (wanted <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(wanted));
  return [1, 2, 5, 10].map((digit) => digit * power).find((step) => step >= wanted) ?? 10 * power;
}

function valueTick(axis: Axis, value: number, unit: string): string {
  const y = at(axis.place(value));
  return `<line x1="${PLOT.left}" x2="${PLOT.right}" y1="${y}" y2="${y}" stroke="${FAINT}"/><text x="${PLOT.left - 8}" y="${y}" dy="0.35em" text-anchor="end">${tickWords(value, unit)}</text>`;
}

function sizeTick(axis: Axis, size: number): string {
  const x = at(axis.place(size));
  const written = axis.ticks.length <= MOST_SIZES || Number.isInteger(Math.log10(size));
  const words = `<text x="${x}" y="${PLOT.bottom + 21}" text-anchor="middle">${size.toLocaleString('en')}</text>`;
  return `<line x1="${x}" x2="${x}" y1="${PLOT.bottom}" y2="${PLOT.bottom + 5}" stroke="${INK}"/>${written ? words : ''}`;
}

/** Without the unit, which stands at the head of the axis. */
function tickWords(value: number, unit: string): string {
  return shown(value, unit).replace(/[^\d.,]+$/, '');
}

function drawLines(lines: readonly Line[], across: Axis, up: Axis, unit: string): string {
  const labels = apart(lines.map(({ points }) => up.place(points.at(-1)?.value ?? 0)));
  return lines
    .map(({ name, points, stroke: { colour, dash, mark } }, index) => {
      const places = points.map(({ size, value }) => [at(across.place(size)), at(up.place(value))] as const);
      const path = places.map(([x, y]) => `${x},${y}`).join(' ');
      const y = at(labels[index] ?? 0);
      const [endX = 0, endY = 0] = places.at(-1) ?? [];
      const last = shown(points.at(-1)?.value ?? 0, unit);
      return `<g fill="${colour}"><polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2" stroke-linejoin="round"${dash && ` stroke-dasharray="${dash}"`}/>${places.map(([x, place]) => mark(x, place)).join('')}<polyline points="${endX + 8},${endY} ${PLOT.right + 12},${y} ${PLOT.right + 18},${y}" fill="none" stroke="${colour}" stroke-opacity="0.5"/>${mark(PLOT.right + 25, y)}</g><text x="${PLOT.right + 34}" y="${y}" dy="0.35em">${escaped(name)}<tspan font-weight="600" dx="6">${escaped(last)}</tspan></text>`;
    })
    .join('\n');
}

/** The places of labels beside these, none nearer to the next than a line of text. */
function apart(wanted: readonly number[]): readonly number[] {
  const order = wanted.map((_, index) => index).toSorted((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0));
  const places = [...wanted];
  let free = PLOT.top;
  for (const index of order) {
    places[index] = Math.max(wanted[index] ?? 0, free);
    free = (places[index] ?? 0) + LABEL_HEIGHT;
  }
  const beyond = Math.max(0, free - LABEL_HEIGHT - PLOT.bottom);
  return places.map((place) => place - beyond);
}

function inWords({ unit }: Picture): (line: Line) => string {
  return ({ name, points }) =>
    `${name}: ${points.map(({ size, value }) => `${shown(value, unit)} at ${size.toLocaleString('en')}`).join(', ')}.`;
}

/** Coordinates to a tenth of a px: the files stay small, and the same figures make the same bytes. */
function at(place: number): number {
  return Math.round(place * 10) / 10;
}

function circle(x: number, y: number): string {
  return `<circle cx="${x}" cy="${y}" r="4"/>`;
}

function square(x: number, y: number): string {
  return `<rect x="${at(x - 3.5)}" y="${at(y - 3.5)}" width="7" height="7"/>`;
}

function triangle(x: number, y: number): string {
  return `<path d="M${x} ${at(y - 5)}l4.8 8.3h-9.6z"/>`;
}

function diamond(x: number, y: number): string {
  return `<path d="M${x} ${at(y - 5)}l5 5-5 5-5-5z"/>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
