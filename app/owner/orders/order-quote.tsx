import { href, Link } from 'react-router';
import { Action } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { ActionLink } from '#app/ui/kit/links.tsx';
import { Section } from '#app/ui/kit/screen.tsx';
import type { OwnerView } from './order-view.ts';
import { PayLinkForm } from './pay-link.tsx';

interface Props {
  number: string;
  name: string;
  quote: NonNullable<OwnerView['quote']>;
}

/** What the customer was offered, and what can become of it. */
export function QuoteOfOrder({ number, name, quote }: Props) {
  const { isOver, isReplaced, mayChange, due, rest, until, ended, holds, message, newer } = quote;
  return (
    <Section title={isOver ? 'A quote that has ended' : 'A quote, not in the book yet'}>
      {isReplaced && newer ? (
        <p>
          It was changed:{' '}
          <Link to={href('/owner/orders/:order', { order: newer })}>see the newer quote</Link>.
        </p>
      ) : isOver ? (
        <p>{ended}</p>
      ) : (
        <p>
          {name} accepts it by paying {due}, until {until}. {holds} {rest}
        </p>
      )}
      {message && <blockquote className={`${kit.typed} ${kit.quoted}`}>{message}</blockquote>}
      {mayChange && (
        <div className={kit.actions}>
          {!isOver && <PayLinkForm order={number}>Link to accept it</PayLinkForm>}
          <ActionLink to={`${href('/owner/orders/new')}?quote=${number}`}>
            {isOver ? 'Quote again' : 'Change the quote'}
          </ActionLink>
          {!isOver && (
            <>
              <Action to={href('/owner/orders/:order/quote/agree', { order: number })}>
                Book it, to pay later
              </Action>
              <Action to={href('/owner/orders/:order/quote/end', { order: number })} look="quiet">
                End the quote
              </Action>
            </>
          )}
        </div>
      )}
    </Section>
  );
}
