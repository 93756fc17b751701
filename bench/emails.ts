import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';

const Emails = z.array(z.object({ order: z.string() }));

/** Counts the orders without an e-mail in the database of the practice EmailJS: its API lists only the latest. */
export function emailsMissing(dataDir: string, orderIds: string[]): number {
  const inbox = new DatabaseSync(join(dataDir, 'practice-emailjs.sqlite'), { readOnly: true });
  const rows = inbox
    .prepare(
      "select body ->> '$.templateParams.order_id' as 'order' from documents where kind = 'email' and body ->> '$.templateParams.orderText' is not null",
    )
    .all();
  inbox.close();
  const sent = new Set(Emails.parse(rows).map(({ order }) => order));
  return orderIds.filter((id) => !sent.has(id)).length;
}
