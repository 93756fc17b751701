import { Form, href, Link, redirect, useActionData } from 'react-router';
import { findOrder } from '#app/owner/collections/find-order.ts';
import { LinkToCopy } from '#app/owner/frame/link-to-copy.tsx';
import { personContext } from '#app/owner/person-context.ts';
import { shopContext, siteContext } from '#app/shop-context.ts';
import { Allergens } from '#app/ui/allergens.tsx';
import { Problem } from '#app/ui/kit/field.tsx';
import { Action } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { Notice } from '#app/ui/kit/notice.tsx';
import type { Refusal } from '#app/ui/kit/refusal.ts';
import { Screen } from '#app/ui/kit/screen.tsx';
import { formatPence } from '#domain/money.ts';
import { isUnpaidPhoneOrder } from '#domain/orders/order.ts';
import { changedAllergens } from '#server/orders/current-allergens.ts';
import { makePayLink } from '#server/orders/pay-link.ts';
import type { Route } from './+types/pay-link';

export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const { id, number, name, phone, email, total, state, order } = await findOrder(
    shop,
    params.order,
  );
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

/** Makes a link, which only this answer holds. Earlier ones stay valid. */
export async function action({ context, params }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const { id: by } = context.get(personContext);
  const { id } = await findOrder(shop, params.order);
  const token = await makePayLink(shop, id, { by });
  if (!token) throw redirect(href('/owner/orders/:order', { order: params.order }), 303);
  return { link: `${context.get(siteContext).origin}${href('/pay/:token', { token })}` };
}

export default function PayLink({ loaderData }: Route.ComponentProps) {
  const { id, number, name, total, changed } = loaderData;
  const made = useActionData<{ link: string } | Refusal>();
  const summary = (
    <>
      <Link to={href('/owner/orders/:order', { order: id })}>{name}</Link>, order {number} · {total}{' '}
      to pay
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
        <MadeLink link={made.link} order={loaderData} />
      ) : (
        <>
          <Problem text={made?.problems['']} />
          <div className={kit.actions}>
            <PayLinkForm order={id}>Make a pay link</PayLinkForm>
          </div>
        </>
      )}
    </Screen>
  );
}

/** Leads to the screen with the link that it makes. */
export function PayLinkForm({ order, children }: { order: string; children: string }) {
  return (
    <Form method="post" action={href('/owner/orders/:order/pay-link', { order })}>
      <button type="submit" className={kit.action}>
        {children}
      </button>
    </Form>
  );
}

interface MadeLinkProps {
  link: string;
  order: Route.ComponentProps['loaderData'];
}

function MadeLink({ link, order: { id, number, total, phone, email } }: MadeLinkProps) {
  const text = `Your order ${number}, ${total}, can be paid here: ${link}`;
  const recipient = 'customer';
  return (
    <LinkToCopy
      label="Anyone with this link can pay the order by card, until it is paid."
      link={link}
    >
      {phone && (
        <a className={kit.action} href={`sms:${phone}?&body=${encodeURIComponent(text)}`}>
          Send as a text message
        </a>
      )}
      {email && (
        <Action
          to={href('/owner/orders/:order/resend/:recipient', { order: id, recipient })}
          fields={{ back: href('/owner/orders/:order', { order: id }) }}
        >
          E-mail the order with a link
        </Action>
      )}
    </LinkToCopy>
  );
}
