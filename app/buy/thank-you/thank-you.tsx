import { data } from 'react-router';
import { privatePageMeta } from '#app/seo/page-meta.ts';
import { shopContext } from '#app/shop-context.ts';
import { currentWords } from '#server/content/texts.ts';
import { readAddition } from '#server/orders/additions.ts';
import { confirmOrder } from '#server/orders/checkout.ts';
import { readPublicOrder } from '#server/orders/rows.ts';
import { todayAt } from '#server/shop.ts';
import type { Route } from './+types/thank-you';
import { EmailNote } from './email-note.tsx';
import { OrderAgain } from './order-again.tsx';
import { displayStatus, OrderStatus } from './order-status.tsx';
import { Collection, OrderSummary } from './order-summary.tsx';
import styles from './thank-you.module.css';
import { useConfirmation } from './use-confirmation.ts';
import '#app/ui/letter.css';

export async function loader({ params, context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  // From the card page of what was added to the order: also without scripts, the page has it.
  const isFromAddition = new URL(request.url).searchParams.has('added');
  if (isFromAddition) await confirmOrder(shop, params.order);
  const order = await readPublicOrder(shop.db, params.order);
  if (!order) {
    throw data(
      {
        title: 'We could not find that order',
        text: 'There may be a slip in the address. If you have paid, your order is safe: please ring us, and we will find it.',
      },
      { status: 404 },
    );
  }
  const today = todayAt(shop);
  const isOver = order.items.every(({ day }) => day < today);
  const adding = isFromAddition ? await readAddition(shop.db, order.id) : undefined;
  return {
    ...order,
    ...(isOver && { isOver }),
    ...(adding && { adding: { isProcessing: adding.isProcessing } }),
    collection: (await currentWords(shop)).collection,
  };
}

export function meta({ matches }: Route.MetaArgs) {
  return privatePageMeta(matches[0].loaderData, {
    title: 'Your order',
    description: 'Your order, its payment and where to collect it.',
  });
}

export default function ThankYou({ loaderData, matches }: Route.ComponentProps) {
  const confirmation = useConfirmation(loaderData);
  const { order } = confirmation;
  const status = displayStatus(confirmation);
  const isOver = loaderData.isOver === true;
  const isBought = status === 'confirmed' || status === 'pending' || status === 'part-paid';
  return (
    <div className={styles.page}>
      <OrderStatus
        status={status}
        order={order}
        isOver={isOver}
        checkoutUrl={confirmation.checkoutUrl}
      />
      {loaderData.adding && (
        <p role="status" className={`${styles.unpaid} said`}>
          {loaderData.adding.isProcessing
            ? 'Your bank is still sending the payment for what you wanted to add, which can take a few days. It is a part of your order once that arrives. You need not pay again.'
            : 'What you wanted to add is not paid, so it is not a part of your order. You can pay for it, or leave it, by the link to your order in our emails.'}
        </p>
      )}
      {isBought && <EmailNote order={order} isOver={isOver} />}
      <div className={styles.columns}>
        <OrderSummary order={order} />
        {isBought && !isOver && <Collection order={order} words={loaderData.collection} />}
      </div>
      {status === 'confirmed' && (
        <OrderAgain order={order} calendarRules={matches[0].loaderData.calendarRules} />
      )}
    </div>
  );
}
