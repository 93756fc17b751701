import * as z from 'zod';
import { TimeWindows } from '#domain/calendar/rules.ts';
import type { DatabaseLocation } from '#server/db/open-database.ts';
import { queryDatabase } from './query-database.ts';

const Rows = z.tuple([z.object({ body: z.string() })]);
const Calendar = z.looseObject({
  capacity: z.array(z.int().nullable()).optional(),
  times: TimeWindows.optional(),
  noticeInBakingDays: z.literal(true).optional(),
  /** What is decided of single days. */
  days: z.record(z.string(), z.unknown()),
  capacities: z.record(z.string(), z.int()).default(() => ({})),
});

/** Edits the stored calendar without the shop. Servers that have read it keep theirs until the content's version changes. */
export async function editCalendar(
  where: DatabaseLocation,
  edit: (calendar: z.infer<typeof Calendar>) => void,
): Promise<void> {
  const [{ body }] = Rows.parse(
    await queryDatabase(where, "select body from documents where kind = 'calendar'"),
  );
  const calendar = Calendar.parse(JSON.parse(body));
  edit(calendar);
  const json = JSON.stringify(calendar).replaceAll("'", "''");
  await queryDatabase(where, `update documents set body = '${json}' where kind = 'calendar'`);
}
