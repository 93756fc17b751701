import { useId, useRef, useState } from 'react';
import { getToken, TOKEN_HEADER } from '#app/buy/bot-check/bot-check.ts';
import { Button } from '#app/ui/button.tsx';
import type { BasketItem } from '#domain/basket/basket.ts';
import type { Day } from '#domain/calendar/day.ts';
import { dayInWords } from '#domain/calendar/days.ts';
import { arrayOf, isString, objectOf, optional } from '#domain/guard.ts';
import { CUSTOMER_FIELDS, looksMistyped } from '#domain/orders/customer-details.ts';
import { suggestEmail } from '#domain/orders/reachable.ts';
import type { WaitingRequest } from '#domain/orders/waiting-request.ts';
import { uuid } from './order-attempt.ts';
import styles from './wait-for-place.module.css';

interface WaitForPlaceProps {
  day: Day;
  items: readonly Pick<BasketItem, 'cake' | 'size' | 'options'>[];
}

/** Asks for the address to which an offer goes if a place comes free on a full day. */
export function WaitForPlace({ day, items }: WaitForPlaceProps) {
  const [state, setState] = useState<'asking' | 'sending' | 'joined'>('asking');
  const [problem, setProblem] = useState('');
  const field = useRef<HTMLInputElement>(null);
  /** The same when it is sent again after a lost answer. */
  const wish = useRef({ id: '', content: '' });
  /** The address that the customer was asked about. */
  const doubted = useRef('');
  const id = useId();
  const name = dayInWords(day, 'short');

  async function ask() {
    const email = field.current?.value.trim() ?? '';
    if (email === '' || looksMistyped(email)) {
      setProblem('Please give an e-mail address that reaches you.');
      field.current?.focus();
      return;
    }
    const meant = suggestEmail(email);
    if (meant && doubted.current !== email) {
      doubted.current = email;
      setProblem(`Did you mean ${meant}? If yours is right, press the button again.`);
      field.current?.focus();
      return;
    }
    const request: WaitingRequest = { day, items: items.map(asRequested), email };
    const content = JSON.stringify(request);
    if (wish.current.content !== content) wish.current = { id: uuid(), content };
    setProblem('');
    setState('sending');
    const rejected = await join(wish.current.id, content);
    setState(rejected === undefined ? 'joined' : 'asking');
    if (rejected !== undefined) setProblem(rejected);
  }

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (state === 'asking') void ask();
      }}
    >
      {state === 'joined' ? (
        <p role="status" className={styles.joined}>
          You are on the list for {name}. We are sending you an e-mail; you can leave the list by
          its link.
        </p>
      ) : (
        <>
          <label htmlFor={id}>
            No room for this on {name}. We can tell you if a place comes free.
          </label>
          <input
            ref={field}
            id={id}
            className={styles.input}
            type="email"
            name="email"
            autoComplete="email"
            placeholder="Your e-mail address"
            maxLength={CUSTOMER_FIELDS.email.max}
            aria-invalid={problem !== ''}
            aria-describedby={`${id}-problem`}
          />
          <p id={`${id}-problem`} role="alert" className={styles.problem}>
            {problem}
          </p>
          <Button type="submit" variant="outline" aria-disabled={state === 'sending'}>
            {state === 'sending' ? 'One moment' : 'Tell me if a place comes free'}
          </Button>
          <p className="quiet">
            Only for this. If a place comes free, we keep it for you for two hours.
          </p>
        </>
      )}
    </form>
  );
}

function asRequested({ cake, size, options }: WaitForPlaceProps['items'][number]) {
  const chosen = options?.map(({ groupId, choiceId }) => ({ groupId, choiceId }));
  return { cakeId: cake.id, sizeId: size.id, ...(chosen && { options: chosen }) };
}

const UNREACHABLE = 'That did not work. Please check your connection and try again.';
const MAX_ANSWER_MS = 30_000;

const isProblem = objectOf<{ detail: string; errors?: { detail: string }[] | undefined }>({
  detail: isString,
  errors: optional(arrayOf(objectOf<{ detail: string }>({ detail: isString }))),
});

/** @returns why not; undefined once the customer is on the list. */
async function join(id: string, body: string): Promise<string | undefined> {
  try {
    const check = await getToken();
    const response = await fetch(`/api/waiting-list/${id}`, {
      method: 'PUT',
      headers: {
        'Content-Type': 'application/json',
        ...(check.ok && { [TOKEN_HEADER]: check.token }),
      },
      body,
      signal: AbortSignal.timeout(MAX_ANSWER_MS),
    });
    if (response.ok) return undefined;
    const answer: unknown = await response.json();
    if (!isProblem(answer)) return UNREACHABLE;
    return answer.errors?.[0]?.detail ?? answer.detail;
  } catch {
    return UNREACHABLE;
  }
}
