import { Fact } from '#app/ui/kit/fact.tsx';
import kit from '#app/ui/kit/kit.module.css';
import styles from './money.module.css';

interface BalanceLine {
  name: string;
  amount: string;
}

/** How movements of the balance add up to a result. */
export function BalanceSum({ lines, result }: { lines: BalanceLine[]; result: BalanceLine }) {
  return (
    <dl className={`${kit.facts} ${kit.amount} ${styles.sum}`}>
      {lines.map(({ name, amount }) => (
        <Fact key={name} label={name}>
          {amount}
        </Fact>
      ))}
      <Fact label={result.name} className={styles.result}>
        {result.amount}
      </Fact>
    </dl>
  );
}
