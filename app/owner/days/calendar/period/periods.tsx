import { href } from 'react-router';
import { Field } from '#app/ui/kit/field.tsx';
import { ActionForm, Submit } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { ActionRow, Rows } from '#app/ui/kit/rows.tsx';
import { Notice } from '#app/ui/kit/screen.tsx';
import type { RulesView } from '../rules-view.ts';

/** The periods that are closed every year, and the form that adds one. */
export function Periods({ periods }: Pick<RulesView, 'periods'>) {
  return (
    <>
      {periods.length > 0 && (
        <Rows label="Closed every year">
          {periods.map(({ from, to, words, reason }) => (
            <ActionRow
              key={`${from} ${to}`}
              to={href('/owner/calendar/period/removal')}
              fields={{ from, to }}
              button="Remove"
              what={words}
            >
              <strong>{words}</strong> {reason}
            </ActionRow>
          ))}
        </Rows>
      )}
      <ActionForm to={href('/owner/calendar/period')} className={kit.form}>
        <div className={kit.pair}>
          <Field name="from" type="date" label="From" required />
          <Field name="to" type="date" label="To" required />
        </div>
        <Notice kind="quiet">
          It repeats every year. If it runs over New Year, choose the next year under To.
        </Notice>
        <Field name="reason" label="Why, for visitors" maxLength={80} />
        <Submit>Add</Submit>
      </ActionForm>
    </>
  );
}
