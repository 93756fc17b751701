import { href } from 'react-router';
import { countOf } from '#app/owner/collections/collection-view.ts';
import { newsOnPaper } from '#app/owner/collections/news/news-view.ts';
import { Notes } from '#app/owner/collections/notes.tsx';
import { answerInPlace } from '#app/owner/frame/form-answer.ts';
import { timeOrInstant } from '#app/owner/frame/london-time.ts';
import { shopContext } from '#app/shop-context.ts';
import { Allergens } from '#app/ui/allergens.tsx';
import { firstName, totals } from '#domain/book/sheets.ts';
import { dayInWords } from '#domain/calendar/days.ts';
import { cakesFirst, groupItems } from '#domain/orders/items-in-words.ts';
import type { Gone } from '#server/orders/printed-sheets.ts';
import { todayAt } from '#server/shop.ts';
import type { Route } from './+types/bake-sheet';
import styles from './bake-sheet.module.css';
import { loadDay } from './day-to-print.ts';
import paper from './print-page.module.css';
import { AddOnsInWords, PipedMessage, PrintPage, SpaceLegend } from './print-page.tsx';

export { printDay as action } from './day-to-print.ts';

export const clientMiddleware = [answerInPlace];

export async function loader(args: Route.LoaderArgs) {
  const { context } = args;
  const { cakes, before, ...rest } = await loadDay(args, context);
  return {
    ...rest,
    before: before && {
      at: timeOrInstant(before.at, todayAt(context.get(shopContext))),
      changed: before.changed.length,
      cancelled: before.gone.filter(({ to, isTakenOff }) => !to && !isTakenOff).map(whatAndWhose),
      takenOff: before.gone.filter(({ isTakenOff }) => isTakenOff).map(whatAndWhose),
      moved: before.gone.flatMap(({ to, ...gone }) =>
        to ? `${whatAndWhose(gone)} to ${dayInWords(to, 'short')}` : [],
      ),
    },
    // Candles that are collected alone have a row, too.
    count: countOf(cakes.filter(({ isAddOn }) => !isAddOn).length, 'cake'),
    totals: totals(cakes),
    cakes: cakes
      .map(({ name, orderId, collector, changes, requestsCancel, ...cake }) => ({
        ...cake,
        news: newsOnPaper({ collector, changes, requestsCancel }),
        firstName: firstName(name),
        isNew: before?.changed.includes(orderId) ?? false,
      }))
      .sort(cakesFirst),
  };
}

/** `2 × Victoria Sponge 8 in for Ada (7H6FMC)` */
function whatAndWhose({ items, name, number }: Pick<Gone, 'items' | 'name' | 'number'>): string {
  const what = groupItems(items).map((each) =>
    each.count > 1 ? `${each.count} × ${each.what}` : each.what,
  );
  return [what.join(', '), name && `for ${firstName(name)}`, `(${number})`]
    .filter(Boolean)
    .join(' ');
}

/** What to bake for a day, on A4. */
export default function BakeSheet({ loaderData }: Route.ComponentProps) {
  const { day, cakes, unreadable, printedAt, event, before, back } = loaderData;
  return (
    <PrintPage
      title={`Bake sheet for ${dayInWords(day, 'short')}`}
      back={back}
      event={event}
      also={
        cakes.length > 0 && (
          <>
            Also print: <a href={href('/owner/print/tickets/:day', { day })}>Tickets</a>
            <a href={href('/owner/print/labels/:day', { day })}>Labels</a>
          </>
        )
      }
    >
      <article className={styles.sheet}>
        <header className={styles.head}>
          <h2>{dayInWords(day)}</h2>
          <p>
            {loaderData.count} · printed {printedAt}
            {before && `, ${before.changed} changed since ${before.at}`}
          </p>
        </header>
        {before && before.cancelled.length > 0 && (
          <p className={`${styles.gone} ${paper.framed}`}>
            <strong>Cancelled since the last print:</strong> {before.cancelled.join('; ')}.
          </p>
        )}
        {before && before.takenOff.length > 0 && (
          <p className={`${styles.gone} ${paper.framed}`}>
            <strong>Taken off orders since the last print:</strong> {before.takenOff.join('; ')}.
          </p>
        )}
        {before && before.moved.length > 0 && (
          <p className={`${styles.gone} ${paper.framed}`}>
            <strong>Moved since the last print:</strong> {before.moved.join('; ')}.
          </p>
        )}
        {cakes.length === 0 && <p>Nothing is collected on this day.</p>}
        <ul className={styles.totals}>
          {loaderData.totals.map(({ title, size, madeAlike, count }) => (
            <li key={`${title} ${size} ${madeAlike}`}>
              <strong>{count} ×</strong> {title} <span className={styles.size}>{size}</span>
              {madeAlike && ` (${madeAlike})`}
            </li>
          ))}
        </ul>
        {cakes.length > 0 && (
          <table className={styles.cakes}>
            <thead>
              <tr>
                <th scope="col">Made</th>
                <th scope="col">Boxed</th>
                <th scope="col">Cake</th>
                <th scope="col">Message</th>
                <th scope="col">Allergens</th>
                <th scope="col">For</th>
              </tr>
            </thead>
            <tbody>
              {cakes.map((cake) => (
                <tr key={`${cake.number} ${cake.place}`}>
                  <td className={paper.box} />
                  <td className={paper.box} />
                  <th scope="row">
                    {cake.isNew && <em>new </em>}
                    {[cake.title, cake.size].filter(Boolean).join(', ')}
                    {cake.options && <span className={styles.options}>{cake.options}</span>}
                    {cake.news && <em className={`${styles.news} ${paper.framed}`}>{cake.news}</em>}
                    {cake.addOns.map((addOns) => (
                      <small key={`${addOns.what} ${addOns.message}`}>
                        with <AddOnsInWords {...addOns} />
                      </small>
                    ))}
                    <Notes note={cake.note} staffNote={cake.staffNote} className={styles.notes} />
                  </th>
                  <td>{cake.message !== '' && <PipedMessage message={cake.message} />}</td>
                  <td className={styles.allergens}>
                    <Allergens of={cake} />
                  </td>
                  <td>
                    {cake.time && <strong>{cake.time}</strong>} {cake.firstName}
                    <small>
                      {cake.number}
                      {cake.of > 1 && ` · ${cake.place} of ${cake.of}`}
                    </small>
                    {cake.toPay && <small>{cake.toPay}</small>}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        <SpaceLegend items={cakes.flatMap((cake) => [cake, ...cake.addOns])} />
        {unreadable.length > 0 && (
          <p>
            <strong>Something of these orders cannot be read: {unreadable.join(', ')}.</strong> Ask
            the customer or the owner.
          </p>
        )}
      </article>
    </PrintPage>
  );
}
