import { href, Link } from 'react-router';
import { UndoForm } from '#app/owner/frame/undo/undo-notice.tsx';
import screen from '#app/ui/kit/kit.module.css';
import type { Route } from './+types/order';
import styles from './order.module.css';

type LoaderData = Route.ComponentProps['loaderData'];

interface Props {
  number: LoaderData['number'];
  refunded: LoaderData['refunded'];
  owner: NonNullable<LoaderData['owner']>;
}

/** Prices, what was given back, and how to give back more. */
export function OrderMoney({ number, refunded, owner }: Props) {
  return (
    <section className={screen.section} aria-labelledby="money">
      <h2 id="money">Money</h2>
      <dl className={`${styles.facts} ${styles.money}`}>
        {owner.prices.map(({ title, price }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a placed order never changes.
          <div key={place}>
            <dt>{title}</dt>
            <dd>{price}</dd>
          </div>
        ))}
        <div>
          <dt>Total</dt>
          <dd>
            <strong>{owner.total}</strong>
          </dd>
        </div>
        {owner.moneyBack.map((each) => (
          <div key={each.id}>
            <dt>
              {each.what}
              {each.mayTakeBack && (
                <form method="post">
                  <button
                    type="submit"
                    name="not-given"
                    value={each.id}
                    className={screen.quietButton}
                  >
                    Not given back after all
                  </button>
                </form>
              )}
            </dt>
            <dd>{each.amount}</dd>
          </div>
        ))}
        {refunded !== 'no' && (
          <div>
            <dt>Refunded</dt>
            <dd>{owner.refunded}</dd>
          </div>
        )}
      </dl>
      {owner.unpay && (
        <UndoForm
          fields={[['done', owner.unpay]]}
          back={href('/owner/orders/:order', { order: number })}
          className={screen.quiet}
        >
          Paid at the counter ·{' '}
          <button type="submit" className={screen.quietButton}>
            Not paid after all
          </button>
        </UndoForm>
      )}
      {owner.disputed && (
        <p className={screen.warning}>
          The customer’s bank disputes this payment.{' '}
          <Link to={href('/owner/needs-you')}>Answer it</Link>
        </p>
      )}
      <div role="status">
        {owner.refundNotice && <p className={styles.sent}>{owner.refundNotice}</p>}
      </div>
      {owner.mayRefund && (
        <p className={screen.actions}>
          <Link
            className={screen.action}
            to={href('/owner/orders/:order/refund', { order: number })}
          >
            Refund
          </Link>
        </p>
      )}
    </section>
  );
}
