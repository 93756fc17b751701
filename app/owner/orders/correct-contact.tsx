import { href, Link } from 'react-router';
import * as z from 'zod';
import { findOrder } from '#app/owner/collections/find-order.ts';
import { orderAction } from '#app/owner/collections/order-action.ts';
import { Text, Version } from '#app/owner/frame/form-fields.ts';
import { shopContext } from '#app/shop-context.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/kit/field.tsx';
import { ActionForm } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { Screen } from '#app/ui/kit/screen.tsx';
import { versionOf } from '#domain/book/trail.ts';
import { CUSTOMER_FIELD_NAMES } from '#domain/orders/customer-details.ts';
import { isCorrectable } from '#domain/orders/order.ts';
import type { BookedOrder } from '#server/orders/book-rows.ts';
import { correctContact } from '#server/orders/contact.ts';
import type { Shop } from '#server/shop.ts';
import type { Route } from './+types/correct-contact';
import { orderConflict } from './conflict.ts';

const CORRECTED = {
  corrected: 'Corrected.',
  emailed: 'Corrected. The e-mail about the order goes to the new address.',
};

const LABELS = { name: 'Name', phone: 'Phone number', email: 'E-mail (optional)' };

export async function loader({ context, params }: Route.LoaderArgs) {
  const booked = await findCorrectable(context.get(shopContext), params.order);
  const { id, number, name, phone, email, trail } = booked;
  return { id, number, name, phone, email, version: versionOf(trail) };
}

const Form = z.object({ version: Version, name: Text, phone: Text, email: Text });

export function action(args: Route.ActionArgs) {
  return orderAction({ ...args, find: findCorrectable }, Form, async (about) => {
    const { shop, by, orderId, screen } = about;
    const { version, ...to } = about.form;
    const result = await correctContact(shop, { orderId, version, to, by });
    if (result === 'corrected' || result === 'emailed') {
      return { to: screen, words: CORRECTED[result] };
    }
    if (result === 'unchanged' || result === 'unknown') return { to: screen };
    if (result !== 'conflict') return { problems: { ...result.problems } };
    return orderConflict(shop, orderId, ['contact-corrected'], (now) =>
      CUSTOMER_FIELD_NAMES.filter((field) => now[field] !== to[field].trim()).map((field) => ({
        label: LABELS[field],
        now: now[field],
      })),
    );
  });
}

/** In the book or a quote, and not anonymised. */
function findCorrectable(shop: Shop, order: string): Promise<BookedOrder> {
  return findOrder(
    shop,
    order,
    ({ state, anonymisedAt }) => isCorrectable(state) && anonymisedAt === null,
  );
}

export default function CorrectContact({ loaderData }: Route.ComponentProps) {
  const { id, number, name, phone, email, version } = loaderData;
  const order = (
    <Link to={href('/owner/orders/:order', { order: id })}>
      Order {number}
      {name && `, ${name}`}
    </Link>
  );
  return (
    <Screen title={`Contact details, order ${number}`} heading="Contact details" summary={order}>
      <ActionForm
        to={href('/owner/orders/:order/contact', { order: id })}
        version={version}
        className={kit.form}
        noValidate
      >
        <Field name="name" label={LABELS.name} autoCapitalize="words" defaultValue={name} />
        <Field name="phone" label={LABELS.phone} type="tel" defaultValue={phone} />
        <Field
          name="email"
          label={LABELS.email}
          hint="With a new address, the customer gets the e-mail about the order again, and the links in earlier e-mails stop working. A link to pay still works."
          type="email"
          defaultValue={email}
        />
        <Button type="submit">Save</Button>
      </ActionForm>
    </Screen>
  );
}
