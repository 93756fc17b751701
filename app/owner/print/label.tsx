import { data, href } from 'react-router';
import { shopContext, siteContext } from '#app/shop-context.ts';
import { Allergens } from '#app/ui/allergens.tsx';
import { useCafe } from '#app/ui/cafe.ts';
import { sheetCakes } from '#domain/book/sheets.ts';
import { dayInWords } from '#domain/calendar/days.ts';
import { declaredOnLabel } from '#domain/catalogue/allergens.ts';
import { bookedOrder } from '#server/orders/book.ts';
import type { Route } from './+types/label';
import styles from './label.module.css';
import { PrintPage } from './print-page.tsx';
import { encodeQr } from './qr-code.ts';

/** Longer names get a smaller font: they may have up to 100 characters. */
const LONG_NAME = 28;

export async function loader({ params, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const [order, { catalogue }] = await Promise.all([
    bookedOrder(shop, params.order),
    shop.content(),
  ]);
  const collections = order?.collections.filter(({ day }) => day === params.day) ?? [];
  const [first] = collections;
  if (!order || !first) throw data(null, { status: 404 });
  return {
    day: first.day,
    number: order.number,
    name: first.name,
    cakes: sheetCakes(collections, catalogue.entries).map(({ name: _, orderId: __, ...cake }) => ({
      ...cake,
      ...declaredOnLabel(cake),
    })),
    qr: encodeQr(
      context.get(siteContext).origin + href('/owner/orders/:order', { order: order.number }),
    ),
  };
}

/** A label for the box of each cake in a collection, 62 × 100 mm. */
export default function Label({ loaderData }: Route.ComponentProps) {
  const { day, number, name, cakes, qr } = loaderData;
  const { name: cafeName, contact } = useCafe();
  return (
    <PrintPage title={`Label for ${number}`}>
      <ul className={styles.labels}>
        {cakes.map((cake) => (
          <li key={cake.place} className={styles.label}>
            <p className={name.length > LONG_NAME ? styles.longName : styles.name}>
              {name || number}
            </p>
            <p className={styles.day}>{dayInWords(day)}</p>
            <h2>
              {cake.title} <span>{cake.size}</span>
            </h2>
            {cake.message !== '' && <p className={styles.message}>“{cake.message}”</p>}
            {cake.addOns.map(({ what, count }) => (
              <p key={what}>
                With {count > 1 && `${count} × `}
                {what}
              </p>
            ))}
            <p className={styles.law}>
              <Allergens of={cake} />
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
              <svg
                viewBox={`0 0 ${qr.size} ${qr.size}`}
                role="img"
                aria-label="QR code of the order"
              >
                <path d={qr.path} />
              </svg>
            </div>
          </li>
        ))}
      </ul>
    </PrintPage>
  );
}
