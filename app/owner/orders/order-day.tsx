import { href, Link } from 'react-router';
import { ItemList, MoveLink } from '#app/owner/collections/collection-card.tsx';
import { TellReady } from '#app/owner/collections/ready/tell-ready.tsx';
import {
  FulfilmentButtons,
  FulfilmentForm,
  useFulfilment,
} from '#app/owner/collections/ticks/fulfilment-form.tsx';
import { FULFILMENT_WORDS } from '#app/owner/collections/words.ts';
import kit from '#app/ui/kit/kit.module.css';
import { ActionLink, QuietLink } from '#app/ui/kit/links.tsx';
import { Section } from '#app/ui/kit/screen.tsx';
import type { OrderView } from './order-view.ts';

interface Props {
  collection: OrderView['collections'][number];
  owner: OrderView['owner'];
}

/** What is collected on one day, its ticks and what else can be done with it. */
export function OrderDay({ collection, owner }: Props) {
  return (
    <div data-row>
      <Section
        title={
          <Link to={href('/owner/day/:day', { day: collection.day })}>{collection.words}</Link>
        }
      >
        <div className="stack">
          <ItemList items={collection.items} large />
          <FulfilmentButtons collection={collection} isPast={collection.isPast} />
          <TellReady collection={collection} />
          {owner?.email && <WriteToMissed collection={collection} />}
          <BackToMake collection={collection} />
          <div className={kit.links}>
            {collection.texts.map(({ title, position, message }) => (
              <QuietLink
                key={position}
                to={`${href('/owner/orders/:order/text', { order: collection.number })}?item=${position}`}
              >
                {message ? 'Change the message' : 'Add a message'}
                {collection.items.length > 1 && `: ${title}`}
                {collection.items.length > 1 && message && `, “${message}”`}
              </QuietLink>
            ))}
            {owner?.mayChange && (
              <QuietLink
                to={`${href('/owner/orders/:order/add', { order: collection.number })}?day=${collection.day}`}
              >
                Add something
              </QuietLink>
            )}
            {owner?.mayTakeOff && !collection.isPast && (
              <QuietLink
                to={`${href('/owner/orders/:order/take-off', { order: collection.number })}?day=${collection.day}`}
              >
                Take something off
              </QuietLink>
            )}
            {owner && <MoveLink collection={collection} />}
            <a
              className="word-button"
              href={`${href('/owner/print/labels/:day', { day: collection.day })}?order=${collection.number}`}
              data-shortcut="p"
              aria-keyshortcuts="p"
            >
              Print label
            </a>
          </div>
        </div>
      </Section>
    </div>
  );
}

function WriteToMissed({ collection }: Pick<Props, 'collection'>) {
  const { fulfilment } = useFulfilment(collection);
  const { number, day } = collection;
  if (fulfilment !== 'missed') return null;
  return (
    <p>
      <ActionLink to={`${href('/owner/orders/:order/email', { order: number })}?missed=${day}`}>
        E-mail the customer
      </ActionLink>
    </p>
  );
}

/** For a tick that was wrong, later than Undo. */
function BackToMake({ collection }: Pick<Props, 'collection'>) {
  const { fulfilment } = useFulfilment(collection);
  if (fulfilment !== 'collected') return null;
  return (
    <div className={kit.quiet}>
      {FULFILMENT_WORDS[fulfilment]}
      {' · '}
      <FulfilmentForm
        collection={collection}
        from={fulfilment}
        fulfilment="to-make"
        className="word-button"
      >
        Back to “To make”
      </FulfilmentForm>
    </div>
  );
}
