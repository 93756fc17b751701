import type { Chart } from './benchmark.ts';

/** With a background, so that the chart is legible on light and dark pages. */
const COLOURS = { background: '#fbf4e6', bar: '#d9808f', border: '#a62f4f', text: '#38221b' };
const FONT = 'font-family="system-ui, sans-serif" font-size="14"';

/** Keeps figures legible across the target's line. */
const HALO = `stroke="${COLOURS.background}" stroke-width="5" paint-order="stroke"`;

const WIDTH = 760;
const MARGIN = 20;
const HEADER_HEIGHT = 56;
const ROW_HEIGHT = 34;
const BAR_HEIGHT = 22;
const LABEL_WIDTH = 270;
/** For the figure beside the longest bar. */
const FIGURE_WIDTH = 110;
const MAX_BAR_WIDTH = WIDTH - 2 * MARGIN - LABEL_WIDTH - FIGURE_WIDTH;
const LEFT = MARGIN + LABEL_WIDTH;

/** Draws horizontal bars as an SVG. External values are hollow. */
export function drawChart({ title, unit, bars, target }: Chart): string {
  const largest = Math.max(...bars.map(({ value }) => value), target ?? 0) || 1;
  const length = (value: number) => Math.max(1, (value / largest) * MAX_BAR_WIDTH);
  const bottom = HEADER_HEIGHT + bars.length * ROW_HEIGHT;
  const height = bottom + MARGIN + (target === undefined ? 0 : ROW_HEIGHT / 2);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escaped(title)}">`,
    `<rect width="100%" height="100%" rx="8" fill="${COLOURS.background}"/>`,
    text(MARGIN, 34, `${title} (${unit})`, 'font-weight="600"'),
    ...(target === undefined ? [] : drawTarget(target, LEFT + length(target), bottom)),
    ...bars.map((bar, row) => drawBar(bar, HEADER_HEIGHT + row * ROW_HEIGHT, length(bar.value))),
    '</svg>\n',
  ].join('\n');
}

function drawBar(
  { label, value, external = false }: Chart['bars'][number],
  y: number,
  length: number,
) {
  const middle = y + BAR_HEIGHT / 2 + 5;
  const style = external
    ? `fill="none" stroke="${COLOURS.border}" stroke-dasharray="4 3"`
    : `fill="${COLOURS.bar}" stroke="${COLOURS.border}"`;
  return [
    text(LEFT - 10, middle, external ? `${label} (external)` : label, 'text-anchor="end"'),
    `<rect x="${LEFT}" y="${y}" width="${length.toFixed(1)}" height="${BAR_HEIGHT}" rx="3" ${style}/>`,
    text(LEFT + length + 8, middle, figure(value)),
  ].join('\n');
}

function drawTarget(target: number, x: number, bottom: number): string[] {
  return [
    `<line x1="${x.toFixed(1)}" x2="${x.toFixed(1)}" y1="${HEADER_HEIGHT - 6}" y2="${bottom}" stroke="${COLOURS.text}" stroke-dasharray="2 3"/>`,
    text(x, bottom + 16, `target ${figure(target)}`, 'text-anchor="middle"'),
  ];
}

function text(x: number, y: number, content: string, attributes = ''): string {
  return `<text x="${x.toFixed(1)}" y="${y}" fill="${COLOURS.text}" ${HALO} ${FONT} ${attributes}>${escaped(content)}</text>`;
}

function figure(value: number): string {
  return value.toLocaleString('en-GB', { maximumSignificantDigits: value >= 1_000 ? 6 : 3 });
}

function escaped(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
