import { type SubmitEvent, useState } from 'react';
import { href, Link, useLocation, useRevalidator } from 'react-router';
import screen from '#app/ui/kit/kit.module.css';
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
    <div className={styles.news} data-seen={isUnseen ? undefined : true}>
      <div>
        <strong>Changed by the customer</strong>
        <ul>
          {shown.changes.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
      </div>
      <Seen shown={shown} name={name} isUnseen={isUnseen} />
    </div>
  );
}

/** One tap for everybody. A form, which works without scripts; with them the screen stays as it is. */
function Seen({ shown, name, isUnseen }: { shown: NewsView; name: string; isUnseen: boolean }) {
  const { pathname, search } = useLocation();
  const { revalidate } = useRevalidator();
  const [isFailed, setFailed] = useState(false);
  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const { action } = event.currentTarget;
    const body = new URLSearchParams({ event: String(shown.event) });
    const headers = { Accept: 'application/json' };
    const response = await fetch(action, { method: 'POST', headers, body }).catch(() => undefined);
    setFailed(!response?.ok);
    if (response?.ok) await revalidate();
  }
  return (
    <div role="status">
      {isUnseen ? (
        <form
          method="post"
          action={href('/owner/orders/:order/seen', { order: shown.number })}
          onSubmit={onSubmit}
        >
          <input type="hidden" name="event" value={shown.event} />
          <input type="hidden" name="back" value={pathname + search} />
          <button type="submit" className={screen.action}>
            Seen<VisuallyHidden>: what {name} has changed</VisuallyHidden>
          </button>
        </form>
      ) : (
        <span className={styles.seen}>Seen</span>
      )}
      {isUnseen && isFailed && <p>Not sent. Please try again.</p>}
    </div>
  );
}

interface AsksToCancelProps {
  number: string;
  /** For owners. */
  canAnswer: boolean;
}

/** Until the owner has answered, which is more than having seen it. */
export function AsksToCancel({ number, canAnswer }: AsksToCancelProps) {
  return (
    <p className={styles.asks}>
      <strong>The customer asks to cancel</strong>
      {canAnswer ? (
        <Link className={screen.action} to={href('/owner/orders/:order', { order: number })}>
          Answer
        </Link>
      ) : (
        <span>Ask the owner before you make it.</span>
      )}
    </p>
  );
}
