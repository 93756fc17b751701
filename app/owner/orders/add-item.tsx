import { href, Link } from 'react-router';
import * as z from 'zod';
import { findChangeable, findOrder } from '#app/owner/collections/find-order.ts';
import { orderAction } from '#app/owner/collections/order-action.ts';
import { NO_EMAIL, nameOrNumber } from '#app/owner/collections/words.ts';
import { Text } from '#app/owner/frame/form-fields.ts';
import { instantInWords } from '#app/owner/frame/london-time.ts';
import { shopContext } from '#app/shop-context.ts';
import { Button } from '#app/ui/button.tsx';
import { ActionForm } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { Notice, Screen } from '#app/ui/kit/screen.tsx';
import { dayInWords, isDay } from '#domain/calendar/days.ts';
import { timeOf, whenInWords } from '#domain/calendar/times.ts';
import { formatPence } from '#domain/money.ts';
import { titleWithOptions } from '#domain/orders/items-in-words.ts';
import { collectionDays, OrderId } from '#domain/orders/order.ts';
import { PhoneItem } from '#domain/orders/phone-item.ts';
import { UNDO_SECONDS } from '#domain/undo.ts';
import { addByStaff } from '#server/orders/add-by-staff.ts';
import { readPrint } from '#server/orders/printed-sheets.ts';
import { todayAt } from '#server/shop.ts';
import type { Route } from './+types/add-item';
import { chosenItemsOf, sayBeside } from './chosen-items.ts';
import { EvenSo } from './even-so.tsx';
import { explainAll, PRICES_NOT_SYNCED } from './explain-difference.ts';
import { FormId } from './form-id.tsx';
import { NewOrderItem } from './new-order-item.tsx';
import { OptionTiles } from './option-tiles.tsx';
import { phoneCatalogue } from './phone-catalogue.ts';
import { SheetPrinted } from './sheet-printed.tsx';

/** One item at a time. */
const ROW = '0';

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const booked = await findChangeable(shop, params.order);
  const days = collectionDays(booked.items);
  const asked = new URL(request.url).searchParams.get('day');
  const day = days.find((each) => each === asked) ?? days[0];
  const print = day && (await readPrint(shop.db, day));
  return {
    id: crypto.randomUUID(),
    order: href('/owner/orders/:order', { order: booked.id }),
    name: nameOrNumber(booked),
    number: booked.number,
    hasEmail: booked.email !== '',
    days: days.map((each) => ({
      value: each,
      words: whenInWords(each, timeOf(booked.items, each), 'short'),
    })),
    day,
    printed: print ? instantInWords(print.printed_at) : '',
    today: todayAt(shop),
    ...(await phoneCatalogue(shop)),
  };
}

const Form = z.object({ id: Text, day: Text, sure: Text });

export function action(args: Route.ActionArgs) {
  return orderAction({ ...args, find: findChangeable }, Form, async (about) => {
    const { shop, by, orderId, values } = about;
    const { id, day, sure } = about.form;
    const isSure = sure !== '' && sure === day;
    const chosen = await chosenItemsOf(shop, values, day);
    const { items, chosenItems, problems } = chosen;
    const asked = { ...(isSure && { sure }), ...chosen.asked };
    if (!isDay(day)) problems.day = 'Please choose a day.';
    const formId = OrderId.safeParse(id);
    if (!formId.success) problems.id = crypto.randomUUID();
    const read = z.array(PhoneItem).length(1).safeParse(chosenItems);
    for (const { path, message } of read.error?.issues ?? []) sayBeside(chosen, path, message);
    if (!read.success || !formId.success || !isDay(day) || Object.keys(problems).length > 0) {
      return { problems: { '': NOT_ADDED, ...asked, ...problems } };
    }
    const addition = { id: formId.data, orderId, day, items: read.data, by };
    const result = await addByStaff(shop, addition, isSure);
    if (result.ok) {
      const now = await findOrder(shop, orderId);
      const added = now.items.at(-1);
      return {
        to: about.screen,
        words: added ? `Added: ${titleWithOptions(added)}, ${formatPence(added.price)}.` : 'Added.',
        undo: result.isChanged ? await about.undoOf('added') : undefined,
      };
    }
    if (result.reason === 'changed') {
      const changed = await explainAll(shop, result.differences, { items, day, field: 'day' });
      return { problems: { '': NOT_ADDED, ...asked, ...changed } };
    }
    return { problems: { '': OBSTACLES[result.reason] } };
  });
}

const NOT_ADDED = 'Not added yet.';

const OBSTACLES = {
  unknown: 'It cannot be added: the order is cancelled, or its name has been removed.',
  gone: 'Nothing of the order is collected on that day any more. Please look at it again.',
  'ticked-off': 'That day is ticked off. Untick it on the order first.',
  'too-many': 'The order has too many items. Please take another order.',
  'prices-not-synced': PRICES_NOT_SYNCED,
  paid: 'The customer has just paid. Please look at the order, then add it.',
  processing:
    'The customer’s bank is paying what was to pay before. Please add it once that is done.',
  unavailable: 'The customer may be paying just now. Please try again in a moment.',
};

export default function AddItem({ loaderData }: Route.ComponentProps) {
  const { id, order, name, number, hasEmail, days, day, printed, today, ...catalogue } = loaderData;
  return (
    <Screen
      title={`Add to the order, ${name}`}
      heading="Add to the order"
      summary={
        <>
          <Link to={order}>{name}</Link>
          {day && `, ${dayInWords(day)}`}
        </>
      }
    >
      <SheetPrinted at={printed} />
      <ActionForm to={href('/owner/orders/:order/add', { order: number })} noValidate>
        <div className={kit.form}>
          <FormId name="id" value={id} />
          <NewOrderItem row={ROW} number={undefined} today={today} remove={{}} {...catalogue} />
          <OptionTiles legend="For which day?" name="day" options={days} preset={day}>
            <EvenSo>Add it for that day all the same</EvenSo>
          </OptionTiles>
          <Notice kind="quiet">
            What it comes to is to pay, by the order’s pay link or at the counter.{' '}
            {hasEmail
              ? `The customer gets an e-mail with the link after ${UNDO_SECONDS} seconds, unless you press Undo.`
              : NO_EMAIL}
          </Notice>
          <div className={kit.bar}>
            <Button type="submit">Add it</Button>
          </div>
        </div>
      </ActionForm>
    </Screen>
  );
}
