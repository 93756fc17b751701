import type { ReactNode } from 'react';
import { href, Link } from 'react-router';
import { useStableList } from '#app/live/use-stable-list.ts';
import { AsksToCancel, CustomerNews } from '#app/owner/collections/news/customer-news.tsx';
import { TellReady } from '#app/owner/collections/ready/tell-ready.tsx';
import { FulfilmentButtons, useFulfilment } from '#app/owner/collections/ticks/fulfilment-form.tsx';
import { Allergens } from '#app/ui/allergens.tsx';
import { ItemPhoto } from '#app/ui/item-photo.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { QuietLink } from '#app/ui/kit/links.tsx';
import type { Group } from '#domain/orders/items-in-words.ts';
import styles from './collection-card.module.css';
import type { CardView, CollectionView, ItemView } from './collection-view.ts';
import { Message } from './message.tsx';
import { Notes } from './notes.tsx';
import { PaidForm } from './paid-form.tsx';
import { useArrivals } from './use-arrivals.ts';

interface CollectionCardProps {
  collection: CardView;
  /** It came while the screen was open. */
  isNew?: boolean;
  /** It left the day while the screen was open. */
  isGone?: boolean;
  /** The day in words, where it is not the screen's. */
  day?: string;
  /** The card is below its collection time. */
  isBelowTime?: boolean;
  canMove?: boolean;
}

/**
 * What one customer collects on one day. Its ticks are below the name, so that they are in view with it, however much it
 * is. Collected, it is a line.
 */
export function CollectionCard({
  collection,
  isNew = false,
  isGone = false,
  day,
  isBelowTime = false,
  canMove = false,
}: CollectionCardProps) {
  const { fulfilment } = useFulfilment(collection);
  const { number, name, time, collector, items, otherDays, refunded, unpaid, isReadable } =
    collection;
  const { news, isPast } = collection;
  const isFolded = fulfilment === 'collected' && !isGone;
  return (
    <article
      className={`${kit.card} ${styles.card}`}
      data-row
      data-fulfilment={isGone ? 'gone' : fulfilment}
      data-folded={isFolded || undefined}
      aria-label={name}
    >
      <header className={styles.header}>
        <h3>
          <Link to={href('/owner/orders/:order', { order: number })}>{name}</Link>
        </h3>
        <p className={kit.tags}>
          {isFolded ? (
            <span className={styles.cakes}>{collection.what}</span>
          ) : (
            <span className={kit.number}>{number}</span>
          )}
          {time && !isBelowTime && <strong>{time}</strong>}
          {isGone && <strong>Cancelled or moved: not for this day</strong>}
          {isNew && !isGone && <strong>New</strong>}
          {day && <span>{day}</span>}
          {collector && <strong>{collector} collects it</strong>}
          {refunded === 'all' && (
            <strong>
              {fulfilment === 'to-make' && !isPast ? 'Refunded, still to make' : 'Refunded'}
            </strong>
          )}
          {refunded === 'part' && <strong>Refunded in part</strong>}
          {otherDays.length > 0 && <span>More on {otherDays.join(', ')}</span>}
          {unpaid && !isGone && <strong>{unpaid}</strong>}
          {!isReadable && <strong>Not all of it can be read</strong>}
        </p>
      </header>
      {!isGone && <FulfilmentButtons collection={collection} isPast={isPast} />}
      {!isGone && !isFolded && <TellReady collection={collection} />}
      {!isGone && news?.requestsCancel && (
        <AsksToCancel number={number} canAnswer={collection.canAnswer} />
      )}
      {!isGone && <CustomerNews news={news} name={name} />}
      {!isFolded && (
        <>
          <Notes note={collection.note} staffNote={collection.staffNote} />
          <ItemList items={items} />
        </>
      )}
      {!isGone && (
        <>
          {collection.toPay.map((amount) => (
            <PaidForm key={amount.pence} number={number} name={name} amount={amount} />
          ))}
          {canMove && <MoveLink collection={collection} />}
        </>
      )}
    </article>
  );
}

interface CollectionCardsProps extends Pick<CollectionCardProps, 'canMove'> {
  collections: CardView[];
  /** Those of each collection time together, if any has one. */
  isByTime?: boolean;
  /** Shown if there are none. */
  empty?: ReactNode;
}

/** The cards of a day, which keep their places while the screen is open. */
export function CollectionCards({
  collections,
  isByTime = false,
  empty,
  canMove,
}: CollectionCardsProps) {
  const shown = useStableList(collections);
  const isNew = useArrivals(collections.map(({ id }) => id));
  if (shown.length === 0) return empty;
  const hasSpaces = shown.some(({ item }) =>
    item.items.some(({ message }) => message.includes(' ')),
  );
  const isGrouped = isByTime && shown.some(({ item }) => item.time !== '');
  const cardsOf = (listed: typeof shown) => (
    <div className={kit.cards}>
      {listed.map(({ item, isGone }) => (
        <CollectionCard
          key={item.id}
          collection={item}
          isGone={isGone}
          isNew={isNew(item.id)}
          isBelowTime={isGrouped}
          canMove={canMove}
        />
      ))}
    </div>
  );
  return (
    <>
      {isGrouped ? (
        <div className={kit.cards}>
          {[...Map.groupBy(shown, ({ item }) => item.time || 'At any time')].map(
            ([time, listed]) => (
              <section key={time} className="lines" aria-label={time}>
                <p className="display">{time}</p>
                {cardsOf(listed)}
              </section>
            ),
          )}
        </div>
      ) : (
        cardsOf(shown)
      )}
      {hasSpaces && (
        <p className={`${kit.quiet} ${kit.below}`}>A red dot in a message is a space.</p>
      )}
    </>
  );
}

/** Leads to other days, unless the cake is ready or gone. */
export function MoveLink({ collection }: { collection: CollectionView }) {
  const { fulfilment } = useFulfilment(collection);
  const { number, day, name, time } = collection;
  const words = `Move to another day${time && ' or time'}`;
  if (fulfilment === 'ready' || fulfilment === 'collected') return null;
  return (
    <p>
      <QuietLink
        to={`${href('/owner/orders/:order/move', { order: number })}?day=${day}`}
        aria-label={`${words}: ${name}`}
        data-shortcut="m"
        aria-keyshortcuts="m"
      >
        {words}
      </QuietLink>
    </p>
  );
}

export function ItemList({ items, large = false }: { items: ItemView[]; large?: boolean }) {
  return (
    <ul className="stack">
      {items.map((item, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a placed order never changes.
        <li key={place} className={styles.item}>
          <ItemPhoto file={item.img} sizes="5rem" className={`thumbnail ${styles.photo}`} />
          <div className={`lines ${styles.words}`}>
            <p>
              <strong>{item.title}</strong>
              <br />
              <span className={kit.quiet}>{item.size}</span>
            </p>
            {item.options && <p>{item.options}</p>}
            {item.message !== '' && <Message text={item.message} large={large} />}
            <p className={kit.quiet}>
              <Allergens of={item.declared} />
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** `3 × Victoria Sponge 8 in`, a line for each. */
export function Groups({ groups }: { groups: Group[] }) {
  return (
    <ul className={kit.groups}>
      {groups.map(({ count, what }) => (
        <li key={what}>
          <span className={kit.marked}>{count} ×</span> {what}
        </li>
      ))}
    </ul>
  );
}
