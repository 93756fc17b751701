import type {
  CloseDaysResult,
  DayRange,
  DaysChanged,
  DaysRejected,
  OpenDaysResult,
} from '#domain/calendar/close-days.ts';
import type { Day } from '#domain/calendar/day.ts';
import { dayInWords } from '#domain/calendar/days.ts';
import type { CatalogueEntry, Size } from '#domain/catalogue/catalogue.ts';
import type { ChangePriceResult, PriceChange } from '#domain/catalogue/change-price.ts';
import type { NoSuchCake } from '#domain/catalogue/find-cake.ts';
import type { SetHiddenResult } from '#domain/catalogue/hide-cake.ts';
import { describeSize } from '#domain/catalogue/sizes.ts';
import { formatPence } from '#domain/money.ts';
import type { Shop } from '#domain/shop.ts';
import { type CatalogueCommand, suggest } from './parse-arguments.ts';
import type { CommandResult } from './run-command.ts';

export async function runCatalogueCommand(
  shop: Shop,
  command: CatalogueCommand,
  practice: boolean,
): Promise<CommandResult> {
  switch (command.command) {
    case 'list':
      return { ok: true, text: await list(shop) };
    case 'price':
      return describePriceChange(await shop.changePrice(command), command, practice);
    case 'hide':
      return describeHiding(await shop.setHidden(command.cake, true), command.cake);
    case 'show':
      return describeShowing(await shop.setHidden(command.cake, false), command.cake);
    case 'close':
      return describeClosing(await shop.closeDays(command), command);
    case 'open':
      return describeOpening(await shop.openDays(command), command);
  }
}

async function list(shop: Shop): Promise<string> {
  const entries = await shop.catalogueEntries();
  const { forbiddenDays } = await shop.calendarRules();
  const today = shop.today();
  return [
    ...entries.map(describeCake),
    listClosedDays(forbiddenDays.filter((day) => day >= today)),
  ].join('\n\n');
}

function describeCake({ cake, hidden }: CatalogueEntry): string {
  const name = `${cake.id}   ${cake.title}${hidden ? '   (hidden)' : ''}`;
  return [name, ...cake.sizes.map(listSize)].join('\n');
}

function listSize(size: Size): string {
  const notYet = size.api === null ? '   (not to be ordered before `npm run stripe:sync`)' : '';
  return `  ${describeSize(size)}   ${formatPence(size.price)}${notYet}`;
}

function listClosedDays(days: Day[]): string {
  if (days.length === 0) return 'No single days are closed.';
  return [
    'Closed, besides the days that are closed every week and every year:',
    ...days.map((day) => `  ${dayInWords(day)}`),
  ].join('\n');
}

function describePriceChange(
  outcome: ChangePriceResult,
  wanted: PriceChange,
  practice: boolean,
): CommandResult {
  if (!outcome.ok) return { ok: false, text: priceChangeFailure(outcome, wanted, practice) };
  const { cake, hidden, size, changed, left } = outcome;
  const price = formatPence(wanted.price);
  const what = `${cake.title}, ${describeSize(size)}:`;
  const text = [
    changed
      ? `${what} ${price} instead of ${formatPence(size.price)}.`
      : `${what} ${price}, as it was already.`,
    changed
      ? `New orders pay ${price}. Baskets filled before are asked to agree. Orders already placed keep their price.`
      : `New orders pay ${price}.`,
    ...(hidden ? [`It is hidden: nobody can order it before \`show ${cake.id}\`.`] : []),
    ...left.map(
      (id) =>
        `The old price (${id}) is still active at Stripe: run \`npm run stripe:sync\`, or archive it there.`,
    ),
  ].join('\n');
  return { ok: left.length === 0, text };
}

function priceChangeFailure(
  outcome: Exclude<ChangePriceResult, { ok: true }>,
  { cake: typed, size: typedSize }: PriceChange,
  practice: boolean,
): string {
  switch (outcome.reason) {
    case 'no-such-cake':
      return noSuchCake(outcome, typed);
    case 'no-such-size': {
      const sizes = outcome.cake.sizes.map(({ size }) => size).join(', ');
      return `${outcome.cake.title} has no size “${typedSize}”. Its sizes: ${sizes}.`;
    }
    case 'payments-unavailable':
      return [
        `The payment provider does not answer, so the price was left at ${formatPence(outcome.size.price)}.`,
        'Run the same command again in a while.',
        ...(practice ? ['A practice shop brings its own payment provider: is it running?'] : []),
      ].join('\n');
  }
}

