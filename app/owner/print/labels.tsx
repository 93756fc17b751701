import { data, href } from 'react-router';
import { shopContext, siteContext } from '#app/shop-context.ts';
import { dayInWords, isDay } from '#domain/calendar/days.ts';
import { listCollections } from '#server/orders/book.ts';
import type { Route } from './+types/labels';
import { BoxLabels, labelsOf } from './box-labels.tsx';
import { openedFrom } from './day-to-print.ts';
import { PrintPage } from './print-page.tsx';

export async function loader({ params: { day }, context, request }: Route.LoaderArgs) {
  if (!isDay(day)) throw data(null, { status: 404 });
  const shop = context.get(shopContext);
  const [collections, { catalogue }] = await Promise.all([
    listCollections(shop, { from: day, to: day }),
    shop.content(),
  ]);
  return {
    day,
    back: openedFrom(request, href('/owner/day/:day', { day })),
    labels: labelsOf(collections, catalogue.entries, context.get(siteContext).origin),
  };
}

/** The labels of all boxes of a day, 62 × 100 mm each. */
export default function Labels({ loaderData: { day, labels, back } }: Route.ComponentProps) {
  return (
    <PrintPage title={`Labels for ${dayInWords(day, 'short')}`} back={back}>
      {labels.length === 0 && <p>Nothing is collected on this day.</p>}
      <BoxLabels labels={labels} />
    </PrintPage>
  );
}
