import { useEffect, useRef, useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/kit/field.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { useEntered } from '#app/ui/kit/refusal-context.ts';
import { formatPence } from '#domain/money.ts';
import { splitRefund } from '#domain/orders/split-refund.ts';
import { FormId } from './form-id.tsx';
import styles from './refund.module.css';
import { amountProblem, readAmount } from './refund-amount.ts';
import type { RefundView } from './refund-form.ts';

interface Props {
  view: RefundView;
  /** `cancel`: the order is cancelled too. `refund`: if all of it goes back and the box is ticked. */
  verb: 'cancel' | 'refund';
}

/** The amount that goes back, and the button that says what it sends. */
export function RefundFields({ view, verb }: Props) {
  const { refund, isProved, most, promise, paidWith, payments, frees } = view;
  const field = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  // Without scripts the button cannot say what is typed.
  const [typed, setTyped] = useState<string>();
  const [isChanged, setChanged] = useState(false);
  const { values: ticked } = useEntered('cancel');
  const [cancels, setCancels] = useState(ticked ? ticked.length > 0 : view.cancels);
  // Also what was typed or ticked, or put back by the browser, before hydration.
  useEffect(() => {
    setTyped(field.current?.value);
    if (box.current) setCancels(box.current.checked);
  }, []);
  const problem = typed === undefined ? undefined : amountProblem(typed, most);
  const amount = typed === undefined || problem ? undefined : readAmount(typed);
  const money = amount === undefined ? 'this amount' : formatPence(amount);
  const parts = amount === undefined ? [] : (splitRefund(payments, amount) ?? []);
  const isAtCounter = (parts.length > 0 ? parts.map(({ payment }) => payment) : payments).every(
    (payment) => payment.isAtCounter,
  );
  const isCancelling = verb === 'cancel' || (cancels && amount === most);
  return (
    <>
      <FormId name="refund" value={refund} />
      <Field
        ref={field}
        name="amount"
        label="Amount in pounds"
        hint={promise}
        inputMode="decimal"
        defaultValue={view.typed}
        problem={isChanged || typed ? problem : undefined}
        className={styles.amount}
        onChange={({ target }) => {
          setTyped(target.value);
          setChanged(true);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // Money moves only by the button, which says how much.
          event.preventDefault();
          button.current?.focus();
        }}
      />
      {verb === 'refund' && frees !== '' && (
        <label className={kit.check}>
          <input
            ref={box}
            type="checkbox"
            name="cancel"
            checked={cancels}
            onChange={({ target }) => setCancels(target.checked)}
          />
          If all of it goes back, cancel it: frees {frees}
        </label>
      )}
      <Button
        ref={button}
        type="submit"
        name="do"
        value="refund"
        variant={isProved ? 'solid' : 'outline'}
        disabled={problem !== undefined}
      >
        {!isProved &&
          `Confirm it’s you, then ${isCancelling ? 'cancel and refund' : 'refund'} ${money}`}
        {isProved &&
          isAtCounter &&
          (isCancelling
            ? `Cancel: ${money} was given back at the counter`
            : `${capital(money)} was given back at the counter`)}
        {isProved && !isAtCounter && (
          <span>
            {isCancelling ? 'Cancel and refund' : 'Refund'} {money}
            {parts.length > 1 && `: ${parts.map(partInWords).join(' and ')}`}
            {paidWith && parts.length < 2 && (
              <>
                {' '}
                to <span className={styles.method}>{paidWith}</span>
              </>
            )}
          </span>
        )}
      </Button>
    </>
  );
}

/** One of several payments of which something goes back. */
function partInWords({ payment, amount }: SplitPart): string {
  const by = payment.isAtCounter ? 'at the counter' : 'by Stripe';
  return `${formatPence(amount)} ${by}`;
}

type SplitPart = NonNullable<ReturnType<typeof splitRefund>>[number];

function capital(words: string): string {
  return `${words[0]?.toUpperCase()}${words.slice(1)}`;
}

/** What the person should know of the money before they press the button. */
export function moneyNote({ payments }: RefundView): string {
  const [atCounter, byCard] = [true, false].map((wanted) =>
    payments.some(({ isAtCounter }) => isAtCounter === wanted),
  );
  return [
    byCard && 'A refund cannot be undone, and can take the bank a few days.',
    atCounter && byCard && 'What was paid last goes back first.',
    atCounter &&
      `${byCard ? 'What is given back at the counter' : 'This'} is only written down: hand over the money yourself.`,
  ]
    .filter(Boolean)
    .join(' ');
}
