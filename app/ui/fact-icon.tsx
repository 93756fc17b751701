import type { ReactNode } from 'react';
import type { Allergen, ServingInfo } from '#domain/catalogue/catalogue.ts';
import styles from './fact-icon.module.css';

export type Fact = Allergen | ServingInfo;

/** What is in a cake and whom it suits, drawn; the word stands beside it. */
export function FactIcon({ fact }: { fact: Fact }) {
  return (
    <svg className={styles.icon} viewBox="0 0 48 48" aria-hidden="true">
      <circle className={styles.plate} cx="24" cy="24" r="24" />
      <g className={styles.drawing}>{DRAWINGS[fact]}</g>
    </svg>
  );
}

const GRAIN = 'M24 0c3 2 3 6 0 8-3-2-3-6 0-8z';

const DRAWINGS: Record<Fact, ReactNode> = {
  Eggs: (
    <>
      <path
        className={styles.yellow}
        d="M29.5 15.5c4 0 7 6.2 7 10.8a7 7 0 0 1-14 0c0-4.6 3-10.8 7-10.8z"
      />
      <path
        className={styles.white}
        d="M19.5 12c4.9 0 8.5 7.3 8.5 13a8.5 8.5 0 0 1-17 0c0-5.7 3.6-13 8.5-13z"
      />
      <path d="M14.8 25.5c0-2.6.9-5.3 2.1-7.3" />
      <path d="M13 37.5h22" />
    </>
  ),
  Dairy: (
    <>
      <path
        className={styles.white}
        d="M20 11h8v5.5c0 2.5 3.5 4 3.5 8.5v10.5a2.5 2.5 0 0 1-2.5 2.5H19a2.5 2.5 0 0 1-2.5-2.5V25c0-4.5 3.5-6 3.5-8.5z"
      />
      <path
        className={styles.pink}
        d="M16.5 27c2.5-1.6 5-1.6 7.5 0s5 1.6 7.5 0v8.5A2.5 2.5 0 0 1 29 38H19a2.5 2.5 0 0 1-2.5-2.5z"
      />
      <path d="M18.7 11h10.6" />
    </>
  ),
  Gluten: (
    <>
      <path d="M24 19v20" />
      <g className={styles.yellow}>
        <path d={GRAIN} transform="translate(0 8.5)" />
        <path d={GRAIN} transform="translate(-2.5 15) rotate(-38 24 8)" />
        <path d={GRAIN} transform="translate(2.5 15) rotate(38 24 8)" />
        <path d={GRAIN} transform="translate(-2.5 21.5) rotate(-38 24 8)" />
        <path d={GRAIN} transform="translate(2.5 21.5) rotate(38 24 8)" />
        <path d={GRAIN} transform="translate(-2.5 28) rotate(-38 24 8)" />
        <path d={GRAIN} transform="translate(2.5 28) rotate(38 24 8)" />
      </g>
    </>
  ),
  Nuts: (
    <>
      <path className={styles.yellow} d="M14 22.5c0 7.5 4.2 13.2 10 15.5 5.8-2.3 10-8 10-15.5z" />
      <path
        className={styles.pink}
        d="M12 22.5C12 16.7 17.4 13 24 13s12 3.7 12 9.5c-3.6 1.7-20.4 1.7-24 0z"
      />
      <path d="M24 13c0-1.7.5-3 1.8-4M19 29c.7 1.9 1.7 3.4 3 4.7" />
    </>
  ),
  Soya: (
    <g transform="rotate(-40 24 24)">
      <path
        className={styles.yellow}
        d="M9 24c2.5-3.5 5-3 7-4.5 2.3-1.7 4.7-1.2 8-.3 3.3-.9 5.7-1.4 8 .3 2 1.5 4.5 1 7 4.5-2.5 3.5-5 3-7 4.5-2.3 1.7-4.7 1.2-8 .3-3.3.9-5.7 1.4-8-.3-2-1.5-4.5-1-7-4.5z"
      />
      <g className={styles.white}>
        <circle cx="16.8" cy="24" r="2.6" />
        <circle cx="24" cy="24" r="2.6" />
        <circle cx="31.2" cy="24" r="2.6" />
      </g>
      <path d="M39 24h3" />
    </g>
  ),
  vege: (
    <>
      <path
        className={styles.yellow}
        d="M36 12c1 12-3 21-12.5 21-5 0-8.5-3.3-8.5-8C15 16 24 12.5 36 12z"
      />
      <path d="M29 19c-6 3.5-11 9.5-14.5 18M24 23.3l-.3-5M20.5 27.3l6.3-.3" />
    </>
  ),
  'halal friendly': (
    <>
      <path className={styles.yellow} d="M27 11.5A13 13 0 1 0 35.5 30 10.5 10.5 0 1 1 27 11.5z" />
      <path
        className={styles.pink}
        d="M31.5 16.5l1.4 2.9 3.2.5-2.3 2.2.5 3.2-2.8-1.5-2.8 1.5.5-3.2-2.3-2.2 3.2-.5z"
      />
    </>
  ),
  'alcohol free': (
    <>
      <path className={styles.white} d="M16 11h16v6a8 8 0 0 1-16 0z" />
      <path className={styles.pink} d="M16 16.5h16v.5a8 8 0 0 1-16 0z" />
      <path d="M24 25v11M18.5 36.5h11" />
      <path className={styles.slash} d="M12.5 36.5l23-25" />
    </>
  ),
};
