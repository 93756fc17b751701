import { StoredCalendar } from '#domain/calendar/rules.ts';
import type { Cake } from '#domain/catalogue/catalogue.ts';
import { addOns } from './catalogue/add-ons.ts';
import { categories } from './catalogue/categories.ts';
import { celebrationCakes } from './catalogue/celebration-cakes.ts';
import { childrensFavourites } from './catalogue/childrens-favourites.ts';
import { cupCakes } from './catalogue/cup-cakes.ts';
import { doughnuts } from './catalogue/doughnuts.ts';
import { extraLargeCakes } from './catalogue/extra-large-cakes.ts';
import { seasonalTreats } from './catalogue/seasonal-treats.ts';
import { teaTimeTreats } from './catalogue/tea-time-treats.ts';
import { veganAndGlutenFree } from './catalogue/vegan-and-gluten-free.ts';

const cakes: Cake[] = [
  ...celebrationCakes,
  ...cupCakes,
  ...teaTimeTreats,
  ...doughnuts,
  ...extraLargeCakes,
  ...childrensFavourites,
  ...veganAndGlutenFree,
  ...seasonalTreats,
  ...addOns,
];

/** The catalogue of a first start on an empty database. */
export const catalogue = { categories, cakes };

/** The rules of spec §5. */
export const calendar = StoredCalendar.parse({
  leadDays: 3,
  daysAhead: 180,
  closedWeekdays: [7],
  // Together they are spec §5's "14 to 23 April, except 17, 18 and 19 April".
  closedPeriods: [
    { from: '04-14', to: '04-16' },
    { from: '04-20', to: '04-23' },
    // Christmas Day and Boxing Day, New Year's Day.
    { from: '12-25', to: '12-26' },
    { from: '01-01', to: '01-01' },
  ],
  days: {},
});

/** The calendar of a first start: the cafe plans its next days when it closes. */
export const firstCalendar: StoredCalendar = { ...calendar, cutOff: '18:00' };
