import { data, href, Link, redirect } from 'react-router';
import { nameOrNumber } from '#app/owner/collections/customer-name.ts';
import { ScreenTitle } from '#app/owner/frame/screen-title.tsx';
import { withOrderDone } from '#app/owner/frame/undo/undo-address.ts';
import { useInitial } from '#app/owner/frame/use-initial.ts';
import { personContext } from '#app/owner/person-context.ts';
import { readForm } from '#app/read-form.ts';
import { shopContext } from '#app/shop-context.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/kit/field.tsx';
import screen from '#app/ui/kit/kit.module.css';
import { dayInWords } from '#domain/calendar/days.ts';
import { reachableEmail } from '#domain/orders/email-address.ts';
import { WRITTEN_MAX } from '#domain/orders/plain-text.ts';
import { UNDO_SECONDS } from '#domain/undo.ts';
import { type EmailWritten, writeEmail } from '#server/emails/written.ts';
import { bookedOrder } from '#server/orders/book.ts';
import type { Shop } from '#server/shop.ts';
import type { Route } from './+types/write-email';
import styles from './change-text.module.css';

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { booked, missed } = await findReachableOrder(
    context.get(shopContext),
    params.order,
    request,
  );
  return {
    id: booked.id,
    name: nameOrNumber(booked),
    email: booked.order ? reachableEmail(booked.order) : booked.email,
    seen: booked.trail.filter(({ kind }) => kind === 'email-written').length,
    words: missed
      ? `Your order was ready for you on ${dayInWords(missed.day)}, and we did not see you. Please tell us what we can do.`
      : '',
    most: WRITTEN_MAX.toLocaleString('en-GB'),
  };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const { id: by } = context.get(personContext);
  const { booked, missed } = await findReachableOrder(shop, params.order, request);
  const field = await readForm(request);
  const seen = Number(field('seen') || 'missing');
  if (!Number.isSafeInteger(seen) || seen < 0) throw data(null, { status: 400 });
  const words = field('words');
  const kind = missed ? 'missed' : 'written';
  const orderId = booked.id;
  const result = await writeEmail(shop, { orderId, kind, words, seen, by });
  if (result === 'written' || result === 'unchanged') {
    const order = href('/owner/orders/:order', { order: orderId });
    throw redirect(
      withOrderDone(order, { kind: 'written', orderId, detail: String(seen + 1) }),
      303,
    );
  }
  return data(
    { problem: emailProblem(result), typed: words },
    { status: result === 'conflict' ? 409 : 422 },
  );
}

/** The order, and the day that the address names if the customer has not come then. */
async function findReachableOrder(shop: Shop, order: string, request: Request) {
  const booked = await bookedOrder(shop, order);
  if (!booked) throw data(null, { status: 404 });
  // Without an address, or once the name was removed, there is nobody to write to.
  if (booked.email === '') {
    throw redirect(href('/owner/orders/:order', { order: booked.id }), 303);
  }
  const asked = new URL(request.url).searchParams.get('missed');
  return {
    booked,
    missed: booked.collections.find(
      ({ day, fulfilment }) => day === asked && fulfilment === 'missed',
    ),
  };
}

function emailProblem(result: Exclude<EmailWritten, 'written' | 'unchanged'>): string {
  if (typeof result === 'object') return result.problem;
  return result === 'conflict'
    ? 'Another e-mail was written meanwhile. Please look at the order, then send yours.'
    : 'It was not sent: the order has no address any more.';
}

export default function WriteEmail({ loaderData, actionData }: Route.ComponentProps) {
  const { id, name, email, words, most } = loaderData;
  const answer = useInitial(actionData);
  const seen = useInitial(loaderData.seen);
  return (
    <>
      <ScreenTitle title={`E-mail to ${name}`} />
      <h1 className={screen.title}>E-mail</h1>
      <p className={screen.summary}>
        To <Link to={href('/owner/orders/:order', { order: id })}>{name}</Link>, {email}
      </p>
      <form method="post" className={`${screen.fields} ${styles.form}`}>
        <input type="hidden" name="seen" value={seen} />
        <Field
          name="words"
          label="Your words"
          hint={`Up to ${most} characters. The e-mail begins with “Dear ${name}” and ends with the order’s number, how to reach you, and the cafe’s name.`}
          problem={answer?.problem}
          defaultValue={answer?.typed ?? words}
          rows={8}
          required
        />
        <Button type="submit">Send</Button>
      </form>
      <p className={`${screen.section} ${screen.quiet}`}>
        It is sent {UNDO_SECONDS} seconds later, unless you take it back.
      </p>
    </>
  );
}
