import type { ReactNode } from 'react';
import { href, Link } from 'react-router';
import { UndoAction } from '#app/owner/frame/flash-notice.tsx';
import { Fact } from '#app/ui/kit/fact.tsx';
import { Action } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { ActionLink } from '#app/ui/kit/links.tsx';
import { Notice, Section } from '#app/ui/kit/screen.tsx';
import styles from './order.module.css';
import type { OrderView, OwnerView } from './order-view.ts';

interface Props {
  number: OrderView['number'];
  refunded: OrderView['refunded'];
  owner: OwnerView;
  /** What can be done beside a refund. */
  children: ReactNode;
}

/** Prices, what was given back, and how to give back more. */
export function OrderMoney({ number: order, refunded, owner, children }: Props) {
  return (
    <Section title="Money" id="money">
      <dl className={`${kit.facts} ${styles.money}`}>
        {owner.prices.map(({ title, price }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of text without state.
          <Fact key={place} label={title}>
            {price}
          </Fact>
        ))}
        <Fact label="Total">
          <strong>{owner.total}</strong>
        </Fact>
        {owner.paid && <Fact label="Paid">{owner.paid}</Fact>}
        {owner.paid && owner.left && (
          <Fact label={`To pay ${owner.restDue}`}>
            <strong>{owner.left}</strong>
          </Fact>
        )}
        {owner.toGiveBack && (
          <Fact label="To give back, for what was taken off">
            <strong>{owner.toGiveBack}</strong>
          </Fact>
        )}
        {owner.moneyBack.map(({ id: refund, what, amount, mayTakeBack }) => (
          <Fact
            key={refund}
            label={
              <>
                {what}
                {owner.mayTakeBack && mayTakeBack && (
                  <Action
                    to={href('/owner/orders/:order/refund/:refund/not-given', { order, refund })}
                    look="quiet"
                  >
                    Not given back after all
                  </Action>
                )}
              </>
            }
          >
            {amount}
          </Fact>
        ))}
        {refunded !== 'no' && <Fact label="Refunded">{owner.refunded}</Fact>}
      </dl>
      {owner.counterPayments.map(({ amount, undo }) => (
        <div key={undo} className={`cluster ${kit.quiet}`}>
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
            <ActionLink to={href('/owner/orders/:order/refund', { order })}>Refund</ActionLink>
          )}
          {children}
        </p>
      )}
    </Section>
  );
}
