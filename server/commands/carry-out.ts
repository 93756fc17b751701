import type { Day } from '#domain/calendar/day.ts';
import { dayInWords } from '#domain/calendar/days.ts';
import type { CatalogueEntry, Size } from '#domain/catalogue/catalogue.ts';
import { describeSize } from '#domain/catalogue/sizes.ts';
import { formatPence } from '#domain/money.ts';
import type { Shop } from '#domain/shop.ts';
import { aboutHiding, aboutPrice, aboutShowing } from './about-cakes.ts';
import { aboutClosing, aboutOpening } from './about-days.ts';
import type { Answer } from './answer.ts';
import type { Asked } from './read-catalogue-words.ts';

/** Does what the owner asks for, and says what it means. */
export async function carryOut(
  shop: Shop,
  asked: Exclude<Asked, { command: 'help' }>,
  practice: boolean,
): Promise<Answer> {
  switch (asked.command) {
    case 'list':
      return { done: true, text: await list(shop) };
    case 'price':
      return aboutPrice(await shop.changePrice(asked), asked, practice);
    case 'hide':
      return aboutHiding(await shop.hideCake(asked.cake), asked.cake);
    case 'show':
      return aboutShowing(await shop.showCake(asked.cake), asked.cake);
    case 'close':
      return aboutClosing(await shop.closeDays(asked), asked);
    case 'open':
      return aboutOpening(await shop.openDays(asked), asked);
  }
}

async function list(shop: Shop): Promise<string> {
  const entries = await shop.catalogueEntries();
  const { forbiddenDays } = await shop.calendarRules();
  const today = shop.today();
  return [...entries.map(aCake), closedDays(forbiddenDays.filter((day) => day >= today))].join(
    '\n\n',
  );
}

function aCake({ cake, hidden }: CatalogueEntry): string {
  const name = `${cake.id}   ${cake.title}${hidden ? '   (hidden)' : ''}`;
  return [name, ...cake.sizes.map(aSize)].join('\n');
}

function aSize(size: Size): string {
  const notYet = size.api === null ? '   (not to be ordered before `npm run stripe:sync`)' : '';
  return `  ${describeSize(size)}   ${formatPence(size.price)}${notYet}`;
}

function closedDays(days: Day[]): string {
  if (days.length === 0) return 'No single days are closed.';
  return [
    'Closed, besides the days that are closed every week and every year:',
    ...days.map((day) => `  ${dayInWords(day)}`),
  ].join('\n');
}