function describeHiding(outcome: SetHiddenResult, typed: string): CommandResult {
  if (!outcome.ok) return { ok: false, text: noSuchCake(outcome, typed) };
  const { cake, changed } = outcome;
  const text = [
    changed ? `${cake.title} is hidden.` : `${cake.title} was hidden already.`,
    'No page shows it and nobody can order it. Baskets that hold it are told so before they pay.',
    `Orders already placed stay as they are. \`show ${cake.id}\` brings it back.`,
  ].join('\n');
  return { ok: true, text };
}

function describeShowing(outcome: SetHiddenResult, typed: string): CommandResult {
  if (!outcome.ok) return { ok: false, text: noSuchCake(outcome, typed) };
  const { cake, changed } = outcome;
  const unpriced = cake.sizes.some(({ api }) => api === null);
  const text = [
    changed ? `${cake.title} is shown again.` : `${cake.title} was not hidden.`,
    unpriced
      ? 'The payment provider does not know all of its prices yet: run `npm run stripe:sync`.'
      : 'Everybody can see and order it.',
  ].join('\n');
  return { ok: true, text };
}

function noSuchCake({ cakeIds }: NoSuchCake, typed: string): string {
  const suggestions = suggest(typed.trim().toLowerCase().replaceAll(/\s+/g, '-'), cakeIds);
  const hint =
    suggestions.length > 0
      ? `Did you mean ${suggestions.join(' or ')}?`
      : '`list` shows all there are.';
  return `There is no cake “${typed}”. ${hint}`;
}

function describeClosing(outcome: CloseDaysResult, range: DayRange): CommandResult {
  if (!outcome.ok) return { ok: false, text: dayRangeFailure(outcome, range) };
  const text = [
    `Closed: ${describeRange(range, outcome)}.${describeUnchanged(outcome, 'closed')}`,
    'New orders cannot be collected then. Baskets with such a day are asked for another.',
    'Orders already placed stay as they are: customers who collect then have to be rung.',
  ].join('\n');
  return { ok: true, text };
}

function describeOpening(outcome: OpenDaysResult, range: DayRange): CommandResult {
  if (!outcome.ok) return { ok: false, text: dayRangeFailure(outcome, range) };
  const { stillClosed } = outcome;
  const text = [
    `No longer closed by you: ${describeRange(range, outcome)}.${describeUnchanged(outcome, 'not closed')}`,
    ...(stillClosed.length === 0 ? ['New orders can be collected then.'] : []),
    ...(stillClosed.length > 0 ? ['Other rules still keep closed:'] : []),
    ...stillClosed.map(({ day, why }) => `  ${dayInWords(day)}: ${why}`),
  ].join('\n');
  return { ok: true, text };
}

function describeRange({ first, last }: DayRange, { days }: DaysChanged): string {
  if (first === last) return dayInWords(first);
  return `${dayInWords(first)} to ${dayInWords(last)}, ${days} days`;
}

function describeUnchanged({ days, changed }: DaysChanged, what: 'closed' | 'not closed'): string {
  const before = days - changed.length;
  if (before === 0) return '';
  if (days === 1) return ` It was ${what} before.`;
  return before === days
    ? ` They were ${what} before.`
    : ` Of these ${before} were ${what} before.`;
}

function dayRangeFailure({ reason, today }: DaysRejected, { first, last }: DayRange): string {
  switch (reason) {
    case 'past':
      return `${dayInWords(first)} is in the past: today is ${dayInWords(today)}.`;
    case 'backwards':
      return `${dayInWords(last)} comes before ${dayInWords(first)}: say the first day first.`;
    case 'too-far':
      return `${dayInWords(last)} is more than two years ahead: is there a slip in the year?`;
  }
}
