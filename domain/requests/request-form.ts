import type { Day } from '#domain/calendar/day.ts';
import { addDays, isDay } from '#domain/calendar/days.ts';
import {
  CUSTOMER_FIELDS,
  detailProblem,
  emailHint,
  inOneLine,
  tooLongText,
} from '#domain/orders/customer-details.ts';
import { lineProblem } from '#domain/orders/plain-text.ts';
import { readText } from '#domain/orders/readable-lines.ts';
import { isWholePhone } from '#domain/orders/same-customer.ts';
import type { RequestContent } from './request.ts';

// The form of a request, checked by the page before photos are sent, and by the server. No zod: the page uses it too.

/** In the order of the form. */
export const REQUEST_FIELDS = [
  'occasion',
  'people',
  'day',
  'ideas',
  'budget',
  'name',
  'email',
  'phone',
] as const satisfies (keyof RequestContent)[];
export type RequestField = (typeof REQUEST_FIELDS)[number];

export const OCCASION_MAX = 60;
export const BUDGET_MAX = 40;
export const IDEAS_MAX = 1_000;
export const REPLY_MAX = 1_000;
/** The largest cakes of a cafe. */
const MOST_PEOPLE = 1_000;
/** A wedding is planned two years ahead. */
const DAYS_AHEAD = 2 * 365;

export function firstRequestDay(today: Day): Day {
  return addDays(today, 1);
}

export function lastRequestDay(today: Day): Day {
  return addDays(today, DAYS_AHEAD);
}

type RequestProblems = Partial<Record<RequestField, string>>;

type ReadRequest = { ok: true; content: RequestContent } | { ok: false; problems: RequestProblems };

/** @param typed the text of each field. @param today at the cafe. */
export function readRequestForm(typed: (field: RequestField) => string, today: Day): ReadRequest {
  const line = (field: RequestField) => inOneLine(typed(field));
  const day = typed('day').trim();
  const content = {
    occasion: line('occasion'),
    people: readPeople(line('people')) ?? 0,
    ideas: readText(typed('ideas')),
    budget: line('budget'),
    name: line('name'),
    email: line('email'),
    phone: line('phone'),
  };
  const found = {
    occasion: lineOf(content.occasion, OCCASION_MAX) ?? (content.occasion ? undefined : WHAT_FOR),
    people: content.people > 0 ? undefined : HOW_MANY,
    day: dayProblem(day, today),
    ideas: textProblem(content.ideas, IDEAS_MAX, 'Please say what you have in mind.'),
    budget: lineOf(content.budget, BUDGET_MAX),
    name: detailProblem('name', content.name),
    ...reachProblems(content),
  };
  const problems = Object.fromEntries(
    Object.entries(found).filter(([, problem]) => problem !== undefined),
  );
  return isDay(day) && Object.keys(problems).length === 0
    ? { ok: true, content: { ...content, day } }
    : { ok: false, problems };
}

const WHAT_FOR = 'Please say what it is for.';
const HOW_MANY = 'Please give the number of people, such as 12.';

function lineOf(text: string, most: number): string | undefined {
  return (
    lineProblem(text) ?? (text.length > most ? `Please use at most ${most} letters.` : undefined)
  );
}

/** @returns the number of `30`, `about 30` and `25 to 30`, of which the cake is enough for all; undefined for other texts. */
function readPeople(text: string): number | undefined {
  const [, least = '', most = least] = PEOPLE.exec(text) ?? [];
  const people = Math.max(Number(least), Number(most));
  return people >= 1 && people <= MOST_PEOPLE ? people : undefined;
}
const PEOPLE = /^[^\d.,-]*(\d{1,4})(?:(?: ?[-–] ?| to | or )(\d{1,4}))?(?![\d.,])[^\d]*$/;

function dayProblem(text: string, today: Day): string | undefined {
  if (!isDay(text)) return 'Please choose a day.';
  if (text < firstRequestDay(today)) return 'Please choose a day from tomorrow on.';
  return text > lastRequestDay(today) ? 'Please choose a day in the next two years.' : undefined;
}

/** One of the two is enough. */
function reachProblems({ email, phone }: Pick<RequestContent, 'email' | 'phone'>): RequestProblems {
  if (email === '' && phone === '') {
    return { email: 'Please fill in your email address or your phone number.' };
  }
  const emailProblem =
    lineProblem(email) ??
    (email.length > CUSTOMER_FIELDS.email.max ? tooLongText('email') : undefined) ??
    (emailHint(email) || undefined);
  const phoneProblem =
    lineProblem(phone) ??
    (phone.length > CUSTOMER_FIELDS.phone.max ? tooLongText('phone') : undefined) ??
    (phone !== '' && !isWholePhone(phone) ? 'Is this right? It looks too short.' : undefined);
  return {
    ...(emailProblem && { email: emailProblem }),
    ...(phoneProblem && { phone: phoneProblem }),
  };
}

/** @param text from `readText`. */
export function textProblem(text: string, most: number, missing: string): string | undefined {
  if (text === '') return missing;
  const { length } = [...text];
  return length > most
    ? `This has ${length.toLocaleString('en-GB')} characters, and ${most.toLocaleString('en-GB')} fit. Please make it shorter.`
    : undefined;
}
