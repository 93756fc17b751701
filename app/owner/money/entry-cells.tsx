import kit from '#app/ui/kit/kit.module.css';
import styles from './money.module.css';

interface EntryCellsProps {
  what: string;
  about: string;
  amount: string;
  isOut: boolean;
}

/** What a row with an amount contains. */
export function EntryCells({ what, about, amount, isOut }: EntryCellsProps) {
  return (
    <>
      <span className={styles.what}>{what}</span>
      <span className={kit.quiet}>{about}</span>
      <span className={isOut ? styles.out : styles.amount}>{amount}</span>
    </>
  );
}
