import { Problem } from '#app/owner/field.tsx';
import screen from '#app/owner/screen.module.css';
import { VisuallyHidden } from '#app/ui/text.tsx';
import { formatPence } from '#domain/money.ts';
import styles from './cakes.module.css';
import type { CakeRow } from './cakes.tsx';
import { QuickForm, type Send } from './quick-form.tsx';

interface PricesProps {
  list: string;
  row: CakeRow;
  send: Send;
  /** What the last change has done. */
  done: URLSearchParams;
}

/** Folded: most days no price changes. */
export function Prices({ list, row, done, send }: PricesProps) {
  const isChanged = done.get('cake') === row.id && done.has('typed');
  const unpriced = row.sizes.filter((size) => !size.isPriced);
  return (
    <details className={styles.prices} open={isChanged || undefined}>
      <summary>
        {row.sizes.map(({ id, name, price }) => (
          <span key={id}>
            {name} <strong>{formatPence(price)}</strong>
          </span>
        ))}
        <VisuallyHidden>, change the prices of {row.title}</VisuallyHidden>
      </summary>
      {row.sizes.map((size) => (
        <PriceForm key={size.id} list={list} row={row} done={done} send={send} size={size} />
      ))}
      {unpriced.length > 0 && (
        <p className={screen.problem}>
          {unpriced.map(({ name }) => name).join(', ')} cannot be ordered yet: Stripe does not know
          the price. Press Save at the price.
        </p>
      )}
    </details>
  );
}

interface PriceFormProps extends PricesProps {
  size: CakeRow['sizes'][number];
}

function PriceForm({ list, row, done, send, size }: PriceFormProps) {
  const id = `price-${list}-${size.id}`;
  const isIts = done.get('size') === size.id;
  const problem = isIts ? priceProblem(done.get('did'), size.price) : undefined;
  const typed = isIts ? done.get('typed') : null;
  return (
    <QuickForm
      send={send}
      className={styles.price}
      fields={{
        do: 'price',
        cake: row.id,
        size: size.id,
        was: String(size.price),
        row: `${list}-${row.id}`,
      }}
    >
      <label htmlFor={id}>{size.name}</label>
      <span className={styles.pounds}>
        <span aria-hidden="true">£</span>
        <input
          // Another price is another field.
          key={`${size.price} ${typed}`}
          id={id}
          name="price"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={typed ?? formatPence(size.price).replaceAll(/[£,]/g, '')}
          aria-invalid={problem !== undefined}
          aria-describedby={problem ? `${id}-problem` : undefined}
        />
      </span>
      <button type="submit" className={screen.action}>
        Save<VisuallyHidden> the price of {size.name}</VisuallyHidden>
      </button>
      <Problem id={`${id}-problem`} text={problem} />
    </QuickForm>
  );
}

function priceProblem(did: string | null, price: number): string | undefined {
  const now = formatPence(price);
  switch (did) {
    case 'price-unreadable':
      return `Write pounds, such as 52 or 52.50. It is still ${now}.`;
    case 'price-not-made':
      return `Not changed yet: Stripe does not answer. It is still sold at ${now}. Save again in a minute.`;
    case 'price-changed':
      return `Somebody else has just made it ${now}. Save again if yours is right.`;
    default:
      return undefined;
  }
}
