import { data, href, Link } from 'react-router';
import * as z from 'zod';
import { findChangeable } from '#app/owner/collections/find-order.ts';
import { Message } from '#app/owner/collections/message.tsx';
import { orderAction } from '#app/owner/collections/order-action.ts';
import { howCustomerLearns, nameOrNumber, textInWords } from '#app/owner/collections/words.ts';
import { Text, Version } from '#app/owner/frame/form-fields.ts';
import { instantInWords } from '#app/owner/frame/london-time.ts';
import { shopContext } from '#app/shop-context.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/kit/field.tsx';
import { ActionForm } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { Notice, Screen, Section } from '#app/ui/kit/screen.tsx';
import { isFinished } from '#domain/book/collection.ts';
import { versionOf } from '#domain/book/trail.ts';
import { dayInWords } from '#domain/calendar/days.ts';
import { CUSTOMER_FIELDS } from '#domain/orders/customer-details.ts';
import { MESSAGE_MAX, pipingProblem } from '#domain/orders/plain-text.ts';
import { itemAt } from '#domain/orders/positions.ts';
import { currentWords } from '#server/content/texts.ts';
import type { BookedOrder } from '#server/orders/book-rows.ts';
import { changeText, takesMessage } from '#server/orders/change-text.ts';
import { readPrint } from '#server/orders/printed-sheets.ts';
import type { Shop } from '#server/shop.ts';
import type { Route } from './+types/change-text';
import { orderConflict } from './conflict.ts';
import { EvenSo } from './even-so.tsx';
import { SheetPrinted } from './sheet-printed.tsx';
import { tickedProblem, unpipedProblem } from './words.ts';

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const booked = await findChangeable(shop, params.order);
  const position = await positionOf(shop, booked, request);
  const item = position === undefined ? undefined : itemAt(booked.items, position);
  const fulfilment = booked.days.find(({ day }) => day === item?.day)?.fulfilment;
  const printed = item && (await readPrint(shop.db, item.day));
  const order = href('/owner/orders/:order', { order: booked.id });
  return {
    order,
    to: `${order}/text${position === undefined ? '' : `?item=${position}`}`,
    version: versionOf(booked.trail),
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

export function action(args: Route.ActionArgs) {
  const Form = z.object({ version: Version, to: Text, piped: Text });
  return orderAction({ ...args, find: findChangeable }, Form, async (about) => {
    const { shop, by, booked, orderId, screen } = about;
    const { version, to, piped } = about.form;
    const position = await positionOf(shop, booked, args.request);
    const unpiped =
      position !== undefined && pipingProblem(to.trim(), (await currentWords(shop)).piping);
    if (unpiped && piped !== to) return { problems: { to: unpipedProblem(unpiped), piped: to } };
    const result = await changeText(shop, { orderId, position, to, version, by });
    if (typeof result === 'object') {
      return { problems: { to: 'problem' in result ? result.problem : tickedProblem(result) } };
    }
    switch (result) {
      case 'unchanged':
        return { to: screen };
      case 'changed':
        return {
          to: screen,
          words: textInWords(booked, position, to.trim()),
          undo: await about.undoOf('text-changed'),
        };
      case 'conflict':
        return orderConflict(shop, orderId, ['text-changed'], ({ items, collector }) => [
          position === undefined
            ? { label: 'Who collects it', now: collector || 'the customer' }
            : { label: 'The message', now: itemAt(items, position)?.message ?? '' },
        ]);
      case 'unknown':
        return { problems: { to: NOT_CHANGEABLE } };
    }
  });
}

const NOT_CHANGEABLE =
  'It cannot be changed: the order was never paid, or its name has been removed.';

/** Of the item that the address names: without one it is about who collects the order. */
async function positionOf(
  shop: Shop,
  booked: BookedOrder,
  request: Request,
): Promise<number | undefined> {
  const asked = new URL(request.url).searchParams.get('item');
  if (asked === null) return undefined;
  const position = /^\d{1,3}$/.test(asked) ? Number(asked) : -1;
  const item = itemAt(booked.items, position);
  if (!item || !(await takesMessage(shop, item))) throw data(null, { status: 404 });
  return position;
}

export default function ChangeText({ loaderData }: Route.ComponentProps) {
  const { order, to, version, name, what, day, text, most, isMessage } = loaderData;
  const { obstacle, printed, hasEmail } = loaderData;
  const title = isMessage ? 'Message on the cake' : 'Who collects it';
  const summary = (
    <>
      <Link to={order}>{name}</Link>
      {isMessage && `, ${what} for ${day}`}
    </>
  );
  return (
    <Screen title={`${title}, ${name}`} heading={title} summary={summary}>
      {obstacle && <Notice kind="warning">{obstacle}</Notice>}
      <SheetPrinted at={printed} />
      {isMessage && text !== '' && (
        <Section title="Now">
          <Message text={text} large />
        </Section>
      )}
      {!isMessage && <p className={kit.section}>Now: {text || 'the customer'}</p>}
      <ActionForm to={to} version={version} className={kit.form}>
        <Field
          name="to"
          label={isMessage ? 'New message' : 'Who collects it instead?'}
          hint={
            isMessage
              ? `Up to ${most} characters. Leave it empty for no message.`
              : 'A name. Leave it empty if the customer collects it.'
          }
          defaultValue={text}
        />
        <EvenSo name="piped">We pipe it all the same</EvenSo>
        <Button type="submit">Save</Button>
        <Notice kind="quiet">{howCustomerLearns(hasEmail)}</Notice>
      </ActionForm>
    </Screen>
  );
}
