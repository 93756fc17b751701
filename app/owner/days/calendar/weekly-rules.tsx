import { href, Link } from 'react-router';
import { Choices, Field } from '#app/ui/kit/field.tsx';
import { ActionForm, Submit } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { WEEKDAYS, weekdayName } from '#domain/calendar/days.ts';
import type { RulesView } from './rules-view.ts';

/** What counts every day: notice, the last orders, how far ahead, and the weekdays without collections. */
export function WeeklyRulesForm(rules: RulesView) {
  const { version, leadDays, closedDays, cutOff, soonest } = rules;
  const { daysAhead, closedWeekdays, shutWeekdays } = rules;
  const shut = shutWeekdays.map((day) => `${weekdayName(day)}s`);
  return (
    <ActionForm to={href('/owner/calendar/rules')} version={version} className={kit.form}>
      <div className={kit.pair}>
        <Field
          name="leadDays"
          inputMode="numeric"
          label="Days of notice"
          hint="0 means that customers can order for today."
          defaultValue={leadDays}
          required
        />
        <Field
          name="daysAhead"
          inputMode="numeric"
          label="Days ahead"
          hint="How far ahead customers can order."
          defaultValue={daysAhead}
          required
        />
      </div>
      <Choices
        legend="Closed days in between"
        hint="Days on which you are open without collections always count. So do the days of a pause."
        name="closedDays"
        type="radio"
        options={[
          { value: 'count', title: 'count as notice' },
          { value: 'skip', title: 'do not count: only days on which you are open do' },
        ]}
        chosen={[closedDays]}
      />
      <div className={kit.pair}>
        <Field
          name="cutOff"
          type="time"
          label="Last orders of the day"
          hint="Later orders count as tomorrow’s. Leave it empty to take them until midnight."
          defaultValue={cutOff}
          note={
            <p className={kit.quiet}>
              {soonest
                ? `Who orders now can collect from ${soonest}.`
                : 'Nobody can order at the moment.'}
            </p>
          }
        />
      </div>
      <Choices
        legend="No collections on"
        hint="Tick days on which you are open but nobody collects cakes."
        name="closedWeekdays"
        type="checkbox"
        options={WEEKDAYS.filter((day) => !shutWeekdays.includes(day)).map((day) => ({
          value: String(day),
          title: weekdayName(day),
        }))}
        chosen={closedWeekdays.map(String)}
        className="tiles"
      />
      <p className={kit.quiet}>
        {shut.length > 0
          ? `You are closed on ${shut.join(' and ')}, so nobody can collect then. `
          : 'You are open every day. '}
        <Link to={href('/owner/words/:words', { words: 'hours' })}>Change the opening hours</Link>
      </p>
      <Submit>Save</Submit>
    </ActionForm>
  );
}
