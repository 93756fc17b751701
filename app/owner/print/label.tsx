import { data, href } from 'react-router';
import { shopContext, siteContext } from '#app/shop-context.ts';
import { bookedOrder } from '#server/orders/book.ts';
import type { Route } from './+types/label';
import { BoxLabels, labelsOf } from './box-labels.tsx';
import { openedFrom } from './day-to-print.ts';
import { PrintPage } from './print-page.tsx';

export async function loader({ params, context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const [order, { catalogue }] = await Promise.all([
    bookedOrder(shop, params.order),
    shop.content(),
  ]);
  const collections = order?.collections.filter(({ day }) => day === params.day) ?? [];
  const [first] = collections;
  if (!order || !first) throw data(null, { status: 404 });
  return {
    number: order.number,
    back: openedFrom(request, href('/owner/orders/:order', { order: order.number })),
    labels: labelsOf(collections, catalogue.entries, context.get(siteContext).origin),
  };
}

/** The labels of a collection. */
export default function Label({ loaderData: { number, labels, back } }: Route.ComponentProps) {
  return (
    <PrintPage title={`Label for ${number}`} back={back}>
      <BoxLabels labels={labels} />
    </PrintPage>
  );
}
