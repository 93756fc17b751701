import { useState } from 'react';
import { href } from 'react-router';
import { Action } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { ActionLink } from '#app/ui/kit/links.tsx';
import { VisuallyHidden } from '#app/ui/text.tsx';
import styles from './customer-news.module.css';
import type { NewsView } from './news-view.ts';

/**
 * What the customer has changed, until somebody marks it as seen. It stays while the screen is open, so that
 * nothing moves under a finger.
 */
export function CustomerNews({ news, name }: { news: NewsView | undefined; name: string }) {
  const [last, setLast] = useState(news);
  const isUnseen = news?.event !== undefined;
  if (isUnseen && news !== last) setLast(news);
  const shown = isUnseen ? news : last;
  if (!shown || shown.changes.length === 0) return null;
  return (
    <div
      className={`${kit.panel} ${kit.actionRow} ${styles.news}`}
      data-seen={isUnseen ? undefined : true}
    >
      <div>
        <strong>Changed by the customer</strong>
        <ul>
          {shown.changes.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
      </div>
      <div role="status">
        {isUnseen ? <Seen news={shown} name={name} /> : <span className={styles.seen}>Seen</span>}
      </div>
    </div>
  );
}

/** One tap for everybody. */
function Seen({ news: { number, event = 0 }, name }: { news: NewsView; name: string }) {
  return (
    <Action to={href('/owner/orders/:order/seen', { order: number })} fields={{ event }}>
      Seen<VisuallyHidden>: what {name} has changed</VisuallyHidden>
    </Action>
  );
}

interface AsksToCancelProps {
  number: string;
  canAnswer: boolean;
}

/** Until the owner has answered, which is more than having seen it. */
export function AsksToCancel({ number, canAnswer }: AsksToCancelProps) {
  return (
    <p className={`${kit.panel} ${kit.actionRow}`}>
      <strong>The customer asks to cancel</strong>
      {canAnswer ? (
        <ActionLink to={href('/owner/orders/:order', { order: number })}>Answer</ActionLink>
      ) : (
        <span>Ask the owner before you make it.</span>
      )}
    </p>
  );
}
