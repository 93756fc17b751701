import { data, href } from 'react-router';
import { shopContext, siteContext } from '#app/shop-context.ts';
import { Allergens } from '#app/ui/allergens.tsx';
import { useCafe } from '#app/ui/cafe.ts';
import { sheetCakes } from '#domain/book/sheets.ts';
import { dayInWords, isDay } from '#domain/calendar/days.ts';
import { declaredOnLabel } from '#domain/catalogue/allergens.ts';
import { listCollections } from '#server/orders/book.ts';
import type { Route } from './+types/labels';
import { openedFrom } from './day-to-print.ts';
import styles from './labels.module.css';
import { AddOnsInWords, PrintPage } from './print-page.tsx';
import { encodeQr } from './qr-code.ts';

/** Of all orders of a day, or of the one that the address names. */
export async function loader({ params: { day }, context, request }: Route.LoaderArgs) {
  if (!isDay(day)) throw data(null, { status: 404 });
  const shop = context.get(shopContext);
  const order = new URL(request.url).searchParams.get('order');
  const [ofDay, { catalogue }] = await Promise.all([
    listCollections(shop, { from: day, to: day }),
    shop.content(),
  ]);
  const collections = order === null ? ofDay : ofDay.filter(({ number }) => number === order);
  if (order !== null && collections.length === 0) throw data(null, { status: 404 });
  const { origin } = context.get(siteContext);
  const screen =
    order === null ? href('/owner/day/:day', { day }) : href('/owner/orders/:order', { order });
  return {
    title: order === null ? `Labels for ${dayInWords(day, 'short')}` : `Label for ${order}`,
    back: openedFrom(request, screen),
    labels: sheetCakes(collections, catalogue.entries).map(({ orderId: _, ...cake }) => ({
      ...cake,
      ...declaredOnLabel(cake),
      qr: encodeQr(origin + href('/owner/orders/:order', { order: cake.number })),
    })),
  };
}

/** A label for the box of each cake, 62 × 100 mm. */
export default function Labels({ loaderData: { title, labels, back } }: Route.ComponentProps) {
  return (
    <PrintPage title={title} back={back}>
      {labels.length === 0 && <p>Nothing is collected on this day.</p>}
      <ul className={styles.labels}>
        {labels.map((label) => (
          <BoxLabel key={`${label.number} ${label.place}`} {...label} />
        ))}
      </ul>
    </PrintPage>
  );
}

type Label = Route.ComponentProps['loaderData']['labels'][number];

/** Longer names get a smaller font: they may have up to 100 characters. */
const LONG_NAME = 28;

function BoxLabel(cake: Label) {
  const { name, number, qr } = cake;
  const { name: cafeName, contact } = useCafe();
  return (
    <li className={styles.label}>
      <p className={name.length > LONG_NAME ? styles.longName : styles.name}>{name || number}</p>
      <p className={styles.day}>{[dayInWords(cake.day), cake.time].filter(Boolean).join(', ')}</p>
      <h2>
        {cake.title} <span>{cake.size}</span>
      </h2>
      {cake.options && <p className={styles.options}>{cake.options}</p>}
      {cake.message !== '' && <p className={styles.message}>“{cake.message}”</p>}
      {cake.addOns.map((addOns) => (
        <p key={`${addOns.what} ${addOns.message}`}>
          With <AddOnsInWords {...addOns} />
        </p>
      ))}
      <p className={styles.law}>
        <Allergens of={cake} />
        {(cake.eatBy || cake.keep) && (
          <span>
            {cake.eatBy && <strong>Eat by {dayInWords(cake.eatBy, 'short')}. </strong>}
            {cake.keep}
          </span>
        )}
      </p>
      <div className={styles.foot}>
        <p>
          <strong>{cafeName}</strong>
          <br />
          {contact.phone.display}
          <br />
          {number}
          {cake.of > 1 && ` · ${cake.place} of ${cake.of}`}
        </p>
        <svg viewBox={`0 0 ${qr.size} ${qr.size}`} role="img" aria-label="QR code of the order">
          <path d={qr.path} />
        </svg>
      </div>
    </li>
  );
}
