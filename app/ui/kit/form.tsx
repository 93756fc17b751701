import {
  type ComponentProps,
  type FormEvent,
  Fragment,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useActionData, useFetcher, useLocation } from 'react-router';
import { focusOnProblem } from '#app/ui/focus-on-problem.ts';
import { awaitAnswer } from './answers.ts';
import { Problem } from './field.tsx';
import kit from './kit.module.css';
import type { Conflict, Refusal } from './refusal.ts';
import { FormContext } from './refusal-context.ts';
import { useUnsaved } from './unsaved.ts';

interface ActionFormProps extends Omit<ComponentProps<'form'>, 'action' | 'method' | 'onSubmit'> {
  /** The path of the action. */
  to: string;
  /** Of what the form changes, as the screen shows it now. */
  version?: number | undefined;
  /** What the fields show at first, by name. */
  filled?: Record<string, string[]> | undefined;
  /** What is typed is kept elsewhere, or can be typed again from an e-mail, so that it can be left. */
  isKept?: boolean;
}

/**
 * A form that an action of the owner's side answers (`ownerAction`). Without scripts it is a plain form. With them the
 * screen stays while it is sent: what was typed stays after a refusal, also without a network, and after a success
 * the fields show what is stored.
 */
export function ActionForm({ to, version, filled, isKept, children, ...form }: ActionFormProps) {
  const fetcher = useFetcher<Refusal>();
  const { pathname, search } = useLocation();
  const posted = usePosted(to);
  const [refusal, setRefusal] = useState(posted ?? (filled && { values: filled, problems: {} }));
  const [mended, setMended] = useState<readonly string[]>([]);
  // How often it was done. Each time the fields are mounted again, with what is stored.
  const [round, setRound] = useState(0);
  // The version that the fields show, and that is sent.
  const [opened, setOpened] = useState(version);
  const [isEdited, setEdited] = useState(posted !== undefined);
  const element = useRef<HTMLFormElement>(null);
  /** What it would have sent before it was edited. */
  const shown = useRef('');
  // The place of the button that sent it.
  const pressed = useRef(-1);
  const isSending = fetcher.state !== 'idle';
  const [wasSending, setWasSending] = useState(false);
  // The router keeps an earlier answer after a redirect.
  const [earlier, setEarlier] = useState<Refusal>();
  if (isSending !== wasSending) {
    setWasSending(isSending);
    if (!isSending) take(fetcher.data === earlier ? undefined : fetcher.data);
  }
  // Nobody has typed anything: the fields show what is stored now.
  if (opened !== version && !isEdited && !refusal) setOpened(version);
  useEffect(() => {
    const form = element.current;
    if (!form || isEdited) return;
    // Before the scripts ran.
    if (isTyped(form)) setEdited(true);
    else shown.current = contentOf(form);
  });
  useUnsaved(() => {
    const form = element.current;
    if (!form || !isEdited || isKept || refusal?.once) return false;
    return form.querySelector(':read-write') !== null && contentOf(form) !== shown.current;
  });
  useEffect(() => {
    if (round > 0) focusAgain(element.current, pressed.current);
  }, [round]);
  useEffect(() => {
    if (refusal && refusal !== posted) focusOnProblem(element.current);
  }, [refusal, posted]);

  function take(answer: Refusal | undefined): void {
    setRefusal(answer);
    setMended([]);
    if (answer) return;
    setRound(round + 1);
    setEdited(false);
  }

  function mend(problem: string): void {
    if (refusal && !mended.includes(problem)) setMended([...mended, problem]);
  }

  function send(event: FormEvent<HTMLFormElement>): void {
    const { submitter } = event.nativeEvent instanceof SubmitEvent ? event.nativeEvent : {};
    // A preview in another tab.
    if (submitter?.hasAttribute('formtarget')) return;
    event.preventDefault();
    // A second tap does not send it again.
    if (isSending) return;
    setEarlier(fetcher.data);
    const button =
      submitter instanceof HTMLButtonElement || submitter instanceof HTMLInputElement
        ? submitter
        : null;
    pressed.current = button ? [...event.currentTarget.elements].indexOf(button) : -1;
    awaitAnswer(fetcher.submit(button ?? event.currentTarget, { method: 'post' }));
  }

  return (
    <form
      {...form}
      ref={element}
      method="post"
      action={to}
      onInput={() => setEdited(true)}
      onSubmit={send}
      aria-busy={isSending}
    >
      <FormContext value={{ refusal, mended, mend }}>
        <Problem text={refusal?.problems['']} />
        {refusal?.conflict && <ConflictNote {...refusal.conflict} />}
        {!refusal && version !== opened && (
          <p role="status" className={kit.warning}>
            This has changed since you opened it. What you typed is still here.
          </p>
        )}
        <Fragment key={`${round} ${opened}`}>
          {opened !== undefined && (
            <input type="hidden" name="version" value={refusal?.conflict?.version ?? opened} />
          )}
          {children}
          {/* Last, because the first one counts: where the form itself leads. */}
          <input type="hidden" name="back" value={pathname + search} />
        </Fragment>
      </FormContext>
    </form>
  );
}

