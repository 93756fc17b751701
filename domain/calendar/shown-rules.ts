import type { Ports } from '#domain/ports.ts';
import type { CalendarRules } from './rules.ts';

export interface ShownRules {
  rules: CalendarRules;
  /** False if the forbidden days could not be read. */
  isComplete: boolean;
}

/**
 * The rules for pages, which serve without the forbidden days rather than not at all (spec §8).
 * `placeOrder` checks each day with all rules.
 */
export async function shownRules({
  calendar,
  log,
}: Pick<Ports, 'calendar' | 'log'>): Promise<ShownRules> {
  try {
    const rules = await calendar.rules();
    if (rules.forbiddenDays.length === 0) log.info({ path: PATH }, 'No data available');
    return { rules, isComplete: true };
  } catch (error) {
    const rules = { ...(await calendar.weeklyRules()), forbiddenDays: [] };
    log.error({ path: PATH, err: error }, 'the forbidden days could not be read');
    return { rules, isComplete: false };
  }
}

const PATH = 'calendar/forbiddenDays';
