import type { Kysely } from 'kysely';
import * as z from 'zod';
import type { RefundKind } from '#domain/emails/email-kinds.ts';
import { parseJson } from '#domain/guard.ts';
import type { LedgerEntry } from '#domain/ledger/ledger.ts';
import { isReturned, type OrderId, Reversal } from '#domain/orders/order.ts';
import type { Orders } from '#domain/orders/order-ports.ts';
import { emailRows } from './customer-emails.ts';
import { enter, ledgerRows } from './ledger.ts';
import { changeOrders, type EventSettings } from './order-events.ts';
import { requeueNotification } from './outbox.ts';
import type { Tables } from './tables.ts';

/** As `Orders.setReversals`. Call it in a transaction. */
export async function setReversals(
  trx: Kysely<Tables>,
  settings: EventSettings,
  ...[id, reversals, entries, seen]: Parameters<Orders['setReversals']>
): ReturnType<Orders['setReversals']> {
  const json = JSON.stringify(reversals);
  const known = await readReversals(trx, id, settings);
  if (seen && known && JSON.stringify(known) !== JSON.stringify(seen)) return 'stale';
  const [changed] = await changeOrders(
    trx,
    (query) =>
      query
        .updateTable('orders')
        .set({ reversals: json })
        .where('id', '=', id)
        .where('reversals', '!=', json)
        .returning('id'),
    { kind: 'reversed', actor: 'stripe', facts: { reversals } },
    settings,
  );
  if (entries) await enterReversals(trx, id, json, entries);
  if (changed === undefined) return 'unchanged';
  await requeueNotification(trx, id, settings.clock);
  await tellOfRefunds(trx, id, newRefunds(known, reversals));
  return 'changed';
}

/** Call it after the change of the order, whose row it locks before those of the ledger. */
async function enterReversals(
  trx: Kysely<Tables>,
  id: OrderId,
  reversals: string,
  entries: LedgerEntry[],
): Promise<void> {
  await trx
    .updateTable('orders')
    .set({ in_ledger: reversals })
    .where('id', '=', id)
    // Otherwise the charge is missing: it is estimated, and these entries are not.
    .where('in_ledger', 'is not', null)
    .where('in_ledger', '!=', reversals)
    .execute();
  await enter(trx, ledgerRows(id, entries));
}

/** Locks the order. @returns undefined if they cannot be read. */
async function readReversals(
  trx: Kysely<Tables>,
  id: OrderId,
  { isPostgres }: EventSettings,
): Promise<Reversal[] | undefined> {
  const row = await trx
    .selectFrom('orders')
    .select('reversals')
    .where('id', '=', id)
    .$if(isPostgres, (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
  return z.array(Reversal).safeParse(parseJson(row?.reversals ?? '')).data;
}

function newRefunds(known: Reversal[] | undefined, reversals: Reversal[]): RefundKind[] {
  if (known === undefined) return [];
  return reversals
    .filter(({ kind, state }) => kind === 'refund' && !isReturned(state))
    .filter(({ id }) => !known.some((each) => each.id === id))
    .map(({ id }): RefundKind => `refund ${id}`);
}

/** Plans the e-mails that tell the customer, who may have no address any more. */
async function tellOfRefunds(trx: Kysely<Tables>, id: OrderId, kinds: RefundKind[]): Promise<void> {
  if (kinds.length === 0) return;
  const { email } = await trx
    .selectFrom('orders')
    .select('email')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (email === '') return;
  await trx
    .insertInto('customer_emails')
    .values(
      emailRows(
        id,
        kinds.map((kind) => ({ kind })),
      ),
    )
    .onConflict((there) => there.columns(['order_id', 'kind']).doNothing())
    .execute();
}
