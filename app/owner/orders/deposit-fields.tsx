import { useState } from 'react';
import { Check, Field } from '#app/ui/kit/field.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { useEntered } from '#app/ui/kit/refusal-context.ts';
import type { Day } from '#domain/calendar/day.ts';
import { formatPence } from '#domain/money.ts';
import type { Pence } from '#domain/pence.ts';
import styles from './new-order.module.css';
import { OptionTiles } from './option-tiles.tsx';
import { readDeposit } from './phone-draft.ts';

interface Props {
  /** Undefined while it is not known. */
  total: Pence | undefined;
  today: Day;
  last: Day;
}

/** Asks for a part of the money first, and for the rest later. */
export function DepositFields({ total, today, last }: Props) {
  const { values: [entered = ''] = [] } = useEntered('deposit');
  const [typed, setTyped] = useState(entered);
  const deposit = total === undefined ? undefined : readDeposit(typed, total);
  return (
    <div className={`stack ${styles.deposit}`}>
      <Check name="asks-deposit">Ask for a deposit</Check>
      <div className={`stack ${styles.depositTerms}`}>
        <Field
          label="How much of it first?"
          name="deposit"
          hint="A percentage, such as 50%, or pounds, such as 20."
          onChange={({ target }) => setTyped(target.value)}
          note={
            <p role="status" className={kit.quiet}>
              {deposit !== undefined &&
                total !== undefined &&
                deposit < total &&
                `${formatPence(deposit)} first, then ${formatPence(total - deposit)}.`}
            </p>
          }
        />
        <OptionTiles
          legend="When is the rest paid?"
          name="rest"
          options={[
            { value: 'collection', words: 'When they collect' },
            { value: 'link', words: 'Before we bake', note: 'by a link' },
          ]}
          preset="collection"
        >
          <div className={styles.restBy}>
            <Field
              label="By which day? (empty: the day before we start to bake)"
              name="rest-by"
              type="date"
              min={today}
              max={last}
            />
            <p className={kit.quiet}>
              The customer gets the link by e-mail five days before, and a reminder. Without an
              e-mail address, make the link on the order.
            </p>
          </div>
        </OptionTiles>
        <p className={kit.quiet}>
          Before paying, the customer reads: if they cancel before you begin, the deposit goes back;
          once you have begun, you keep it.
        </p>
      </div>
    </div>
  );
}
