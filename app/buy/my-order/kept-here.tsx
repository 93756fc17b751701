import { useEffect, useRef, useState } from 'react';
import { href } from 'react-router';
import { forgetLink, keepUntil, orderedLinks } from '#app/buy/checkout/kept-links.ts';
import type { Day } from '#domain/calendar/day.ts';
import { dayInWords } from '#domain/calendar/days.ts';

/**
 * Says that the menu of this browser leads to the order, and removes that, as on a computer that others use. Leads to
 * this browser's other orders: the menu leads to the next one only.
 */
export function KeptHere({ token, until }: { token: string; until: Day }) {
  const [state, setState] = useState<'kept' | 'forgotten'>();
  const [others, setOthers] = useState<ReturnType<typeof orderedLinks>>([]);
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!keepUntil(token, until)) return;
    setState('kept');
    setOthers(orderedLinks().filter((link) => link.token !== token));
  }, [token, until]);
  function forget() {
    forgetLink(token);
    setState('forgotten');
    // The button, which has the focus, is removed.
    note.current?.focus();
  }
  return (
    <div ref={note} className="quiet" tabIndex={-1}>
      <p role="status">
        {state === 'forgotten' &&
          'Taken out of this browser’s menu. The links in our emails still work.'}
      </p>
      {state === 'kept' && (
        <>
          <p>
            “My order” in this browser’s menu leads{' '}
            {others.length > 0 ? 'to your next order' : 'here'} until the day has passed.
          </p>
          <button type="button" className="word-button" onClick={forget}>
            Take it out
          </button>
        </>
      )}
      {others.length > 0 && (
        <ul aria-label="Your other orders">
          {others.map((other) => (
            <li key={other.token}>
              <a className="word-button on-screen" href={href('/my-order/:token', other)}>
                Your order for {dayInWords(other.until, 'short')}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
