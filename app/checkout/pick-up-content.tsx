import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  type SubmitEvent,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { href, Link, useLocation, useNavigate } from 'react-router';
import * as z from 'zod';
import { useBasket } from '#app/basket/basket-store.ts';
import { pendingToken, prefetchToken } from '#app/bot-check/bot-check.ts';
import { AllergenNote } from '#app/ui/allergen-note.tsx';
import { Button } from '#app/ui/button.tsx';
import { closeDialog } from '#app/ui/dialog.tsx';
import { cafe } from '#cafe/cafe.ts';
import { basketTotal } from '#domain/basket/basket.ts';
import { formatPence } from '#domain/money.ts';
import { CustomerDetails } from '#domain/orders/order-request.ts';
import styles from './pick-up-content.module.css';

export function PickUpContent() {
  const { basket } = useBasket();
  return (
    <>
      <div className={styles.place}>
        <address>{cafe.contact.address.join(', ')}</address>
        <a href={cafe.contact.mapUrl}>Plan a route</a>
      </div>
      <DetailsForm>
        <p className={styles.privacy}>
          Only for this order.{' '}
          <Link to={href('/privacy')} onClick={() => closeDialog('pick-up')}>
            What we keep, and how long
          </Link>
        </p>
        {basket.length > 0 && (
          <>
            <AllergenNote items={basket.map(({ cake }) => cake)} />
            <p className={styles.total}>
              To pay by card <strong>{formatPence(basketTotal(basket))}</strong>
            </p>
          </>
        )}
      </DetailsForm>
    </>
  );
}

const FIELDS: readonly FieldName[] = ['name', 'email', 'phone'];

const EMAIL_NOTE = 'Is this right? We could not write to this address.';

type Problems = Partial<Record<FieldName, string>>;

/**
 * The visitor's details, held to the very schema the server uses: non-empty, no format checks. The
 * fields keep what was typed by themselves; it goes no further than the page that starts the payment.
 */
function DetailsForm({ children }: { children: ReactNode }) {
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
      <Button type="submit" aria-disabled={!ready} className={styles.formSubmit}>
        {checking ? 'Checking …' : 'Place Your Order'}
      </Button>
      <p role="status" className={styles.formChecking}>
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

type FieldName = 'name' | 'email' | 'phone';

const INPUTS: Record<FieldName, { label: string } & ComponentProps<'input'>> = {
  name: { label: 'Your Name', type: 'text', autoComplete: 'name', autoCapitalize: 'words' },
  email: { label: 'Email address', type: 'email', autoComplete: 'email', inputMode: 'email' },
  phone: { label: 'Phone number', type: 'tel', autoComplete: 'tel', inputMode: 'tel' },
};

interface FieldProps {
  name: FieldName;
  problem: string | undefined;
  /** A hint that blocks nothing; undefined where the field has none at all. */
  note: string | undefined;
  onLeave: () => void;
}

function Field({ name, problem, note, onLeave }: FieldProps) {
  const id = useId();
  const problemId = `${id}-problem`;
  const noteId = `${id}-note`;
  const { label, ...input } = INPUTS[name];
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        required
        aria-invalid={problem !== undefined}
        aria-describedby={note === undefined ? problemId : `${problemId} ${noteId}`}
        onBlur={onLeave}
        {...input}
      />
      <div className={styles.fieldBelow}>
        <p id={problemId} className={styles.fieldProblem}>
          {problem}
        </p>
        {note !== undefined && (
          <p id={noteId} className={styles.fieldNote} aria-live="polite">
            {note}
          </p>
        )}
      </div>
    </div>
  );
}

/**
 * A form sent while the bot check runs is held back and sent by itself when the check has ended,
 * however it did: what the shop says to it then is shown. Closing the form's dialog calls it off.
 */
function useHeldBack(form: RefObject<HTMLFormElement | null>) {
  const [checking, setChecking] = useState(false);
  const waiting = useRef(false);

  const callOff = useEffectEvent(() => wait(false));
  useEffect(() => {
    const closed = () => callOff();
    const dialog = form.current?.closest('dialog');
    dialog?.addEventListener('close', closed);
    return () => dialog?.removeEventListener('close', closed);
  }, [form]);

  function wait(starts: boolean): void {
    waiting.current = starts;
    setChecking(starts);
  }

  /** @returns whether the form has to wait. */
  function holdBack(): boolean {
    const check = pendingToken();
    if (!check) return false;
    if (!waiting.current) check.then(sendAtLast);
    wait(true);
    return true;
  }

  function sendAtLast(): void {
    if (!waiting.current) return;
    wait(false);
    form.current?.requestSubmit();
  }

  return { checking, holdBack };
}

/**
 * Whether an e-mail address lacks what every address has. Only for a hint: the shop takes any address,
 * and nothing filled in is no mistake yet.
 */
export function looksMistyped(email: string): boolean {
  const typed = email.trim();
  return typed !== '' && !/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(typed);
}
