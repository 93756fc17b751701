import type { Chart } from './benchmark.ts';

/** The cafe's colours on a ground of their own, so that it reads on a white page and on a black one. */
const COLOURS = { ground: '#fbf4e6', bar: '#d9808f', rim: '#a62f4f', text: '#38221b' };
const FONT = 'font-family="system-ui, sans-serif" font-size="14"';

/** So that a figure can be read where the target's line runs through it. */
const HALO = `stroke="${COLOURS.ground}" stroke-width="5" paint-order="stroke"`;

const WIDTH = 760;
const MARGIN = 20;
const HEAD = 56;
const ROW = 34;
const BAR = 22;
const LABELS = 270;
/** Beside the longest bar, for its figure. */
const FIGURES = 110;
const LONGEST = WIDTH - 2 * MARGIN - LABELS - FIGURES;
const LEFT = MARGIN + LABELS;

/** A chart of lying bars as an SVG: each with its name and its figure; what is known from elsewhere is hollow. */
export function drawChart({ title, unit, bars, target }: Chart): string {
  const most = Math.max(...bars.map(({ value }) => value), target ?? 0) || 1;
  const length = (value: number) => Math.max(1, (value / most) * LONGEST);
  const bottom = HEAD + bars.length * ROW;
  const height = bottom + MARGIN + (target === undefined ? 0 : ROW / 2);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escaped(title)}">`,
    `<rect width="100%" height="100%" rx="8" fill="${COLOURS.ground}"/>`,
    text(MARGIN, 34, `${title} (${unit})`, 'font-weight="600"'),
    ...(target === undefined ? [] : drawTarget(target, LEFT + length(target), bottom)),
    ...bars.map((bar, row) => drawBar(bar, HEAD + row * ROW, length(bar.value))),
    '</svg>\n',
  ].join('\n');
}

function drawBar(
  { label, value, known = false }: Chart['bars'][number],
  y: number,
  length: number,
) {
  const middle = y + BAR / 2 + 5;
  const look = known
    ? `fill="none" stroke="${COLOURS.rim}" stroke-dasharray="4 3"`
    : `fill="${COLOURS.bar}" stroke="${COLOURS.rim}"`;
  return [
    text(LEFT - 10, middle, known ? `${label} (known)` : label, 'text-anchor="end"'),
    `<rect x="${LEFT}" y="${y}" width="${length.toFixed(1)}" height="${BAR}" rx="3" ${look}/>`,
    text(LEFT + length + 8, middle, figure(value)),
  ].join('\n');
}

function drawTarget(target: number, x: number, bottom: number): string[] {
  return [
    `<line x1="${x.toFixed(1)}" x2="${x.toFixed(1)}" y1="${HEAD - 6}" y2="${bottom}" stroke="${COLOURS.text}" stroke-dasharray="2 3"/>`,
    text(x, bottom + 16, `target ${figure(target)}`, 'text-anchor="middle"'),
  ];
}

function text(x: number, y: number, words: string, more = ''): string {
  return `<text x="${x.toFixed(1)}" y="${y}" fill="${COLOURS.text}" ${HALO} ${FONT} ${more}>${escaped(words)}</text>`;
}

function figure(value: number): string {
  return value.toLocaleString('en-GB', { maximumSignificantDigits: value >= 1_000 ? 6 : 3 });
}

function escaped(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
