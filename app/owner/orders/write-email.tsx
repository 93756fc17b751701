import { href, Link } from 'react-router';
import * as z from 'zod';
import { findOrder } from '#app/owner/collections/find-order.ts';
import { orderAction } from '#app/owner/collections/order-action.ts';
import { nameOrNumber } from '#app/owner/collections/words.ts';
import { Text, Version } from '#app/owner/frame/form-fields.ts';
import { shopContext } from '#app/shop-context.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/kit/field.tsx';
import { ActionForm } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { Notice, Screen } from '#app/ui/kit/screen.tsx';
import { versionOf } from '#domain/book/trail.ts';
import { dayInWords } from '#domain/calendar/days.ts';
import { reachableEmail } from '#domain/orders/email-address.ts';
import { WRITTEN_MAX } from '#domain/orders/plain-text.ts';
import { UNDO_SECONDS } from '#domain/undo.ts';
import { writeEmail } from '#server/emails/written.ts';
import type { BookedOrder } from '#server/orders/book-rows.ts';
import type { Shop } from '#server/shop.ts';
import type { Route } from './+types/write-email';
import { orderConflict } from './conflict.ts';

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const booked = await findReachable(shop, params.order);
  const missed = missedOf(booked, request);
  const order = href('/owner/orders/:order', { order: booked.id });
  return {
    order,
    to: `${order}/email${missed ? `?missed=${missed.day}` : ''}`,
    version: versionOf(booked.trail),
    name: nameOrNumber(booked),
    email: booked.order ? reachableEmail(booked.order) : booked.email,
    words: missed
      ? `Your order was ready for you on ${dayInWords(missed.day)}, and we did not see you. Please tell us what we can do.`
      : '',
    most: WRITTEN_MAX.toLocaleString('en-GB'),
  };
}

export function action(args: Route.ActionArgs) {
  const Form = z.object({ version: Version, words: Text });
  return orderAction({ ...args, find: findReachable }, Form, async (about) => {
    const { shop, by, booked, orderId, screen, name } = about;
    const { version, words } = about.form;
    const kind = missedOf(booked, args.request) ? 'missed' : 'written';
    const result = await writeEmail(shop, { orderId, kind, words, version, by });
    if (typeof result === 'object') return { problems: { words: result.problem } };
    switch (result) {
      case 'written':
      case 'unchanged':
        return {
          to: screen,
          words: `E-mail to ${name}.`,
          undo: await about.undoOf('email-written'),
        };
      case 'conflict':
        return orderConflict(shop, orderId, ['email-written'], ({ trail, emails }) => {
          const last = trail.findLast((event) => event.kind === 'email-written');
          const email = emails.find(({ kind: each }) => each === last?.facts.email);
          return [{ label: 'The last e-mail', now: email?.words ?? 'not sent' }];
        });
      case 'unknown':
        return { problems: { words: 'Not sent: the order has no e-mail address any more.' } };
    }
  });
}

/** Without an address, or once the name was removed, there is nobody to write to. */
function findReachable(shop: Shop, order: string): Promise<BookedOrder> {
  return findOrder(shop, order, ({ email }) => email !== '');
}

/** What the address names if the customer has not come for it. */
function missedOf({ collections }: BookedOrder, request: Request) {
  const asked = new URL(request.url).searchParams.get('missed');
  return collections.find(({ day, fulfilment }) => day === asked && fulfilment === 'missed');
}

export default function WriteEmail({ loaderData }: Route.ComponentProps) {
  const { order, to, version, name, email, words, most } = loaderData;
  const customer = (
    <>
      To <Link to={order}>{name}</Link>, {email}
    </>
  );
  return (
    <Screen title={`E-mail to ${name}`} heading="E-mail" summary={customer}>
      <ActionForm to={to} version={version} className={kit.form}>
        <Field
          name="words"
          label="Your words"
          hint={`Up to ${most} characters. “Dear ${name}” goes before it, the order’s number and your phone number after it.`}
          defaultValue={words}
          rows={8}
          required
        />
        <Button type="submit">Send</Button>
        <Notice kind="quiet">
          It goes out after {UNDO_SECONDS} seconds, unless you press Undo.
        </Notice>
      </ActionForm>
    </Screen>
  );
}
