import { data } from 'react-router';
import { privatePageMeta } from '#app/seo/page-meta.ts';
import { shopContext } from '#app/shop-context.ts';
import { collection } from '#cafe/words/collection.ts';
import { editedPieces } from '#server/content/texts.ts';
import { readPublicOrder } from '#server/orders/rows.ts';
import { todayAt } from '#server/shop.ts';
import type { Route } from './+types/thank-you';
import { EmailNote } from './email-note.tsx';
import { OrderAgain } from './order-again.tsx';
import { displayStatus, OrderStatus } from './order-status.tsx';
import { Collection, OrderSummary } from './order-summary.tsx';
import styles from './thank-you.module.css';
import { useConfirmation } from './use-confirmation.ts';

export async function loader({ params, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
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
  return { ...order, ...(isOver && { isOver }), ...(await editedPieces(shop, 'collection')) };
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
  const isBought = status === 'confirmed' || status === 'pending';
  return (
    <div className={styles.page}>
      <OrderStatus
        status={status}
        order={order}
        isOver={loaderData.isOver === true}
        checkoutUrl={confirmation.checkoutUrl}
      />
      {isBought && <EmailNote order={order} isOver={loaderData.isOver === true} />}
      <div className={styles.columns}>
        <OrderSummary order={order} />
        {isBought && (
          <Collection order={order} words={loaderData.words?.collection ?? collection} />
        )}
      </div>
      {status === 'confirmed' && (
        <OrderAgain order={order} calendarRules={matches[0].loaderData.calendarRules} />
      )}
    </div>
  );
}
