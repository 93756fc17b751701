import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';

// What the practice services have kept: all of it, while their own pages show only the latest.

const Session = z.object({
  id: z.string(),
  status: z.enum(['open', 'complete', 'expired']),
  payment_status: z.string(),
  amount_total: z.int(),
  client_reference_id: z.string().nullable(),
});
export type Session = z.infer<typeof Session>;

const Email = z.object({
  templateParams: z.object({ orderText: z.string(), order_id: z.string() }),
});
export interface Email {
  orderId: string;
  text: string;
}

const Body = z.object({ body: z.string() });

/** Stripe's records of its checkouts. */
export function readSessions(dataDir: string): Session[] {
  return readDocuments(dataDir, 'practice-stripe.sqlite', 'checkout.session', Session);
}

/** The cafe's inbox, oldest first. */
export function readInbox(dataDir: string): Email[] {
  return readDocuments(dataDir, 'practice-emailjs.sqlite', 'email', Email).map(
    ({ templateParams: { orderText, order_id } }) => ({ orderId: order_id, text: orderText }),
  );
}

function readDocuments<T>(dataDir: string, file: string, kind: string, schema: z.ZodType<T>): T[] {
  const database = new DatabaseSync(join(dataDir, file), { readOnly: true });
  try {
    return database
      .prepare('select body from documents where kind = ? order by seq')
      .all(kind)
      .map((row) => schema.parse(JSON.parse(Body.parse(row).body)));
  } finally {
    database.close();
  }
}
