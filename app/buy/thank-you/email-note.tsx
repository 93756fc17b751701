import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { href } from 'react-router';
import { keepSent, readSent, type SentDetails } from '#app/buy/checkout/kept-details.ts';
import { keepOrdered } from '#app/buy/checkout/kept-links.ts';
import { Button } from '#app/ui/button.tsx';
import { PhoneLink } from '#app/ui/text.tsx';
import { detailProblem, emailHint, looksMistyped } from '#domain/orders/customer-details.ts';
import type { OrderId } from '#domain/orders/order.ts';
import type { PublicOrder } from '#domain/orders/public-order.ts';
import styles from './email-note.module.css';

type Outcome = 'corrected' | 'rejected' | 'impossible' | 'unreachable';

interface EmailNoteProps {
  order: PublicOrder;
  /** The days of collection have passed, and the confirmation was sent long ago. */
  isOver: boolean;
}

/**
 * Says where the confirmation goes, leads the browser that ordered to its order, and lets the customer correct a
 * mistyped address once.
 */
export function EmailNote({ order, isOver }: EmailNoteProps) {
  const { id: orderId, number, noEmail, emailDetour } = order;
  // Known only to the browser, so it appears after hydration.
  const [ordered, setOrdered] = useState<SentDetails>();
  const email = ordered?.email;
  const [problem, setProblem] = useState<string>();
  const [outcome, setOutcome] = useState<Outcome>();
  const [isSending, setSending] = useState(false);
  const id = useId();
  const note = useRef<HTMLElement>(null);
  const [token, setToken] = useState<string>();
  useEffect(() => setOrdered(readSent(orderId)), [orderId]);
  useEffect(() => setToken(keepOrdered(orderId)), [orderId]);

  async function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get('email') ?? '').trim();
    const found =
      detailProblem('email', typed) ??
      (looksMistyped(typed) ? NO_ADDRESS : emailHint(typed) || undefined);
    setProblem(found);
    if (found || !ordered || isSending) return;
    setSending(true);
    const result = await correctEmail(orderId, ordered.email, typed);
    setSending(false);
    setProblem(result === 'rejected' ? NO_ADDRESS : undefined);
    setOutcome(result);
    if (result === 'corrected') {
      const corrected = { ...ordered, email: typed };
      keepSent(corrected);
      setOrdered(corrected);
    }
    // The form, which has the focus, is removed.
    if (result === 'corrected' || result === 'impossible') note.current?.focus();
  }

  return (
    <section
      ref={note}
      className={`${styles.note} on-screen`}
      aria-label="Your email"
      tabIndex={-1}
    >
      <p role="status">
        Your order number is <strong>{number}</strong>.{' '}
        {!isOver && !noEmail && (
          <Confirmation email={email} detour={outcome === 'corrected' ? undefined : emailDetour} />
        )}{' '}
        {outcome === 'impossible' && (
          <>
            The address can no longer be changed here: please ring us on <PhoneLink />.
          </>
        )}
        {outcome === 'unreachable' && 'We could not change it just now. Please try again.'}
      </p>
      {token && (
        <p>
          {/* Not a `Link`: that would ask the server about its route. */}
          <a className="word-button" href={href('/my-order/:token', { token })}>
            See or change your order
          </a>
        </p>
      )}
      {email && !isOver && outcome !== 'corrected' && outcome !== 'impossible' && (
        <details open={emailDetour === 'nowhere'}>
          <summary className={`${styles.correct} word-button`}>
            Is the address wrong? Correct it
          </summary>
          <form noValidate onSubmit={handleSubmit} className={`${styles.form} lines`}>
            <label htmlFor={id}>Email address</label>
            <input
              id={id}
              name="email"
              type="email"
              autoComplete="email"
              aria-invalid={problem !== undefined}
              aria-describedby={`${id}-problem`}
            />
            <p id={`${id}-problem`} className={`${styles.problem} problem`} aria-live="polite">
              {problem}
            </p>
            <Button type="submit">{isSending ? 'Sending …' : 'Send it there'}</Button>
          </form>
        </details>
      )}
    </section>
  );
}

interface ConfirmationProps {
  /** Known only where it was typed. */
  email: string | undefined;
  detour: PublicOrder['emailDetour'];
}

function Confirmation({ email, detour }: ConfirmationProps) {
  const address = email && <strong>{email}</strong>;
  if (detour === 'at-payment') {
    return (
      <>
        {address ? <>We cannot reach {address}</> : 'The email address of this order does not work'}
        , so your confirmation goes to the address that you gave when you paid.
      </>
    );
  }
  if (detour === 'nowhere') {
    return address ? (
      <>We cannot send a confirmation to {address}. Please correct it.</>
    ) : (
      <>
        We cannot send you a confirmation: the email address of this order does not work. Please
        ring us on <PhoneLink />.
      </>
    );
  }
  return address ? (
    <>A confirmation is on its way to {address}.</>
  ) : (
    'A confirmation is on its way to you by email.'
  );
}

const MAX_ANSWER_MS = 20_000;

const NO_ADDRESS = 'This is not an email address. Please check it.';

async function correctEmail(
  orderId: OrderId,
  current: string,
  corrected: string,
): Promise<Outcome> {
  try {
    const response = await fetch(`/api/orders/${orderId}/email`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ current, corrected }),
      signal: AbortSignal.timeout(MAX_ANSWER_MS),
    });
    if (response.ok) return 'corrected';
    if (response.status === 422) return 'rejected';
    return response.status === 409 ? 'impossible' : 'unreachable';
  } catch {
    return 'unreachable';
  }
}
