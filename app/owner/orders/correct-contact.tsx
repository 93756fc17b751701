import { data, href, Link, redirect } from 'react-router';
import { ScreenTitle } from '#app/owner/frame/screen-title.tsx';
import { useInitial } from '#app/owner/frame/use-initial.ts';
import { personContext } from '#app/owner/person-context.ts';
import { readForm } from '#app/read-form.ts';
import { shopContext } from '#app/shop-context.ts';
import { Button } from '#app/ui/button.tsx';
import { Field, type FieldProps } from '#app/ui/kit/field.tsx';
import screen from '#app/ui/kit/kit.module.css';
import { CUSTOMER_FIELD_NAMES } from '#domain/orders/customer-details.ts';
import { type Customer, wasBooked } from '#domain/orders/order.ts';
import { bookedOrder } from '#server/orders/book.ts';
import { correctContact } from '#server/orders/contact.ts';
import type { Shop } from '#server/shop.ts';
import type { Route } from './+types/correct-contact';
import styles from './change-text.module.css';

export async function loader({ context, params }: Route.LoaderArgs) {
  const { id, number, name, phone, email } = await findCorrectableOrder(
    context.get(shopContext),
    params.order,
  );
  return { id, number, contact: { name, phone, email } };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const { id: by } = context.get(personContext);
  const { id: orderId } = await findCorrectableOrder(shop, params.order);
  const field = await readForm(request);
  const read = (prefix: string): Customer => ({
    name: field(`${prefix}name`),
    phone: field(`${prefix}phone`),
    email: field(`${prefix}email`),
  });
  const [from, typed] = [read('from-'), read('')];
  const result = await correctContact(shop, { orderId, from, to: typed, by });
  const order = href('/owner/orders/:order', { order: orderId });
  if (result === 'corrected' || result === 'emailed') {
    throw redirect(`${order}?contact=${result}`, 303);
  }
  if (result === 'unchanged' || result === 'unknown') throw redirect(order, 303);
  if ('problems' in result) return data({ problems: result.problems, from, typed }, 422);
  // Saved again, only the fields that the person has changed replace what is there now.
  const problems: Partial<Customer> = {};
  for (const name of CUSTOMER_FIELD_NAMES) {
    const now = result.conflict[name];
    if (now === undefined) continue;
    problems[name] =
      `Somebody else has changed it meanwhile: ${now ? `it is “${now}” now` : 'it is empty now'}. Save again for what is typed here.`;
    from[name] = now;
  }
  return data({ problems, from, typed }, 409);
}

async function findCorrectableOrder(shop: Shop, order: string) {
  const booked = await bookedOrder(shop, order);
  if (!booked) throw data(null, { status: 404 });
  // It was never in the book, or its name was removed.
  if (!wasBooked(booked.state) || booked.anonymisedAt !== null) {
    throw redirect(href('/owner/orders/:order', { order: booked.id }), 303);
  }
  return booked;
}

export default function CorrectContact({ loaderData, actionData }: Route.ComponentProps) {
  const { id, number, contact } = loaderData;
  const { problems, from, typed } = useInitial(
    actionData ?? { problems: {}, from: contact, typed: contact },
  );
  const detail = (name: keyof Customer) => ({
    name,
    from: from[name],
    defaultValue: typed[name],
    problem: problems[name],
  });
  return (
    <>
      <ScreenTitle title={`Contact details, order ${number}`} />
      <h1 className={screen.title}>Contact details</h1>
      <p className={screen.summary}>
        <Link to={href('/owner/orders/:order', { order: id })}>
          Order {number}
          {contact.name && `, ${contact.name}`}
        </Link>
      </p>
      <form method="post" className={`${screen.fields} ${styles.form}`} noValidate>
        <Detail label="Name" autoCapitalize="words" {...detail('name')} />
        <Detail label="Phone number" type="tel" {...detail('phone')} />
        <Detail
          label="E-mail (may be empty)"
          hint="A new address gets the e-mail about the order at once. Links to the order in e-mails to the old address stop working; a link to pay does not."
          type="email"
          {...detail('email')}
        />
        <Button type="submit">Save</Button>
      </form>
    </>
  );
}

/** A field, and what the page showed in it. */
function Detail({ from, ...field }: FieldProps & { from: string }) {
  return (
    <>
      <input type="hidden" name={`from-${field.name}`} value={from} />
      <Field {...field} />
    </>
  );
}
