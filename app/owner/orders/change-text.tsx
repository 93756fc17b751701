import { data, href, Link, redirect } from 'react-router';
import { nameOrNumber } from '#app/owner/collections/customer-name.ts';
import { Message } from '#app/owner/collections/message.tsx';
import { instantInWords } from '#app/owner/frame/london-time.ts';
import { ScreenTitle } from '#app/owner/frame/screen-title.tsx';
import { withOrderDone } from '#app/owner/frame/undo/undo-address.ts';
import { useInitial } from '#app/owner/frame/use-initial.ts';
import { personContext } from '#app/owner/person-context.ts';
import { readForm } from '#app/read-form.ts';
import { shopContext } from '#app/shop-context.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/kit/field.tsx';
import screen from '#app/ui/kit/kit.module.css';
import { isFinished } from '#domain/book/collection.ts';
import { dayInWords } from '#domain/calendar/days.ts';
import { CUSTOMER_FIELDS } from '#domain/orders/customer-details.ts';
import { isBooked } from '#domain/orders/order.ts';
import { MESSAGE_MAX } from '#domain/orders/plain-text.ts';
import { UNDO_SECONDS } from '#domain/undo.ts';
import { bookedOrder } from '#server/orders/book.ts';
import { changeText, type TextChanged, takesMessage } from '#server/orders/change-text.ts';
import { readPrint } from '#server/orders/printed-sheets.ts';
import type { Shop } from '#server/shop.ts';
import type { Route } from './+types/change-text';
import styles from './change-text.module.css';
import { tickedProblem } from './trail-words.ts';

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const { booked, position } = await findText(shop, params.order, request);
  const item = position === undefined ? undefined : booked.items[position];
  const fulfilment = booked.days.find(({ day }) => day === item?.day)?.fulfilment;
  const printed = item && (await readPrint(shop.db, item.day));
  return {
    id: booked.id,
    name: nameOrNumber(booked),
    what: item?.title ?? '',
    day: item ? dayInWords(item.day) : '',
    text: item ? item.message : booked.collector,
    most: item ? MESSAGE_MAX : CUSTOMER_FIELDS.name.max,
    isMessage: item !== undefined,
    obstacle:
      item && fulfilment && isFinished(fulfilment)
        ? tickedProblem({ day: item.day, fulfilment })
        : '',
    printed: printed ? instantInWords(printed.printed_at) : '',
    hasEmail: booked.email !== '',
  };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const { id: by } = context.get(personContext);
  const { booked, position } = await findText(shop, params.order, request);
  const field = await readForm(request);
  const [from, to] = [field('from'), field('to')];
  const orderId = booked.id;
  const result = await changeText(shop, { orderId, position, from, to, by });
  const order = href('/owner/orders/:order', { order: orderId });
  if (result === 'unchanged') throw redirect(order, 303);
  if (result === 'changed') {
    const changes = (await bookedOrder(shop, orderId))?.textChanges ?? [];
    const { number = 0 } = changes.findLast((each) => each.position === position) ?? {};
    throw redirect(withOrderDone(order, { kind: 'text', orderId, detail: String(number) }), 303);
  }
  return data({ problem: textProblem(result), typed: to }, result === 'conflict' ? 409 : 422);
}

/** The order and the item that the address names: without one it is about who collects the order. */
async function findText(shop: Shop, order: string, request: Request) {
  const booked = await bookedOrder(shop, order);
  const asked = new URL(request.url).searchParams.get('item');
  if (!booked) throw data(null, { status: 404 });
  // It was cancelled, or its name was removed.
  if (!isBooked(booked) || booked.anonymisedAt !== null) {
    throw redirect(href('/owner/orders/:order', { order: booked.id }), 303);
  }
  if (asked === null) return { booked, position: undefined };
  const position = /^\d{1,3}$/.test(asked) ? Number(asked) : -1;
  const item = booked.items[position];
  if (!item || !(await takesMessage(shop, item))) throw data(null, { status: 404 });
  return { booked, position };
}

function textProblem(result: Exclude<TextChanged, 'changed' | 'unchanged'>): string {
  if (typeof result === 'object') {
    return 'problem' in result ? result.problem : tickedProblem(result);
  }
  switch (result) {
    case 'conflict':
      return 'It was changed meanwhile. Please look at what it is now, then save again.';
    case 'printed':
    case 'too-often':
    case 'unknown':
      return 'It cannot be changed: the order is not paid, or its name has been removed.';
  }
}

export default function ChangeText({ loaderData, actionData }: Route.ComponentProps) {
  const { id, name, what, day, text, most, isMessage, obstacle, printed, hasEmail } = loaderData;
  const answer = useInitial(actionData);
  const from = useInitial(text);
  const title = isMessage ? 'Message on the cake' : 'Who collects it';
  return (
    <>
      <ScreenTitle title={`${title}, ${name}`} />
      <h1 className={screen.title}>{title}</h1>
      <p className={screen.summary}>
        <Link to={href('/owner/orders/:order', { order: id })}>{name}</Link>
        {isMessage && `, ${what} for ${day}`}
      </p>
      {obstacle && <p className={screen.warning}>{obstacle}</p>}
      {printed && (
        <p className={screen.warning}>
          The bake sheet of this day was printed {printed}. Tell the bakers, or print it again.
        </p>
      )}
      {isMessage && text !== '' && (
        <section className={screen.section} aria-labelledby="now">
          <h2 id="now">Now</h2>
          <Message text={text} large />
        </section>
      )}
      {!isMessage && <p className={screen.section}>Now: {text || 'the customer'}</p>}
      <form method="post" className={`${screen.fields} ${styles.form}`}>
        <input type="hidden" name="from" value={from} />
        <Field
          name="to"
          label={isMessage ? 'New message' : 'Who collects it instead?'}
          hint={
            isMessage
              ? `Up to ${most} characters. Empty: nothing is written on it.`
              : 'A name. Empty: the customer.'
          }
          problem={answer?.problem}
          defaultValue={answer?.typed ?? text}
        />
        <Button type="submit">Save</Button>
      </form>
      <p className={`${screen.section} ${screen.quiet}`}>
        {hasEmail
          ? `The customer gets an e-mail with the order as it is then, ${UNDO_SECONDS} seconds later, unless you take it back.`
          : 'The customer has no e-mail address here: please ring.'}
      </p>
    </>
  );
}
