import { href, Link } from 'react-router';
import { ItemList, MoveLink } from '#app/owner/collections/collection-card.tsx';
import screen from '#app/owner/screen.module.css';
import { MadeButtons, MadeForm, useMade } from '#app/owner/ticks/made-form.tsx';
import { MADE_WORDS } from '#app/owner/ticks/tick-notice.tsx';
import type { Route } from './+types/order';
import styles from './order.module.css';

type LoaderData = Route.ComponentProps['loaderData'];

interface Props {
  collection: LoaderData['collections'][number];
  owner: LoaderData['owner'];
}

/** What is collected on one day, its ticks and what else can be done with it. */
export function OrderDay({ collection, owner }: Props) {
  return (
    <section className={screen.section} aria-labelledby={`day-${collection.day}`} data-row>
      <h2 id={`day-${collection.day}`}>
        <Link to={href('/owner/day/:day', { day: collection.day })}>{collection.words}</Link>
      </h2>
      <div className={styles.day}>
        <ItemList items={collection.items} large />
        {collection.texts.map(({ title, position, isEmpty }) => (
          <p key={position}>
            <Link
              to={{
                pathname: href('/owner/orders/:order/text', { order: collection.number }),
                search: `?item=${position}`,
              }}
              className={screen.quietLink}
            >
              {isEmpty ? 'Add a message' : 'Change the message'}
              {collection.items.length > 1 && `: ${title}`}
            </Link>
          </p>
        ))}
        <MadeButtons collection={collection} isPast={collection.isPast} />
        {owner?.email && <WriteToMissed collection={collection} />}
        <BackToMake collection={collection} />
        {owner && <MoveLink collection={collection} />}
        <p>
          <a
            className={screen.action}
            href={href('/owner/print/label/:order/:day', {
              order: collection.number,
              day: collection.day,
            })}
            data-shortcut="p"
            aria-keyshortcuts="p"
          >
            Print label
          </a>
        </p>
      </div>
    </section>
  );
}

function WriteToMissed({ collection }: Pick<Props, 'collection'>) {
  const { made } = useMade(collection);
  const { number, day } = collection;
  if (made !== 'missed') return null;
  return (
    <p>
      <Link
        className={screen.action}
        to={{
          pathname: href('/owner/orders/:order/email', { order: number }),
          search: `?missed=${day}`,
        }}
      >
        E-mail the customer
      </Link>
    </p>
  );
}

/** For a tick that was wrong, later than Undo. */
function BackToMake({ collection }: Pick<Props, 'collection'>) {
  const { made } = useMade(collection);
  return (
    <div className={screen.quiet}>
      {MADE_WORDS[made]}
      {made === 'collected' && (
        <>
          {' · '}
          <MadeForm
            collection={collection}
            from={made}
            made="to-make"
            className={screen.quietButton}
          >
            Back to “To make”
          </MadeForm>
        </>
      )}
    </div>
  );
}
