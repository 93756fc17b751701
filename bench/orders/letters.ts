import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';

const Letters = z.array(z.object({ order: z.string() }));

/** How many of these orders the practice EmailJS has no e-mail about; its inbox shows only the last. */
export function lettersMissing(dataDir: string, ids: string[]): number {
  const inbox = new DatabaseSync(join(dataDir, 'practice-emailjs.sqlite'), { readOnly: true });
  const rows = inbox
    .prepare(
      "select body ->> '$.templateParams.order_id' as 'order' from documents where kind = 'email'",
    )
    .all();
  inbox.close();
  const told = new Set(Letters.parse(rows).map(({ order }) => order));
  return ids.filter((id) => !told.has(id)).length;
}
