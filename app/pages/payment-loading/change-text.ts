import type { Day } from '#domain/calendar/day.ts';
import { displayDay } from '#domain/calendar/days.ts';
import { reasonText } from '#domain/calendar/reason-text.ts';
import type { CalendarRules } from '#domain/calendar/rules.ts';
import type { Allergen, Size } from '#domain/catalogue/catalogue.ts';
import { describeSize, isBox } from '#domain/catalogue/sizes.ts';
import { formatPence } from '#domain/money.ts';
import type { Change } from './apply-changes.ts';

/** One change in words. */
export function changeText({ item, difference }: Change, today: Day, rules: CalendarRules): string {
  const { cake, size, selectedDay } = item;
  const name = `${cake.title}, ${shortSize(size)}`;
  switch (difference.kind) {
    case 'allergens':
      return `${name} ${allergenChange(cake.allergens, difference.allergens)}`;
    case 'gone':
      return `${name} can no longer be ordered and will be taken out.`;
    case 'price':
      return difference.size.price === size.price
        ? `${name} is now ${describeSize(difference.size)}, still at ${formatPence(size.price)}.`
        : `${name} was ${formatPence(size.price)} and is now ${formatPence(difference.size.price)}.`;
    case 'day': {
      const reason = reasonText(difference.reason, selectedDay, today, rules);
      return `${name}: ${displayDay(selectedDay)} can no longer be chosen: ${reason}.`;
    }
    case 'no-message':
      return `${name}: nothing can be written on it any more, so your message will be left out.`;
  }
}

/** "now contains Nuts as well. It contains Eggs, Nuts." The whole list comes last: it is what counts. */
function allergenChange(before: Allergen[], now: Allergen[]): string {
  const added = now.filter((allergen) => !before.includes(allergen));
  const removed = before.filter((allergen) => !now.includes(allergen));
  const changes = [
    added.length > 0 && `now contains ${listed(added)}${before.length > 0 ? ' as well' : ''}`,
    removed.length > 0 && `no longer contains ${listed(removed)}`,
  ];
  const all = now.length > 0 ? `It contains ${now.join(', ')}.` : 'No allergens are named for it.';
  return `${changes.filter(Boolean).join(' and ')}. ${all}`;
}

/** "Eggs, Dairy and Nuts" */
function listed(names: string[]): string {
  return names.join(', ').replace(/, ([^,]*)$/, ' and $1');
}

function shortSize(size: Size): string {
  return isBox(size) ? size.size : `${size.size} inches`;
}
