import { Field, type FieldProps, Problem } from '#app/ui/kit/field.tsx';
import screen from '#app/ui/kit/kit.module.css';
import { monthName } from '#domain/calendar/days.ts';
import type { CakeDraft } from '#domain/catalogue/cake-draft.ts';
import styles from './cake-editor.module.css';
import type { EditorState } from './submit-cake.ts';

type TextName = 'title' | 'desc' | 'ingredients' | 'slug' | 'leadDays' | 'unavailableUntil';

/** What a field of the draft shows. */
export type TextOf = (
  name: TextName,
) => Pick<FieldProps, 'name' | 'defaultValue' | 'problem' | 'note'>;

interface AvailabilityProps extends Pick<EditorState, 'draft' | 'problems'> {
  shopLeadDays: number;
  text: TextOf;
}

/** The cake's message, lead time, first day and season. */
export function Availability({ draft, problems, shopLeadDays, text }: AvailabilityProps) {
  return (
    <>
      <label className={styles.tick}>
        <input type="checkbox" name="takesMessage" defaultChecked={draft.takesMessage !== ''} />
        Takes a message
      </label>
      <Field
        label="Own lead time, in days"
        hint={`Empty: ${shopLeadDays}, as for all cakes.`}
        {...text('leadDays')}
        inputMode="numeric"
      />
      <Field
        label="Not available until"
        hint="It can be ordered for that day and later."
        {...text('unavailableUntil')}
        type="date"
      />
      <fieldset className={styles.season} aria-describedby="season-note season-problem">
        <legend>Season</legend>
        <p id="season-note" className={screen.quiet}>
          When the home page recommends it. It can be ordered all year.
        </p>
        <DayAndMonthFields label="From" name="seasonFrom" draft={draft} />
        <DayAndMonthFields label="To" name="seasonTo" draft={draft} />
        <Problem id="season-problem" text={problems.season} />
      </fieldset>
    </>
  );
}

interface DayAndMonthFieldsProps {
  label: string;
  name: 'seasonFrom' | 'seasonTo';
  draft: CakeDraft;
}

function DayAndMonthFields({ label, name, draft }: DayAndMonthFieldsProps) {
  return (
    <div className={styles.date}>
      <input
        name={`${name}Day`}
        aria-label={`${label}: day`}
        placeholder={label === 'From' ? '1' : '31'}
        inputMode="numeric"
        autoComplete="off"
        defaultValue={draft[`${name}Day`]}
      />
      <select
        name={`${name}Month`}
        aria-label={`${label}: month`}
        defaultValue={draft[`${name}Month`]}
      >
        <option value="">{label}</option>
        {MONTHS.map((month) => (
          <option key={month} value={String(month).padStart(2, '0')}>
            {monthName(month)}
          </option>
        ))}
      </select>
    </div>
  );
}

const MONTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
