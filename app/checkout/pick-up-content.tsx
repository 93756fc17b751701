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
import { useBasket } from '#app/basket/basket-store.ts';
import { pendingToken, prefetchToken } from '#app/bot-check/bot-check.ts';
import { AllergenNote } from '#app/ui/allergen-note.tsx';
import { Button } from '#app/ui/button.tsx';
import { closeDialog } from '#app/ui/dialog.tsx';
import { cafe } from '#cafe/cafe.ts';
import { basketTotal } from '#domain/basket/basket.ts';
import { formatPence } from '#domain/money.ts';
import {
  type CustomerField,
  detailProblem,
  readCustomerDetails,
} from '#domain/orders/customer-details.ts';
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

const FIELDS: readonly CustomerField[] = ['name', 'email', 'phone'];

const EMAIL_NOTE = 'Is this right? We could not write to this address.';

type Problems = Partial<Record<CustomerField, string>>;

/**
 * The visitor's details, checked by the server's rules: non-empty, no format checks. The inputs are
 * uncontrolled; the details are passed to the payment page in the history state and stored nowhere else.
 */
function DetailsForm({ children }: { children: ReactNode }) {
  const form = useRef<HTMLFormElement>(null);
  const [shownProblems, setShownProblems] = useState<Problems>({});
  const [isComplete, setComplete] = useState(false);
  const [isEmailSuspect, setEmailSuspect] = useState(false);
  const { isWaiting, deferSubmit } = useDeferredSubmit(form);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const payment = href('/payment-loading');

  // The browser may have filled the fields in before hydration.
  useEffect(() => {
    if (form.current) setComplete(readDetails(form.current) !== undefined);
  }, []);

  function handleInput(form: HTMLFormElement) {
    const problems = problemsIn(form);
    setComplete(Object.keys(problems).length === 0);
    // Hides fixed problems at once; new ones appear only when a field loses focus.
    setShownProblems((before) => pick(problems, (field) => before[field] !== undefined));
    setEmailSuspect((before) => before && looksMistyped(fieldText(form, 'email')));
  }

  function handleBlur(form: HTMLFormElement | null, field: CustomerField) {
    if (!form) return;
    const problems = problemsIn(form);
    setShownProblems((before) => ({ ...before, ...pick(problems, (other) => other === field) }));
    setEmailSuspect(problems.email === undefined && looksMistyped(fieldText(form, 'email')));
  }

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const details = readDetails(event.currentTarget);
    if (details) {
      if (deferSubmit()) return;
      closeDialog('pick-up');
      // One history entry for the payment page: Back from the checkout must not return to it.
      const replace = pathname === payment;
      navigate(payment, { state: details, replace });
      return;
    }
    const problems = problemsIn(event.currentTarget);
    setShownProblems(problems);
    const first = FIELDS.find((field) => problems[field] !== undefined);
    const input = first && event.currentTarget.elements.namedItem(first);
    if (input instanceof HTMLInputElement) input.focus();
  }

  const notes = { email: isEmailSuspect ? EMAIL_NOTE : '', name: undefined, phone: undefined };
  return (
    // `method="dialog"`: submitted before hydration, it closes the dialog and sends nothing.
    <form
      ref={form}
      method="dialog"
      noValidate
      className={styles.form}
      onFocus={prefetchToken}
      onInput={(event) => handleInput(event.currentTarget)}
      onSubmit={handleSubmit}
    >
      {FIELDS.map((field) => (
        <Field
          key={field}
          name={field}
          problem={shownProblems[field]}
          note={notes[field]}
          onBlur={() => handleBlur(form.current, field)}
        />
      ))}
      {children}
      <Button type="submit" aria-disabled={!isComplete} className={styles.formSubmit}>
        {isWaiting ? 'Checking …' : 'Place Your Order'}
      </Button>
      <p role="status" className={styles.formChecking}>
        {isWaiting && 'We are making sure that you are a person. Your order goes on by itself.'}
      </p>
    </form>
  );
}

function readDetails(form: HTMLFormElement) {
  return readCustomerDetails(Object.fromEntries(new FormData(form)));
}

function problemsIn(form: HTMLFormElement): Problems {
  const problems: Problems = {};
  for (const field of FIELDS) {
    const problem = detailProblem(field, fieldText(form, field));
    if (problem) problems[field] = problem;
  }
  return problems;
}

function fieldText(form: HTMLFormElement, field: CustomerField): string {
  return String(new FormData(form).get(field));
}

function pick(problems: Problems, isIncluded: (field: CustomerField) => boolean): Problems {
  return Object.fromEntries(
    FIELDS.filter((field) => problems[field] !== undefined && isIncluded(field)).map((field) => [
      field,
      problems[field],
    ]),
  );
}

const INPUTS: Record<CustomerField, { label: string } & ComponentProps<'input'>> = {
  name: { label: 'Your Name', type: 'text', autoComplete: 'name', autoCapitalize: 'words' },
  email: { label: 'Email address', type: 'email', autoComplete: 'email', inputMode: 'email' },
  phone: { label: 'Phone number', type: 'tel', autoComplete: 'tel', inputMode: 'tel' },
};

interface FieldProps {
  name: CustomerField;
  problem: string | undefined;
  /** A hint that does not block; undefined for a field without one. */
  note: string | undefined;
  onBlur: () => void;
}

function Field({ name, problem, note, onBlur }: FieldProps) {
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
        onBlur={onBlur}
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
 * Delays a form submitted while the bot check runs, and submits it when the check ends, whatever its
 * outcome: the server's answer is shown then. Closing the form's dialog cancels the submission.
 */
function useDeferredSubmit(form: RefObject<HTMLFormElement | null>) {
  const [isWaiting, setWaiting] = useState(false);
  const waiting = useRef(false);

  const cancel = useEffectEvent(() => setDeferred(false));
  useEffect(() => {
    const onClose = () => cancel();
    const dialog = form.current?.closest('dialog');
    dialog?.addEventListener('close', onClose);
    return () => dialog?.removeEventListener('close', onClose);
  }, [form]);

  function setDeferred(deferred: boolean): void {
    waiting.current = deferred;
    setWaiting(deferred);
  }

  /** @returns whether the submission was deferred. */
  function deferSubmit(): boolean {
    const check = pendingToken();
    if (!check) return false;
    if (!waiting.current) check.then(submit);
    setDeferred(true);
    return true;
  }

  function submit(): void {
    if (!waiting.current) return;
    setDeferred(false);
    form.current?.requestSubmit();
  }

  return { isWaiting, deferSubmit };
}

/** Whether an email address lacks a part that every address has. A hint only: the server takes any text. */
export function looksMistyped(email: string): boolean {
  const typed = email.trim();
  return typed !== '' && !/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(typed);
}
