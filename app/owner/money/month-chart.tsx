import styles from './money.module.css';

/** Units of the drawing, which is stretched to the width of the screen. */
const STEP = 10;
const GAP = 2;
const HEIGHT = 60;

interface MonthChartProps {
  /** One for each day, in pence. */
  bars: { taken: number; paidBack: number }[];
}

/** A bar up for what a day brought, and one down for what went back. The table says it in numbers. */
export function MonthChart({ bars }: MonthChartProps) {
  const most = Math.max(1, ...bars.map(({ taken }) => taken));
  const mostBack = Math.max(0, ...bars.map(({ paidBack }) => paidBack));
  const heightOf = (pence: number) => (Math.max(0, pence) / most) * HEIGHT;
  const below = Math.min(HEIGHT, heightOf(mostBack));
  return (
    <svg
      className={styles.chart}
      viewBox={`0 0 ${bars.length * STEP} ${HEIGHT + below + 1}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {bars.map(({ taken, paidBack }, day) => {
        const x = day * STEP + GAP / 2;
        const up = heightOf(taken);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its day of the month.
          <g key={day}>
            <rect className={styles.in} x={x} y={HEIGHT - up} width={STEP - GAP} height={up} />
            <rect
              className={styles.back}
              x={x}
              y={HEIGHT + 1}
              width={STEP - GAP}
              height={Math.min(below, heightOf(paidBack))}
            />
          </g>
        );
      })}
      <rect className={styles.line} x={0} y={HEIGHT} width={bars.length * STEP} height={1} />
    </svg>
  );
}
