import { href, Link } from 'react-router';
import { useStableList } from '#app/live/use-stable-list.ts';
import { CollectionCards, Groups } from '#app/owner/collections/collection-card.tsx';
import type { CardView } from '#app/owner/collections/collection-view.ts';
import { AsksToCancel, CustomerNews } from '#app/owner/collections/news/customer-news.tsx';
import { useTicks } from '#app/owner/collections/ticks/fulfilment-form.tsx';
import { shownFulfilment } from '#app/owner/collections/ticks/ticks.ts';
import { useArrivals } from '#app/owner/collections/use-arrivals.ts';
import { BankHolidays } from '#app/owner/days/calendar/bank-holidays/bank-holidays.tsx';
import { ThisScreen } from '#app/owner/frame/this-screen.tsx';
import { LIVE } from '#app/owner/frame/use-live-orders.ts';
import { NextThings } from '#app/owner/opening/next-things.tsx';
import { personContext } from '#app/owner/person-context.ts';
import { shopContext } from '#app/shop-context.ts';
import kit from '#app/ui/kit/kit.module.css';
import { ActionLink, QuietLink } from '#app/ui/kit/links.tsx';
import { Row, Rows } from '#app/ui/kit/rows.tsx';
import { Notice, Screen, Section } from '#app/ui/kit/screen.tsx';
import { may } from '#domain/staff/rights.ts';
import type { Route } from './+types/today';
import styles from './today.module.css';
import { type TodayView, todayView } from './today-view.ts';

export const handle = LIVE;

export async function loader({ context }: Route.LoaderArgs) {
  return todayView(context.get(shopContext), context.get(personContext));
}

export default function Today({ loaderData }: Route.ComponentProps) {
  const { day: today, next, title, load, standing, toPrint, needsYou, due } = loaderData;
  const { holidays, changed, toMake, recent, newest, more, role } = loaderData;
  const isNewOrder = useArrivals(newest.map(({ number }) => number));
  return (
    <Screen
      title="Today"
      heading={title}
      summary={
        <>
          <HandedOver due={due} />
          {load && ` · ${load}`}
        </>
      }
    >
      {standing.length > 0 && (
        <ul className={`${kit.actions} ${styles.standing}`}>
          {standing.map(({ words, path }) => (
            <li key={words}>{may(role, 'run-cafe') ? <Link to={path}>{words}</Link> : words}</li>
          ))}
        </ul>
      )}
      {(may(role, 'take-orders') || toPrint) && (
        <p className={kit.actions}>
          {may(role, 'take-orders') && (
            <ActionLink to={href('/owner/orders/new')}>New order</ActionLink>
          )}
          {toPrint && (
            <a
              className={kit.action}
              href={href('/owner/print/bake-sheet/:day', { day: toPrint.day })}
              data-shortcut="p"
              aria-keyshortcuts="p"
            >
              Print {toPrint.words}
            </a>
          )}
        </p>
      )}
      {/* Today's cakes come first. */}
      {next && due.length === 0 && <NextThings {...next} />}
      <div className={kit.columns}>
        <div>
          <NeedsYou {...needsYou} />
          <Changed changed={changed} role={role} />

          <Section title="Hand over">
            {/* Another day is another list. */}
            <CollectionCards
              key={today}
              collections={due}
              isByTime
              empty={
                <Notice kind="empty">
                  Nobody collects today. New orders appear here by themselves.
                </Notice>
              }
            />
          </Section>
        </div>
        <div>
          <Section title="Start today">
            {toMake.length === 0 && <Notice kind="empty">Nothing to start today.</Notice>}
            <div className="stack">
              {toMake.map(({ day, words, groups }) => (
                <div key={day}>
                  <h3>
                    <Link to={href('/owner/day/:day', { day })}>{words}</Link>
                  </h3>
                  <Groups groups={groups} />
                </div>
              ))}
            </div>
          </Section>

          <Section title="New since yesterday">
            {newest.length === 0 ? (
              <Notice kind="empty">No order since yesterday.</Notice>
            ) : (
              <Rows>
                {newest.map(({ number, name, days, items }) => (
                  <Row key={number} to={href('/owner/orders/:order', { order: number })}>
                    {isNewOrder(number) && <strong className={kit.marked}>New </strong>}
                    <strong>{name}</strong> · {days}
                    <br />
                    <span className={kit.quiet}>{items}</span>
                  </Row>
                ))}
              </Rows>
            )}
            {more && <QuietLink to={href('/owner/orders')}>{more}</QuietLink>}
          </Section>

          {holidays.length > 0 && (
            <Section title="Will you be open?">
              <BankHolidays holidays={holidays} />
            </Section>
          )}

          <ThisScreen orders={recent} />
        </div>
      </div>
      {next && due.length > 0 && <NextThings {...next} />}
    </Screen>
  );
}

/** `2 of 4 handed over`, with the ticks that are on their way. */
function HandedOver({ due }: { due: CardView[] }) {
  const ticks = useTicks();
  if (due.length === 0) return 'Nothing to hand over today';
  const done = due.filter((each) => shownFulfilment(ticks, each) === 'collected');
  return `${done.length} of ${due.length} handed over`;
}

function NeedsYou({ count, first }: TodayView['needsYou']) {
  if (count === 0) {
    return <p className={`${kit.quiet} ${kit.below}`}>All quiet: nothing needs you.</p>;
  }
  return (
    <Section
      title={<Link to={href('/owner/needs-you')}>Needs you: {count}</Link>}
      className={kit.panel}
    >
      <ul className="lines">
        {first.map(({ id, text, detail }) => (
          <li key={id}>
            {text} <span className={kit.quiet}>{detail}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

type ChangedProps = Pick<TodayView, 'changed' | 'role'>;

/** Orders for other days that customers have changed, or want to cancel. They keep their places. */
function Changed({ changed, role }: ChangedProps) {
  const shown = useStableList(changed);
  if (shown.length === 0) return null;
  return (
    <Section title="Changed by customers">
      <ul className="stack">
        {shown.map(({ item: { id, name, days, news }, isGone }) => (
          <li key={id} className="lines" data-row>
            <p>
              <QuietLink to={href('/owner/orders/:order', { order: id })}>{name}</QuietLink> ·{' '}
              {days}
            </p>
            {!isGone && news?.requestsCancel && (
              <AsksToCancel number={id} canAnswer={may(role, 'cancel-and-refund')} />
            )}
            <CustomerNews news={isGone ? undefined : news} name={name} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
