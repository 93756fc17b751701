import { href } from 'react-router';
import { Allergens } from '#app/ui/allergens.tsx';
import { useCafe } from '#app/ui/cafe.ts';
import { sheetCakes } from '#domain/book/sheets.ts';
import { dayInWords } from '#domain/calendar/days.ts';
import { declaredOnLabel } from '#domain/catalogue/allergens.ts';
import styles from './box-labels.module.css';
import { AddOnsInWords } from './print-page.tsx';
import { encodeQr } from './qr-code.ts';

/** Longer names get a smaller font: they may have up to 100 characters. */
const LONG_NAME = 28;

type Label = ReturnType<typeof labelsOf>[number];

/**
 * A label for the box of each cake.
 * @param origin the shop's, for the QR codes.
 */
export function labelsOf(
  collections: Parameters<typeof sheetCakes>[0],
  entries: Parameters<typeof sheetCakes>[1],
  origin: string,
) {
  return sheetCakes(collections, entries).map(({ orderId: _, ...cake }) => ({
    ...cake,
    ...declaredOnLabel(cake),
    qr: encodeQr(origin + href('/owner/orders/:order', { order: cake.number })),
  }));
}

export function BoxLabels({ labels }: { labels: Label[] }) {
  return (
    <ul className={styles.labels}>
      {labels.map((label) => (
        <BoxLabel key={`${label.number} ${label.place}`} {...label} />
      ))}
    </ul>
  );
}

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
