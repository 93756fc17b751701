import { useEffect, useState } from 'react';
import { forgetLink, keepUntil } from '#app/buy/checkout/kept-links.ts';
import type { Day } from '#domain/calendar/day.ts';

/** Says that the menu of this browser leads to the order, and removes that, as on a computer that others use. */
export function KeptHere({ token, until }: { token: string; until: Day }) {
  const [state, setState] = useState<'kept' | 'forgotten'>();
  useEffect(() => {
    if (keepUntil(token, until)) setState('kept');
  }, [token, until]);
  function forget() {
    forgetLink(token);
    setState('forgotten');
  }
  return (
    <div className="quiet">
      <p role="status">
        {state === 'forgotten' &&
          'Taken out of this browser’s menu. The links in our e-mails still work.'}
      </p>
      {state === 'kept' && (
        <>
          <p>“My order” in this browser’s menu leads here until the day has passed.</p>
          <button type="button" className="word-button" onClick={forget}>
            Take it out
          </button>
        </>
      )}
    </div>
  );
}
