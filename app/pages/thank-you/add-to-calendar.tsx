import { cafe } from '#cafe/cafe.ts';
import { collection } from '#cafe/words/collection.ts';
import type { Day } from '#domain/calendar/day.ts';
import { dayInWords, weekday } from '#domain/calendar/days.ts';
import { type IcsEvent, icsFile } from '#domain/calendar/ics.ts';
import type { OrderId } from '#domain/orders/order.ts';
import styles from './add-to-calendar.module.css';

interface AddToCalendarProps {
  orderId: OrderId;
  day: Day;
  /** What is collected on that day. */
  titles: string[];
}

/** The day of collection as a file that every calendar takes. */
export function AddToCalendar({ orderId, day, titles }: AddToCalendarProps) {
  function download() {
    const file = icsFile(collectionEvent({ orderId, day, titles }), new Date().toISOString());
    save(new Blob([file], { type: 'text/calendar;charset=utf-8' }), `collection-${day}.ics`);
  }
  return (
    <button
      type="button"
      className={styles.button}
      aria-label={`Add to calendar: ${dayInWords(day)}`}
      onClick={download}
    >
      Add to calendar
    </button>
  );
}

function collectionEvent({ orderId, day, titles }: AddToCalendarProps): IcsEvent {
  const { address, phone } = cafe.contact;
  return {
    uid: `${orderId}-${day}`,
    day,
    hours: cafe.hours.week.find((open) => open.weekday === weekday(day)),
    summary: `Collect from ${cafe.name}`,
    location: [cafe.name, ...address].join(', '),
    description: [
      ...titles,
      collection.whatToBring,
      `Order ${orderId}. Phone ${phone.display}.`,
    ].join('\n'),
  };
}

function save(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
