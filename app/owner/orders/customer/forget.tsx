import { href } from 'react-router';
import * as z from 'zod';
import { countOf } from '#app/owner/collections/collection-view.ts';
import { nameOrNumber } from '#app/owner/collections/words.ts';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { hasProof, requireProof } from '#app/owner/frame/require-proof.ts';
import { SignInFirst } from '#app/owner/frame/sign-in-first.tsx';
import { shopContext } from '#app/shop-context.ts';
import { ActionForm, Submit } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { Notice, Screen, Section } from '#app/ui/kit/screen.tsx';
import { anonymiseCustomer, type KeepReason, keepReason } from '#server/orders/anonymise.ts';
import { todayAt } from '#server/shop.ts';
import type { Route } from './+types/forget';
import { ChooseOrders } from './choose-orders.tsx';
import { chosenOf, findCustomer } from './same-orders.ts';

/** What is removed of an order (`anonymiseOrder`). */
const REMOVED = [
  'Name, phone number and e-mail address',
  'The words on the cakes, the notes, and who collects',
  'The e-mails to the customer that the shop keeps',
  'Their places on waiting lists',
  'What they have asked for, with its photos',
];

const KEPT: Record<KeepReason, string> = {
  'to-be-collected': 'it is still to be collected',
  'may-be-paid': 'it may still be paid: a quote until it ends, others for about an hour',
  'cafe-not-notified': 'the e-mail about it has not reached you yet',
};

export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const { booked, same } = await findCustomer(shop, params.order);
  const orders = same.map(({ number, words, doubt, booked: { order } }) => {
    const why = order ? keepReason(order, todayAt(shop)) : undefined;
    return { number, words, doubt, kept: order ? why && KEPT[why] : 'it cannot be read' };
  });
  return {
    number: booked.number,
    name: nameOrNumber(booked),
    orders: orders.filter(({ kept }) => kept === undefined),
    // Without those that may be somebody else’s.
    kept: orders.filter(({ kept, doubt }) => kept !== undefined && doubt === ''),
    isProved: hasProof(context),
  };
}

const Form = z.object({ order: z.array(z.string()) });

/** Removes the personal data of the chosen orders of a customer. */
export function action(args: Route.ActionArgs) {
  return ownerAction(args, Form, async ({ shop, by, form }) => {
    requireProof(args.context, href('/owner/orders/:order/forget', args.params));
    const { same } = await findCustomer(shop, args.params.order);
    const orders = chosenOf(same, form.order).map(({ id }) => id);
    if (orders.length === 0) return { problems: { order: 'Please choose an order.' } };
    const { anonymised, kept, unreadable } = await anonymiseCustomer(shop, orders);
    shop.log.info({ person: by, anonymised }, 'a customer has been forgotten on request');
    const left = kept.length + unreadable;
    if (anonymised === 0) {
      const [first] = kept;
      const why = first ? KEPT[first.why] : 'it cannot be read';
      return { problems: { order: `Nothing was removed: ${why}.` } };
    }
    return {
      to: href('/owner/orders'),
      words: `Forgotten: ${countOf(anonymised, 'order')}.${left > 0 ? ` ${countOf(left, 'order')} kept for now.` : ''}`,
    };
  });
}

export default function Forget({ loaderData }: Route.ComponentProps) {
  const { number, name, orders, kept, isProved } = loaderData;
  const order = { order: number };
  const path = href('/owner/orders/:order/forget', order);
  return (
    <Screen
      title={`Forget ${name}`}
      above={{ path: href('/owner/orders/:order', order), title: name }}
      summary="For a customer who asks you to delete what you know about them."
    >
      <div className={kit.columns}>
        <Section title="What is removed">
          <ul className={kit.bullets}>
            {REMOVED.map((what) => (
              <li key={what}>{what}</li>
            ))}
          </ul>
        </Section>
        <Section title="What stays">
          <ul className={kit.bullets}>
            <li>Cakes, days and amounts, without a name: the tax office may ask for six years</li>
            <li>
              What Stripe has of a payment, and e-mails in your own mailbox: delete those there
            </li>
            <li>Backups, until you delete them</li>
          </ul>
        </Section>
      </div>
      {kept.length > 0 && (
        <Section title="Not yet">
          <ul className={kit.bullets}>
            {kept.map(({ number: each, words, kept: why }) => (
              <li key={each}>
                {words}: {why}.
              </li>
            ))}
          </ul>
          <Notice kind="quiet">Come back when that is over.</Notice>
        </Section>
      )}
      {orders.length > 0 && isProved && (
        <ActionForm to={path} className={kit.form}>
          <ChooseOrders legend="Their orders" orders={orders} />
          <Notice kind="warning">This cannot be undone: nobody can bring the name back.</Notice>
          <Submit>Forget {name}</Submit>
        </ActionForm>
      )}
      {orders.length > 0 && !isProved && <SignInFirst path={path}>forget a customer</SignInFirst>}
    </Screen>
  );
}
