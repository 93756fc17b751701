import type { ChangePriceResult, PriceChange } from '#domain/catalogue/change-price.ts';
import type { NoSuchCake } from '#domain/catalogue/find-cake.ts';
import type { SetHiddenResult } from '#domain/catalogue/hide-cake.ts';
import { describeSize } from '#domain/catalogue/sizes.ts';
import { formatPence } from '#domain/money.ts';
import type { Answer } from './answer.ts';
import { suggest } from './suggest.ts';

export function aboutPrice(
  outcome: ChangePriceResult,
  wanted: PriceChange,
  practice: boolean,
): Answer {
  if (!outcome.ok) return { done: false, text: whyNoPrice(outcome, wanted, practice) };
  const { cake, hidden, size, changed } = outcome;
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
  ].join('\n');
  return { done: true, text };
}

function whyNoPrice(
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

export function aboutHiding(outcome: SetHiddenResult, typed: string): Answer {
  if (!outcome.ok) return { done: false, text: noSuchCake(outcome, typed) };
  const { cake, changed } = outcome;
  const text = [
    changed ? `${cake.title} is hidden.` : `${cake.title} was hidden already.`,
    'No page shows it and nobody can order it. Baskets that hold it are told so before they pay.',
    `Orders already placed stay as they are. \`show ${cake.id}\` brings it back.`,
  ].join('\n');
  return { done: true, text };
}

export function aboutShowing(outcome: SetHiddenResult, typed: string): Answer {
  if (!outcome.ok) return { done: false, text: noSuchCake(outcome, typed) };
  const { cake, changed } = outcome;
  const unpriced = cake.sizes.some(({ api }) => api === null);
  const text = [
    changed ? `${cake.title} is shown again.` : `${cake.title} was not hidden.`,
    unpriced
      ? 'The payment provider does not know all of its prices yet: run `npm run stripe:sync`.'
      : 'Everybody can see and order it.',
  ].join('\n');
  return { done: true, text };
}

function noSuchCake({ cakeIds }: NoSuchCake, typed: string): string {
  const suggestions = suggest(typed.trim().toLowerCase().replaceAll(/\s+/g, '-'), cakeIds);
  const meant =
    suggestions.length > 0
      ? `Did you mean ${suggestions.join(' or ')}?`
      : '`list` shows all there are.';
  return `There is no cake “${typed}”. ${meant}`;
}
