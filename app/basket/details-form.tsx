import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { href, useLocation, useNavigate } from 'react-router';
import * as z from 'zod';
import { prefetchToken } from '#app/bot-check/bot-check.ts';
import { Button } from '#app/ui/button.tsx';
import { closeDialog } from '#app/ui/dialog.tsx';
import { CustomerDetails } from '#domain/orders/order-request.ts';
import styles from './details-form.module.css';
import { Field, type FieldName } from './field.tsx';
import { looksMistyped } from './mistyped-email.ts';
import { useHeldBack } from './use-held-back.ts';

const FIELDS: readonly FieldName[] = ['name', 'email', 'phone'];

const EMAIL_NOTE = 'Is this right? We could not write to this address.';

type Problems = Partial<Record<FieldName, string>>;

/**
 * The visitor's details, held to the very schema the server uses: non-empty, no format checks. The
 * fields keep what was typed by themselves; it goes no further than the page that starts the payment.
 */
export function DetailsForm({ children }: { children: ReactNode }) {
  const form = useRef<HTMLFormElement>(null);
  const [shown, setShown] = useState<Problems>({});
  const [ready, setReady] = useState(false);
  const [isEmailOdd, setIsEmailOdd] = useState(false);
  const { checking, holdBack } = useHeldBack(form);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const payment = href('/payment-loading');

  // The browser may have filled the fields in before the page's scripts ran.
  useEffect(() => {
    if (form.current) setReady(read(form.current).success);
  }, []);

  function typed(form: HTMLFormElement) {
    const problems = problemsOf(form);
    setReady(Object.keys(problems).length === 0);
    // What is put right is said no longer; what is not finished is not found fault with yet.
    setShown((before) => only(problems, (field) => before[field] !== undefined));
    setIsEmailOdd((before) => before && looksMistyped(emailIn(form)));
  }

  function left(form: HTMLFormElement | null, field: FieldName) {
    if (!form) return;
    const problems = problemsOf(form);
    setShown((before) => ({ ...before, ...only(problems, (other) => other === field) }));
    setIsEmailOdd(problems.email === undefined && looksMistyped(emailIn(form)));
  }

  function submitted(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const details = read(event.currentTarget);
    if (details.success) {
      if (holdBack()) return;
      closeDialog('pick-up');
      // Once is enough in the history: Back from the checkout must not lead to it again.
      const replace = pathname === payment;
      navigate(payment, { state: details.data, replace });
      return;
    }
    const problems = problemsOf(event.currentTarget);
    setShown(problems);
    const first = FIELDS.find((field) => problems[field] !== undefined);
    const input = first && event.currentTarget.elements.namedItem(first);
    if (input instanceof HTMLInputElement) input.focus();
  }

  const notes = { email: isEmailOdd ? EMAIL_NOTE : '', name: undefined, phone: undefined };
  return (
    // As a dialog's form it closes and sends nothing if it is submitted before the scripts run.
    <form
      ref={form}
      method="dialog"
      noValidate
      className={styles.form}
      onFocus={prefetchToken}
      onInput={(event) => typed(event.currentTarget)}
      onSubmit={submitted}
    >
      {FIELDS.map((field) => (
        <Field
          key={field}
          name={field}
          problem={shown[field]}
          note={notes[field]}
          onLeave={() => left(form.current, field)}
        />
      ))}
      {children}
      <Button type="submit" aria-disabled={!ready} className={styles.submit}>
        {checking ? 'Checking …' : 'Place Your Order'}
      </Button>
      <p role="status" className={styles.checking}>
        {checking && 'We are making sure that you are a person. Your order goes on by itself.'}
      </p>
    </form>
  );
}

function read(form: HTMLFormElement) {
  return CustomerDetails.safeParse(Object.fromEntries(new FormData(form)));
}

function problemsOf(form: HTMLFormElement): Problems {
  const details = read(form);
  if (details.success) return {};
  const { name, email, phone } = z.flattenError(details.error).fieldErrors;
  return {
    ...(name?.[0] && { name: name[0] }),
    ...(email?.[0] && { email: email[0] }),
    ...(phone?.[0] && { phone: phone[0] }),
  };
}

function emailIn(form: HTMLFormElement): string {
  return String(new FormData(form).get('email'));
}

function only(problems: Problems, wanted: (field: FieldName) => boolean): Problems {
  const kept: Problems = {};
  for (const field of FIELDS) {
    const problem = problems[field];
    if (problem !== undefined && wanted(field)) kept[field] = problem;
  }
  return kept;
}
