import { href } from 'react-router';
import { nameOrNumber } from '#app/owner/collections/words.ts';
import { hasProof } from '#app/owner/frame/require-proof.ts';
import { SignInFirst } from '#app/owner/frame/sign-in-first.tsx';
import { shopContext } from '#app/shop-context.ts';
import { Button } from '#app/ui/button.tsx';
import { Submit } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { Notice, Screen } from '#app/ui/kit/screen.tsx';
import type { Route } from './+types/everything';
import { ChooseOrders } from './choose-orders.tsx';
import { findCustomer } from './same-orders.ts';

export async function loader({ context, params }: Route.LoaderArgs) {
  const { booked, same } = await findCustomer(context.get(shopContext), params.order);
  return {
    number: booked.number,
    name: nameOrNumber(booked),
    orders: same.map(({ number, words, doubt }) => ({ number, words, doubt })),
    isProved: hasProof(context),
  };
}

/** What a customer gets who asks what the shop knows of them. */
export default function Everything({ loaderData }: Route.ComponentProps) {
  const { number, name, orders, isProved } = loaderData;
  const order = { order: number };
  return (
    <Screen
      title={`What we know of ${name}`}
      above={{ path: href('/owner/orders/:order', order), title: name }}
      summary="For a customer who asks for it. You have a month to answer."
    >
      {isProved ? (
        // A plain form, whose answers are a paper and a file.
        <form
          method="get"
          action={href('/owner/print/customer/:order', order)}
          className={kit.form}
        >
          <ChooseOrders legend="Their orders" orders={orders} />
          <div className={kit.actions}>
            <Button type="submit">Show, to print or save as PDF</Button>
            <Submit formAction={href('/owner/orders/:order/customer.csv', order)}>
              Download the orders (CSV)
            </Submit>
          </div>
          <Notice kind="quiet">
            The page has all that this shop holds: contact details, cakes and their words, payments,
            e-mails, what they have asked for and what happened. Look through it before you hand it
            over: it must be about nobody else.
          </Notice>
        </form>
      ) : (
        <SignInFirst path={href('/owner/orders/:order/customer', order)}>
          see what you know of a customer
        </SignInFirst>
      )}
    </Screen>
  );
}
