import { useState, useSyncExternalStore } from 'react';
import { Form, href, Link, redirect, useActionData } from 'react-router';
import { findOrder } from '#app/owner/collections/find-order.ts';
import { toPayView } from '#app/owner/collections/to-pay.ts';
import { LinkToCopy } from '#app/owner/frame/link-to-copy.tsx';
import { instantInWords } from '#app/owner/frame/london-time.ts';
import { personContext } from '#app/owner/person-context.ts';
import { shopContext, siteContext } from '#app/shop-context.ts';
import { Allergens } from '#app/ui/allergens.tsx';
import { Problem } from '#app/ui/kit/field.tsx';
import { Action, Submit } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import type { Refusal } from '#app/ui/kit/refusal.ts';
import { Notice, Screen } from '#app/ui/kit/screen.tsx';
import { firstName } from '#domain/book/sheets.ts';
import { timeOf, whenInWords } from '#domain/calendar/times.ts';
import { formatPence } from '#domain/money.ts';
import { collectionDays, dueNow, isPaidByLink, isQuote } from '#domain/orders/order.ts';
import type { BookedOrder } from '#server/orders/book-rows.ts';
import { changedAllergens } from '#server/orders/current-allergens.ts';
import { lastPayLink, makePayLink } from '#server/orders/pay-link.ts';
import type { Route } from './+types/pay-link';

export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const booked = await findOrder(shop, params.order);
  const { id, number, name, phone, email, state, order } = booked;
  // It has been paid meanwhile.
  if (!isPaidByLink(state)) throw redirect(href('/owner/orders/:order', { order: id }), 303);
  const items = order?.items ?? [];
  const days = collectionDays(items).map((day) => whenInWords(day, timeOf(items, day), 'short'));
  const [merchant, earlier] = await Promise.all([shop.merchant(), lastPayLink(shop, id)]);
  const forDays = days.length > 0 ? ` for ${days.join(' and ')}` : '';
  return {
    id,
    number,
    name,
    email,
    toPay: toPayView(booked).title,
    phone: phone.replaceAll(/[^\d+]/g, ''),
    isQuote: isQuote(state),
    text: `Hello ${firstName(name)}, this is ${merchant.name}. ${
      isQuote(state)
        ? `Here is our quote${forDays}. Pay ${formatPence(dueNow(booked))} there to accept it:`
        : `Please pay ${whatToPay(booked)} your order${forDays} (${formatPence(dueNow(booked))}) here:`
    }`,
    earlier: earlier && instantInWords(earlier),
    changed: await changedAllergens(shop, order?.items ?? []),
  };
}

function whatToPay({ deposit, paid }: Pick<BookedOrder, 'deposit' | 'paid'>): string {
  if (deposit === null) return 'for';
  return paid === 0 ? 'the deposit for' : 'the rest of';
}

/** Makes a link, which only this answer holds. Earlier ones stay valid, and the screen says so. */
export async function action({ context, params }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const { id: by } = context.get(personContext);
  const { id } = await findOrder(shop, params.order);
  const isFirst = (await lastPayLink(shop, id)) === undefined;
  const token = await makePayLink(shop, id, { by });
  if (!token) throw redirect(href('/owner/orders/:order', { order: params.order }), 303);
  return { link: `${context.get(siteContext).origin}${href('/pay/:token', { token })}`, isFirst };
}

export default function PayLink({ loaderData }: Route.ComponentProps) {
  const { id, number, name, toPay, earlier, changed } = loaderData;
  const answer = useActionData<Made | Refusal>();
  // The router drops the answer if the live screen of the order, which this one replaces, begins to load again.
  const [made, setMade] = useState(answer);
  if (answer && answer !== made) setMade(answer);
  const summary = (
    <>
      <Link to={href('/owner/orders/:order', { order: id })}>{name}</Link>, order {number} · {toPay}
    </>
  );
  return (
    <Screen title={`Pay link for ${name}`} heading="Pay link" summary={summary}>
      {changed.map(({ title, ...declared }) => (
        <Notice key={title} kind="warning">
          <strong>{title} has changed.</strong> <Allergens of={declared} /> That is not what the
          customer was told, so the link takes no payment. Ring the customer, who can still pay when
          they collect.
        </Notice>
      ))}
      {made && 'link' in made ? (
        <MadeLink link={made.link} isFirst={made.isFirst} order={loaderData} />
      ) : (
        <div className={kit.section}>
          <Problem text={made?.problems['']} />
          {earlier && (
            <Notice kind="quiet">
              A link was made before, the last on {earlier}. It still works: make another one only
              if it was lost.
            </Notice>
          )}
          <div className={kit.actions}>
            <PayLinkForm order={id}>
              {earlier ? 'Make another pay link' : 'Make a pay link'}
            </PayLinkForm>
          </div>
        </div>
      )}
    </Screen>
  );
}

/** Leads to the screen with the link that it makes. */
export function PayLinkForm({ order, children }: { order: string; children: string }) {
  return (
    <Form method="post" action={href('/owner/orders/:order/pay-link', { order })}>
      <Submit>{children}</Submit>
    </Form>
  );
}

interface Made {
  link: string;
  isFirst: boolean;
}

interface MadeLinkProps extends Made {
  order: Route.ComponentProps['loaderData'];
}

function MadeLink({ link, isFirst, order }: MadeLinkProps) {
  const { id, isQuote, text, phone, email } = order;
  const words = `${text} ${link}`;
  const body = encodeURIComponent(words);
  const recipient = 'customer';
  return (
    <LinkToCopy
      label={`Anyone with this link can ${isQuote ? 'read the quote, and accept it by paying by card.' : 'pay the order by card, until all of it is paid.'}${isFirst ? '' : ' The links from before still work too.'}`}
      link={link}
    >
      <a
        className={kit.action}
        href={`https://wa.me/${internationalDigits(phone)}?text=${body}`}
        target="_blank"
        rel="noreferrer"
      >
        Send by WhatsApp
      </a>
      {phone && (
        <a className={kit.action} href={`sms:${phone}?&body=${body}`}>
          Send as a text message
        </a>
      )}
      <Share text={words} />
      {email && (
        <Action
          to={href('/owner/orders/:order/resend/:recipient', { order: id, recipient })}
          fields={{ back: href('/owner/orders/:order', { order: id }) }}
        >
          E-mail the {isQuote ? 'quote' : 'order'} with a link
        </Action>
      )}
    </LinkToCopy>
  );
}

/** Offers the programs of the phone, where the browser can. */
function Share({ text }: { text: string }) {
  const canShare = useSyncExternalStore(
    () => () => {},
    () => 'share' in navigator,
    () => false,
  );
  if (!canShare) return null;
  // A person who closes the list has not shared it, which is no failure.
  const share = () => navigator.share({ text }).catch(() => undefined);
  return (
    <button type="button" className={kit.action} onClick={share}>
      Share in another way
    </button>
  );
}

/** `07700900123` → `447700900123`, as WhatsApp wants it. Empty, so that it asks for whom, of a number that it cannot be. */
function internationalDigits(phone: string): string {
  if (/^(\+|00)[1-9]/.test(phone)) return phone.replace(/^(\+|00)/, '');
  return /^0[1-9]/.test(phone) ? `44${phone.slice(1)}` : '';
}
