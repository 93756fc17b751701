import { data } from 'react-router';
import { readFormData } from '#app/read-form.ts';
import type { CalendarVersion } from '#server/content/calendar.ts';
import type { Shop } from '#server/shop.ts';
import { namesOfPeople } from '#server/staff/people.ts';
import { otherChangeInWords } from './calendar-words.ts';

/** A form that changes rules of the calendar, as it was sent. */
interface SentRules {
  form: string;
  /** Every field's values. */
  typed: Record<string, string[]>;
  /** The last change of the calendar that the sender had seen. */
  since: number;
}

/** What comes back when nothing was changed. */
export interface RejectedRules extends Pick<SentRules, 'form' | 'typed'> {
  /** By the field's name. */
  problems: Record<string, string>;
  /** What others have changed meanwhile. Having read it, the sender may save over it. */
  others: string[];
  /** Undefined: as the page is loaded again. */
  since: number | undefined;
}

interface ReadRules extends SentRules {
  /** The first value of a field; empty if it was not sent. */
  field(name: string): string;
}

/** @throws a 400 page if the body is no form. */
export async function readRules(request: Request): Promise<ReadRules> {
  const sent = await readFormData(request);
  const typed = Object.fromEntries(
    [...sent.keys()].map((name) => [
      name,
      sent.getAll(name).filter((value) => typeof value === 'string'),
    ]),
  );
  const field = (name: string) => typed[name]?.[0] ?? '';
  const since = field('since');
  return {
    form: field('do'),
    typed,
    since: /^\d{1,9}$/.test(since) ? Number(since) : 0,
    field,
  };
}

export function rejectRules({ form, typed, since }: SentRules, problems: Record<string, string>) {
  const rejected: RejectedRules = { form, typed, problems, others: [], since };
  return data(rejected, 422);
}

export async function rejectForOthers(
  { form, typed }: SentRules,
  changes: CalendarVersion[],
  shop: Shop,
) {
  const names = await namesOfPeople(shop);
  const others = changes.map((change) => otherChangeInWords(change, names));
  const rejected: RejectedRules = { form, typed, problems: {}, others, since: undefined };
  return data(rejected, 422);
}
