import styles from './money.module.css';

interface BalanceLine {
  name: string;
  amount: string;
}

/** How movements of the balance add up to a result. */
export function BalanceSum({ lines, result }: { lines: BalanceLine[]; result: BalanceLine }) {
  return (
    <dl className={styles.sum}>
      {lines.map(({ name, amount }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
      <div className={styles.result}>
        <dt>{result.name}</dt>
        <dd>{result.amount}</dd>
      </div>
    </dl>
  );
}
