import {
  type ComponentProps,
  type ReactNode,
  type SubmitEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { href, Link, PrefetchPageLinks, useLocation, useNavigate } from 'react-router';
import { prefetchToken } from '#app/buy/bot-check/bot-check.ts';
import { Button } from '#app/ui/button.tsx';
import { useCafe } from '#app/ui/cafe.ts';
import { keepFilledOpen } from '#app/ui/keep-filled-open.ts';
import { leaveDialogs } from '#app/ui/open-dialogs.ts';
import { PhoneLink } from '#app/ui/text.tsx';
import {
  type CustomerDetails,
  type CustomerField,
  detailProblem,
  emailHint,
  noteProblem,
  readCustomerDetails,
} from '#domain/orders/customer-details.ts';
import { looksReachable, suggestEmail } from '#domain/orders/reachable.ts';
import { typedDetails } from './kept-details.ts';
import styles from './pick-up-content.module.css';

const INPUT_FIELDS: readonly CustomerField[] = ['name', 'email', 'phone'];
const FIELDS = [...INPUT_FIELDS, 'note'] as const;

type FieldName = (typeof FIELDS)[number];
type Problems = Partial<Record<FieldName, string>>;

interface DetailsFormProps {
  total: string | undefined;
  /** Something above it is missing. */
  isBlocked: boolean;
  onBlocked: () => void;
}

/** What is to be said about an email address, which blocks nothing. */
interface EmailNote {
  hint?: string;
  /** The address that was probably meant. */
  meant?: string | undefined;
}

const PLEASE_CHECK =
  'Can we reach you? Neither the email address nor the phone number looks right. If one is, press Place Your Order again.';

/**
 * The visitor's details, checked by the server's rules: non-empty, no format checks. The inputs are
 * uncontrolled; what is typed is kept in the browser, and passed to the payment page in the history state.
 */
export function DetailsForm({ total, isBlocked, onBlocked }: DetailsFormProps) {
  const { payment: ways } = useCafe();
  const form = useRef<HTMLFormElement>(null);
  const [kept] = useState(typedDetails.read);
  const [problems, setProblems] = useState<Problems>();
  /** The fields whose problems are shown: new ones appear only when a field loses focus. */
  const [checked, setChecked] = useState<readonly FieldName[]>([]);
  const [emailNote, setEmailNote] = useState<EmailNote>();
  /** Whether they are sure of the address and the number: put once. */
  const [question, setQuestion] = useState<'open' | 'answered'>();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const payment = href('/payment-loading');

  // What is kept, and what the browser may have filled in.
  useEffect(() => {
    if (!form.current) return;
    const found = problemsIn(form.current);
    setProblems(found);
    if (!found.email) setEmailNote(noteOn(fieldText(form.current, 'email')));
  }, []);

  function handleInput(form: HTMLFormElement) {
    const found = problemsIn(form);
    setProblems(found);
    setChecked((before) => before.filter((field) => found[field]));
    setEmailNote((before) => before && noteOn(fieldText(form, 'email')));
    setQuestion((before) => before && 'answered');
    typedDetails.write(typedIn(form));
  }

  function correctEmail(meant: string) {
    const input = form.current?.elements.namedItem('email');
    if (!form.current || !(input instanceof HTMLInputElement)) return;
    input.value = meant;
    handleInput(form.current);
    // Its button is removed.
    input.focus();
  }

  function handleBlur(form: HTMLFormElement | null, field: FieldName) {
    if (!form) return;
    const found = problemsIn(form);
    setProblems(found);
    setChecked((before) => [...before, field].filter((each) => found[each]));
    setEmailNote(found.email ? undefined : noteOn(fieldText(form, 'email')));
  }

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBlocked) return onBlocked();
    const details = readCustomerDetails(typedIn(event.currentTarget));
    if (details) {
      if (!question && !looksReachable(details)) {
        setEmailNote(noteOn(details.email));
        return setQuestion('open');
      }
      typedDetails.write(details);
      return goToPayment(details);
    }
    const found = problemsIn(event.currentTarget);
    setProblems(found);
    const wrong = FIELDS.filter((field) => found[field]);
    setChecked(wrong);
    const [first] = wrong;
    const input = first && event.currentTarget.elements.namedItem(first);
    if (input instanceof HTMLElement) input.focus();
  }

  /** Back from the card page must lead neither to the payment page nor to this panel. */
  function goToPayment(details: CustomerDetails) {
    const go = () => navigate(payment, { state: details, replace: true });
    // On the payment page that page's entry is replaced, which comes before the panel's.
    if (pathname === payment) leaveDialogs(go);
    else go();
  }

  function fieldOf(field: FieldName) {
    return (
      <Field
        key={field}
        name={field}
        problem={checked.includes(field) ? problems?.[field] : undefined}
        kept={kept?.[field]}
        note={field === 'email' ? emailNote : undefined}
        onCorrect={correctEmail}
        onBlur={() => handleBlur(form.current, field)}
      />
    );
  }

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
      {/* The connection may be lost while they type: then that page says so, and tries again. */}
      <PrefetchPageLinks page={payment} />
      {INPUT_FIELDS.map(fieldOf)}
      <details className={styles.more} open={Boolean(kept?.note)} onToggle={keepFilledOpen}>
        <summary>
          Anything we should know? <small>Allergies, a nickname for the collector</small>
        </summary>
        {fieldOf('note')}
      </details>
      <GoodToKnow />
      <div className={`${styles.foot} cluster`}>
        <p role="status" className={`${styles.ask} problem`}>
          {question === 'open' && PLEASE_CHECK}
        </p>
        {total && (
          <p className={styles.total}>
            Total <strong>{total}</strong>
          </p>
        )}
        <Button
          type="submit"
          variant={problems && Object.keys(problems).length === 0 ? 'solid' : 'inactive'}
          className={styles.formSubmit}
        >
          Place Your Order
        </Button>
        {total && (
          <p className={styles.payNote}>
            You pay {total} next: {ways}.
          </p>
        )}
      </div>
    </form>
  );
}

