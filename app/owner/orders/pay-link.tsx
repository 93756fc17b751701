import { data, href, Link, redirect } from 'react-router';
import { LinkToCopy } from '#app/owner/frame/link-to-copy.tsx';
import { ScreenTitle } from '#app/owner/frame/screen-title.tsx';
import { useInitial } from '#app/owner/frame/use-initial.ts';
import { personContext } from '#app/owner/person-context.ts';
import { shopContext, siteContext } from '#app/shop-context.ts';
import { Allergens } from '#app/ui/allergens.tsx';
import screen from '#app/ui/kit/kit.module.css';
import { formatPence } from '#domain/money.ts';
import { isUnpaidPhoneOrder } from '#domain/orders/order.ts';
import { bookedOrder } from '#server/orders/book.ts';
import { changedAllergens } from '#server/orders/current-allergens.ts';
import { makePayLink } from '#server/orders/pay-link.ts';
import type { Route } from './+types/pay-link';

export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const booked = await bookedOrder(shop, params.order);
  if (!booked) throw data(null, { status: 404 });
  const { id, number, name, phone, email, total, state, order } = booked;
  // It has been paid meanwhile.
  if (!isUnpaidPhoneOrder(state)) throw redirect(href('/owner/orders/:order', { order: id }), 303);
  return {
    id,
    number,
    name,
    email,
    total: formatPence(total),
    phone: phone.replaceAll(/[^\d+]/g, ''),
    changed: await changedAllergens(shop, order?.items ?? []),
  };
}

/** Makes a link. Earlier ones stay valid. */
export async function action({ context, params }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const { id: by } = context.get(personContext);
  const booked = await bookedOrder(shop, params.order);
  const token = booked && (await makePayLink(shop, booked.id, { by }));
  if (!token) throw redirect(href('/owner/orders/:order', { order: params.order }), 303);
  return { link: `${context.get(siteContext).origin}${href('/pay/:token', { token })}` };
}

export default function PayLink({ loaderData, actionData }: Route.ComponentProps) {
  const { id, number, name, phone, email, total, changed } = loaderData;
  const link = useInitial(actionData?.link);
  return (
    <>
      <ScreenTitle title={`Pay link for ${name}`} />
      <h1 className={screen.title}>Pay link</h1>
      <p className={screen.summary}>
        <Link to={href('/owner/orders/:order', { order: id })}>{name}</Link>, order {number} ·{' '}
        {total} to pay
      </p>
      {changed.map(({ title, ...declared }) => (
        <p key={title} className={screen.warning}>
          <strong>{title} has changed.</strong> <Allergens of={declared} /> That is not what the
          customer was told, so the link takes no payment. Ring the customer, who can still pay when
          they collect.
        </p>
      ))}
      {link === undefined ? (
        <form method="post" className={screen.actions}>
          <button type="submit" className={screen.action}>
            Make a pay link
          </button>
        </form>
      ) : (
        <LinkToCopy
          label="Anyone with this link can pay the order by card, until it is paid."
          link={link}
        >
          {phone && (
            <a
              className={screen.action}
              href={`sms:${phone}?&body=${encodeURIComponent(`Your order ${number}, ${total}, can be paid here: ${link}`)}`}
            >
              Send as a text message
            </a>
          )}
          {email && (
            <form method="post" action={href('/owner/orders/:order', { order: id })}>
              <button type="submit" name="resend" value="customer" className={screen.action}>
                E-mail the order with a link
              </button>
            </form>
          )}
        </LinkToCopy>
      )}
    </>
  );
}
