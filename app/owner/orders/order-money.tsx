import type { ReactNode } from 'react';
import { href, Link } from 'react-router';
import { UndoAction } from '#app/owner/frame/flash-notice.tsx';
import { Action } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { ActionLink } from '#app/ui/kit/links.tsx';
import { Notice, Section } from '#app/ui/kit/screen.tsx';
import type { Route } from './+types/order';
import styles from './order.module.css';

type LoaderData = Route.ComponentProps['loaderData'];

interface Props {
  number: LoaderData['number'];
  refunded: LoaderData['refunded'];
  owner: NonNullable<LoaderData['owner']>;
  /** What can be done beside a refund. */
  children: ReactNode;
}

/** Prices, what was given back, and how to give back more. */
export function OrderMoney({ number, refunded, owner, children }: Props) {
  return (
    <Section title="Money" id="money">
      <dl className={`${styles.facts} ${styles.money}`}>
        {owner.prices.map(({ title, price }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of text without state.
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
        {owner.paid && (
          <>
            <div>
              <dt>Paid</dt>
              <dd>{owner.paid}</dd>
            </div>
            {owner.left && (
              <div>
                <dt>To pay {owner.restDue}</dt>
                <dd>
                  <strong>{owner.left}</strong>
                </dd>
              </div>
            )}
          </>
        )}
        {owner.toGiveBack && (
          <div>
            <dt>To give back, for what was taken off</dt>
            <dd>
              <strong>{owner.toGiveBack}</strong>
            </dd>
          </div>
        )}
        {owner.moneyBack.map((each) => (
          <div key={each.id}>
            <dt>
              {each.what}
              {owner.mayTakeBack && each.mayTakeBack && (
                <Action
                  to={href('/owner/orders/:order/refund/:refund/not-given', {
                    order: number,
                    refund: each.id,
                  })}
                  look="quiet"
                >
                  Not given back after all
                </Action>
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
      {owner.counterPayments.map(({ amount, undo }) => (
        <div key={undo} className={styles.paid}>
          {amount === owner.total ? 'Paid' : `${amount} paid`} at the counter ·{' '}
          <UndoAction change={undo}>Not paid after all</UndoAction>
        </div>
      ))}
      {owner.disputed && (
        <Notice kind="warning">
          The customer’s bank disputes this payment.{' '}
          <Link to={href('/owner/needs-you')}>Answer it</Link>
        </Notice>
      )}
      {(owner.mayRefund || children) && (
        <p className={kit.actions}>
          {owner.mayRefund && (
            <ActionLink to={href('/owner/orders/:order/refund', { order: number })}>
              Refund
            </ActionLink>
          )}
          {children}
        </p>
      )}
    </Section>
  );
}