function GoodToKnow() {
  const { contact } = useCafe();
  return (
    <ul className={styles.goodToKnow}>
      <li>
        <address>{contact.address.join(', ')}</address>
        <a href={contact.mapUrl}>Plan a route</a>
      </li>
      <li>
        Your details
        <Link to={href('/privacy')} replace>
          What we keep, and how long
        </Link>
      </li>
      <li>
        Made for you, so it cannot be returned
        <Link to={href('/terms')} replace>
          Terms
        </Link>
      </li>
    </ul>
  );
}

function typedIn(form: HTMLFormElement): CustomerDetails {
  return {
    name: fieldText(form, 'name'),
    email: fieldText(form, 'email'),
    phone: fieldText(form, 'phone'),
    note: fieldText(form, 'note'),
  };
}

function noteOn(email: string): EmailNote | undefined {
  const meant = suggestEmail(email);
  const hint = emailHint(email);
  return meant || hint ? { meant, hint } : undefined;
}

function problemsIn(form: HTMLFormElement): Problems {
  const problems: Problems = {};
  for (const field of FIELDS) {
    const text = fieldText(form, field);
    const problem = field === 'note' ? noteProblem(text) : detailProblem(field, text);
    if (problem) problems[field] = problem;
  }
  return problems;
}

function fieldText(form: HTMLFormElement, field: FieldName): string {
  return String(new FormData(form).get(field));
}

type InputProps = Pick<
  ComponentProps<'input'>,
  'type' | 'autoComplete' | 'autoCapitalize' | 'inputMode'
>;

const INPUTS: Record<FieldName, { label: string; why: ReactNode } & InputProps> = {
  name: {
    label: 'Your Name',
    why: 'Goes on the box',
    type: 'text',
    autoComplete: 'name',
    autoCapitalize: 'words',
  },
  email: {
    label: 'Email address',
    why: 'For your confirmation',
    type: 'email',
    autoComplete: 'email',
    inputMode: 'email',
  },
  phone: {
    label: 'Phone number',
    why: 'To reach you on the day',
    type: 'tel',
    autoComplete: 'tel',
    inputMode: 'tel',
  },
  note: {
    label: 'Your note',
    why: (
      <>
        A note cannot make a cake free of an allergen that our kitchen uses. If you have an allergy,
        please ring us first: <PhoneLink />.
      </>
    ),
  },
};

interface FieldProps {
  name: FieldName;
  problem: string | undefined;
  /** As it was typed before. */
  kept: string | undefined;
  note: EmailNote | undefined;
  onCorrect: (meant: string) => void;
  onBlur: () => void;
}

function Field({ name, problem, kept, note, onCorrect, onBlur }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const noteId = `${id}-note`;
  const { label, why, ...input } = INPUTS[name];
  const isNote = name === 'note';
  const Input = isNote ? 'textarea' : 'input';
  return (
    <div className={styles.field}>
      <div className={`${styles.fieldAbove} cluster`}>
        <label htmlFor={id}>{label}</label>
        <p id={hintId} className={problem && styles.fieldProblem}>
          {problem ?? (note ? '' : why)}
        </p>
        <p id={noteId} className={styles.fieldNote} aria-live="polite">
          {note?.meant ? (
            <button type="button" onClick={() => note.meant && onCorrect(note.meant)}>
              Did you mean {note.meant.replace(/.*@/, '')}?
            </button>
          ) : (
            note?.hint
          )}
        </p>
      </div>
      <Input
        id={id}
        name={name}
        defaultValue={kept}
        required={!isNote}
        aria-invalid={problem !== undefined}
        aria-describedby={`${hintId} ${noteId}`}
        onBlur={onBlur}
        {...input}
      />
    </div>
  );
}
