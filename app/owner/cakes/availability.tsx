import { Check, Field, Problem } from '#app/ui/kit/field.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { useEntered } from '#app/ui/kit/refusal-context.ts';
import { monthName } from '#domain/calendar/days.ts';
import type { CakeDraft } from '#domain/catalogue/cake-draft.ts';
import styles from './cake-editor.module.css';

interface AvailabilityProps {
  draft: CakeDraft;
  shopLeadDays: number;
}

/** The cake's message, lead time, first day and season. */
export function Availability({ draft, shopLeadDays }: AvailabilityProps) {
  const { problem } = useEntered('season');
  return (
    <>
      <Check name="takesMessage" value="on" isChosen={draft.takesMessage !== ''}>
        Can have a message on it
      </Check>
      <Field
        label="Days of notice it needs"
        hint={`Leave it empty for ${shopLeadDays}, as for all cakes.`}
        name="leadDays"
        defaultValue={draft.leadDays}
        inputMode="numeric"
      />
      <Field
        label="Not available until"
        hint="It can be ordered for that day and later."
        name="unavailableUntil"
        defaultValue={draft.unavailableUntil}
        type="date"
      />
      <fieldset className="lines" aria-describedby="season-note season-problem">
        <legend>Season</legend>
        <p id="season-note" className={kit.quiet}>
          When the home page recommends it. It can be ordered all year.
        </p>
        <DayAndMonth label="From" name="seasonFrom" draft={draft} />
        <DayAndMonth label="To" name="seasonTo" draft={draft} />
        <Problem id="season-problem" text={problem} />
      </fieldset>
    </>
  );
}

interface DayAndMonthProps {
  label: string;
  name: 'seasonFrom' | 'seasonTo';
  draft: CakeDraft;
}

function DayAndMonth({ label, name, draft }: DayAndMonthProps) {
  const [day, month] = [`${name}Day`, `${name}Month`] as const;
  const { values: [typedDay = draft[day]] = [] } = useEntered(day);
  const { values: [typedMonth = draft[month]] = [] } = useEntered(month);
  return (
    <div className={styles.date}>
      <input
        name={day}
        aria-label={`${label}: day`}
        placeholder={label === 'From' ? '1' : '31'}
        inputMode="numeric"
        autoComplete="off"
        defaultValue={typedDay}
      />
      <select name={month} aria-label={`${label}: month`} defaultValue={typedMonth}>
        <option value="">{label}</option>
        {MONTHS.map((number) => (
          <option key={number} value={String(number).padStart(2, '0')}>
            {monthName(number)}
          </option>
        ))}
      </select>
    </div>
  );
}

const MONTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
