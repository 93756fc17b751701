import {
  isPaused,
  isWithoutCollections,
  startAfterCutOff,
} from '#domain/calendar/collection-days.ts';
import type { Day } from '#domain/calendar/day.ts';
import { londonDay } from '#domain/calendar/days.ts';
import {
  areLost,
  type CalendarRules,
  type DayRules,
  LOST_RULES_NOTE,
} from '#domain/calendar/rules.ts';
import { hasLimits } from '#domain/capacity/capacity.ts';
import type { Shop } from '#server/shop.ts';

const PATH = 'calendar/forbiddenDays';

interface ShownRules {
  /** For an order that is placed now. */
  rules: DayRules;
  /** Whether days can be full. */
  hasLimits: boolean;
}

/**
 * The rules for pages, without what concerns past days alone. `placeOrder` checks each day with all
 * rules.
 */
export async function shownRules({
  content,
  clock,
  log,
}: Pick<Shop, 'content' | 'clock' | 'log'>): Promise<ShownRules> {
  const now = clock.now();
  const today = londonDay(now);
  const { rules } = (await content()).calendar;
  const startsOn = startAfterCutOff(now, rules);
  const known = latest.get(rules);
  const shown =
    known?.today === today && known.shown.startsOn === startsOn
      ? known.shown
      : { ...withoutPast(rules, today), ...(startsOn && { startsOn }) };
  latest.set(rules, { today, shown });
  // Once for each version of the content, whose rules are one object (spec §8).
  if (!known && areLost(rules)) log.error({ path: PATH }, LOST_RULES_NOTE);
  else if (!known && !Object.values(rules.days).some(isWithoutCollections))
    log.info({ path: PATH }, 'No data available');
  return { rules: shown, hasLimits: hasLimits(rules) };
}

/** A page whose loaders read the same rules gets one object, which it carries once. */
const latest = new WeakMap<CalendarRules, { today: Day; shown: DayRules }>();

/** How much the cafe makes, and how many orders a time takes, is its own business. */
export function withoutLimits({
  capacity: _,
  capacities: __,
  times,
  ...rules
}: CalendarRules): Omit<CalendarRules, 'capacity' | 'capacities'> {
  if (!times) return rules;
  return { ...rules, times: times.map((each) => ({ ...each, most: null })) };
}

/** Every page carries the rules, and the owner's days add up over the years. */
function withoutPast(rules: CalendarRules, today: Day): CalendarRules {
  const { days, pause, ...rest } = withoutLimits(rules);
  return {
    ...rest,
    days: Object.fromEntries(Object.entries(days).filter(([day]) => day >= today)),
    ...(isPaused(today, rules) && { pause }),
  };
}