/** Both versions: theirs here, the person's own in the form. */
function ConflictNote({ who = 'Somebody else', theirs }: Conflict) {
  return (
    <div role="alert" className={kit.warning}>
      <p>{who} has changed this meanwhile. Nothing is saved yet: what you typed is in the form.</p>
      <ul>
        {theirs.map(({ label, now }) => (
          <li key={label}>
            {label} is now: {now || 'empty'}
          </li>
        ))}
      </ul>
      <p>Save again to use what is in the form.</p>
    </div>
  );
}

interface ActionProps {
  /** The path of the action. */
  to: string;
  /** Of what it changes, as the screen shows it now. */
  version?: number | undefined;
  /** Sent with it. */
  fields?: Record<string, string | number> | undefined;
  className?: string | undefined;
  /** The button's; a class for any other. */
  look?: 'pill' | 'quiet' | (string & {}) | undefined;
  /** The key that presses it. */
  shortcut?: string | undefined;
  children: ReactNode;
}

/** A form of one button. */
export function Action({
  to,
  version,
  fields = {},
  className,
  look = 'pill',
  shortcut,
  children,
}: ActionProps) {
  return (
    <ActionForm to={to} version={version} className={className}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button
        type="submit"
        className={LOOKS[look] ?? look}
        data-shortcut={shortcut}
        aria-keyshortcuts={shortcut}
      >
        {children}
      </button>
    </ActionForm>
  );
}

/** The button that sends the form around it. */
export function Submit(button: ComponentProps<'button'>) {
  return <button type="submit" {...button} className={kit.action} />;
}

const LOOKS: Record<string, string | undefined> = { pill: kit.action, quiet: 'word-button' };

/** The answer to the form if it was sent without scripts: it is the page of its action. */
function usePosted(to: string): Refusal | undefined {
  const answer = useActionData<Refusal>();
  const { pathname } = useLocation();
  return pathname === to.split(/[?#]/)[0] ? answer : undefined;
}

/** What it would send, as text to compare. */
function contentOf(form: HTMLFormElement): string {
  return JSON.stringify([...new FormData(form)]);
}

/** Whether it was typed in before the scripts ran. */
function isTyped(form: HTMLFormElement): boolean {
  return [...form.elements].some((field) =>
    field instanceof HTMLInputElement
      ? field.value !== field.defaultValue || field.checked !== field.defaultChecked
      : field instanceof HTMLTextAreaElement && field.value !== field.defaultValue,
  );
}

/** The button that was pressed is another one now; it may be folded. */
function focusAgain(form: HTMLFormElement | null, pressed: number): void {
  const button = form?.elements[pressed];
  if (document.activeElement === document.body && button instanceof HTMLElement) button.focus();
  if (document.activeElement === document.body) form?.querySelector('summary')?.focus();
}
