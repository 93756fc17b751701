import { newsOnPaper } from '#app/owner/collections/news/news-view.ts';
import { Notes } from '#app/owner/collections/notes.tsx';
import { answerInPlace } from '#app/owner/frame/form-answer.ts';
import { Allergens } from '#app/ui/allergens.tsx';
import { firstName } from '#domain/book/sheets.ts';
import { dayInWords } from '#domain/calendar/days.ts';
import type { Route } from './+types/tickets';
import { loadDay } from './day-to-print.ts';
import paper from './print-page.module.css';
import { AddOnsInWords, PipedMessage, PrintPage } from './print-page.tsx';
import styles from './tickets.module.css';

export { printDay as action } from './day-to-print.ts';

export const clientMiddleware = [answerInPlace];

export async function loader(args: Route.LoaderArgs) {
  const { cakes, event, before, ...rest } = await loadDay(args, args.context);
  return {
    ...rest,
    // Otherwise the bake sheet, which says what has changed, would count from the tickets.
    event: before ? undefined : event,
    cakes: cakes.map(({ name, orderId: _, collector, changes, requestsCancel, ...cake }) => ({
      ...cake,
      news: newsOnPaper({ collector, changes, requestsCancel }),
      firstName: firstName(name),
    })),
  };
}

/** Letters of both notes. More get a smaller font. */
const MANY_LETTERS = 120;

function isLong({ note, staffNote }: { note: string; staffNote: string }): boolean {
  return note.length + staffNote.length > MANY_LETTERS;
}

/** A ticket for each cake of a day, four of A6 on A4, to cut apart. */
export default function Tickets({ loaderData }: Route.ComponentProps) {
  const { day, cakes, printedAt, event, back } = loaderData;
  return (
    <PrintPage title={`Tickets for ${dayInWords(day, 'short')}`} back={back} event={event}>
      {cakes.length === 0 && <p>Nothing is collected on this day.</p>}
      <ul className={styles.tickets}>
        {cakes.map((cake) => (
          <li key={`${cake.number} ${cake.place}`} className={styles.ticket}>
            <p className={styles.when}>
              {[dayInWords(day), cake.time].filter(Boolean).join(', ')}
              <span>
                {cake.number}
                {cake.of > 1 && ` · ${cake.place} of ${cake.of}`}
              </span>
            </p>
            <h2>
              {cake.title} <span>{cake.size}</span>
            </h2>
            {cake.options && <p className={styles.options}>{cake.options}</p>}
            {cake.news && <p className={`${styles.news} ${paper.framed}`}>{cake.news}</p>}
            {cake.message === '' ? (
              <p>No message</p>
            ) : (
              <p className={`${styles.message} ${paper.framed}`}>
                <PipedMessage message={cake.message} />
              </p>
            )}
            {cake.addOns.map((addOns) => (
              <p key={`${addOns.what} ${addOns.message}`}>
                With <AddOnsInWords {...addOns} />
              </p>
            ))}
            <Notes
              note={cake.note}
              staffNote={cake.staffNote}
              className={isLong(cake) ? styles.longNotes : styles.notes}
            />
            <p className={styles.allergens}>
              <Allergens of={cake} />
            </p>
            <p className={styles.foot}>
              <strong>{cake.firstName}</strong>
              {cake.toPay && <b className={styles.toPay}>{cake.toPay}</b>}
              <span className={paper.box}>made</span>
              <span className={paper.box}>boxed</span>
              <small>{printedAt}</small>
            </p>
          </li>
        ))}
      </ul>
    </PrintPage>
  );
}
