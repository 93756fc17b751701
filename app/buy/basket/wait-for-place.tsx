import { useId, useRef, useState } from 'react';
import { putWithToken } from '#app/buy/bot-check/put-with-token.ts';
import { Button } from '#app/ui/button.tsx';
import type { BasketItem } from '#domain/basket/basket.ts';
import type { Day } from '#domain/calendar/day.ts';
import { dayInWords } from '#domain/calendar/days.ts';
import { CUSTOMER_FIELDS, looksMistyped } from '#domain/orders/customer-details.ts';
import { suggestEmail } from '#domain/orders/reachable.ts';
import type { WaitingRequest } from '#domain/orders/waiting-request.ts';
import styles from './wait-for-place.module.css';

interface WaitForPlaceProps {
  day: Day;
  items: readonly Pick<BasketItem, 'cake' | 'size' | 'options'>[];
}

/** Asks for the address to which an offer goes if a place comes free on a full day. */
export function WaitForPlace({ day, items }: WaitForPlaceProps) {
  const [isSending, setSending] = useState(false);
  /** What the customer is on the list for; another cake or size is another wish. */
  const [joined, setJoined] = useState('');
  const [problem, setProblem] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLInputElement>(null);
  /** The same when it is sent again after a lost answer. */
  const wish = useRef({ id: '', content: '' });
  /** The address that the customer was asked about. */
  const doubted = useRef('');
  const id = useId();
  const name = dayInWords(day, 'short');
  const asked = items.map(asRequested);
  const wanted = JSON.stringify(asked);
  const isJoined = joined === wanted;

  async function ask() {
    const email = field.current?.value.trim() ?? '';
    if (email === '' || looksMistyped(email)) {
      setProblem('Please give an email address that reaches you.');
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
    const request: WaitingRequest = { day, items: asked, email };
    const content = JSON.stringify(request);
    if (wish.current.content !== content) wish.current = { id: crypto.randomUUID(), content };
    setProblem('');
    setSending(true);
    const rejected = await join(wish.current.id, content);
    setSending(false);
    if (rejected !== undefined) return setProblem(rejected);
    // Before its field and its button are removed.
    form.current?.focus();
    setJoined(wanted);
  }

  return (
    <form
      ref={form}
      className={`${styles.form} lines`}
      tabIndex={-1}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSending) void ask();
      }}
    >
      {/* Always rendered: screen readers announce only changes of an existing status. */}
      <p role="status" className={styles.joined}>
        {isJoined &&
          `You are on the list for ${name}. We are sending you an email; you can leave the list by its link.`}
      </p>
      {!isJoined && (
        <>
          <label htmlFor={id}>
            No room for this on {name}. We can tell you if a place comes free.
          </label>
          <input
            ref={field}
            id={id}
            type="email"
            name="email"
            autoComplete="email"
            placeholder="Your email address"
            maxLength={CUSTOMER_FIELDS.email.max}
            aria-invalid={problem !== ''}
            aria-describedby={`${id}-problem`}
          />
          <p id={`${id}-problem`} role="alert" className="problem">
            {problem}
          </p>
          <Button type="submit" variant="outline" aria-disabled={isSending}>
            {isSending ? 'One moment' : 'Tell me if a place comes free'}
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

/** @returns why not; undefined once the customer is on the list. */
async function join(id: string, body: string): Promise<string | undefined> {
  const problem = await putWithToken(`/api/waiting-list/${id}`, body, MAX_ANSWER_MS);
  if (problem === 'unreachable') return UNREACHABLE;
  return problem?.errors?.[0]?.detail ?? problem?.detail;
}
