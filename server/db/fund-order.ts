import { type Kysely, type QueryCreator, type Selectable, sql } from 'kysely';
import type { NewEvent } from '#domain/book/trail.ts';
import type { PlannedEmail } from '#domain/emails/email-ports.ts';
import type { LedgerEntry } from '#domain/ledger/ledger.ts';
import type { OrderId } from '#domain/orders/order.ts';
import type { Orders } from '#domain/orders/order-ports.ts';
import { bookDays } from './bookings.ts';
import type { DatabaseSettings } from './database-settings.ts';
import { enter, LEDGER_COLUMNS, type LedgerRow, ledgerInsert, ledgerRows } from './ledger.ts';
import { lockDaysOf } from './lock-days.ts';
import { insertEvents, recordEvent } from './order-events.ts';
import { applyTransition } from './order-statements.ts';
import { emailRows, keepPlanned, planEmails } from './plan-emails.ts';
import { insertProblem } from './problems.ts';
import type { Tables } from './tables.ts';
import { inTransaction } from './transactions.ts';

/** As `Orders.fund`. */
export function fundOrder(
  db: Kysely<Tables>,
  settings: DatabaseSettings,
  ...[id, emails = [], charge, now, problem, paymentEmail]: Parameters<Orders['fund']>
): Promise<boolean> {
  const facts = charge ? { checkout: charge.id, amount: charge.amount } : {};
  const event: NewEvent = { kind: 'funded', actor: 'stripe', facts };
  const fund = settings.isPostgres ? fundInCtes : fundInSteps;
  const funding = { emails, charge, event, paymentEmail };
  if (now === undefined && !problem) return fund(db, id, funding, settings);
  return db.transaction().execute(async (trx) => {
    const days = now === undefined ? undefined : await lockDaysOf(trx, id, now);
    if (!(await fund(trx, id, funding, settings))) return false;
    if (days) await bookDays(trx, id, days, settings);
    if (problem) await insertProblem(trx, problem, problem.at);
    return true;
  });
}

interface Funding {
  emails: PlannedEmail[];
  charge: LedgerEntry | undefined;
  event: NewEvent;
  paymentEmail: string | undefined;
}

function funded(query: QueryCreator<Tables>, id: OrderId, { paymentEmail }: Funding) {
  const update = applyTransition(query, [id], 'fund', { payment: 'none' });
  if (paymentEmail === undefined) return update;
  // Nothing would remove it from an order that was anonymised after it was read.
  return update.set(({ eb }) => ({
    payment_email: eb
      .case()
      .when('anonymised_at', 'is', null)
      .then(paymentEmail)
      .else(sql.lit(null))
      .end(),
  }));
}

function fundInSteps(
  db: Kysely<Tables>,
  id: OrderId,
  funding: Funding,
  settings: DatabaseSettings,
): Promise<boolean> {
  const { emails, charge, event } = funding;
  return inTransaction(db, async (trx) => {
    const changed = await funded(trx, id, funding).execute();
    if (changed.length === 0) return false;
    if (charge) await enter(trx, ledgerRows(id, [charge]));
    await planEmails(trx, id, [CAFES, ...emails], settings);
    await recordEvent(trx, [id], event, settings.clock);
    return true;
  });
}

const CAFES = { kind: 'cafe' } as const;

async function fundInCtes(
  db: Kysely<Tables>,
  id: OrderId,
  funding: Funding,
  settings: DatabaseSettings,
): Promise<boolean> {
  const { emails, charge, event } = funding;
  const { clock } = settings;
  const entries = sql<LedgerRow>`json_populate_recordset(null::ledger, ${JSON.stringify(ledgerRows(id, charge ? [charge] : []))})`;
  const rows = emailRows(id, [CAFES, ...emails], settings);
  const planned = sql<
    Selectable<Tables['emails']>
  >`json_populate_recordset(null::emails, ${JSON.stringify(rows)})`;
  const changed = await db
    .with('changed', (query) => funded(query, id, funding))
    .with('recorded', (query) => insertEvents(query, event, clock))
    .with('entered', (query) =>
      ledgerInsert(query)
        .columns(LEDGER_COLUMNS)
        .expression((eb) =>
          eb
            .selectFrom(['changed', entries.as('entry')])
            .select(LEDGER_COLUMNS.map((name) => `entry.${name}` as const)),
        ),
    )
    .with('planned', (query) =>
      query
        .insertInto('emails')
        .columns([...PLANNED, 'next_attempt_at'])
        .expression((eb) =>
          eb
            .selectFrom(['changed', planned.as('email')])
            .select(PLANNED.map((name) => `email.${name}` as const))
            .select(clock(0).as('next_attempt_at')),
        )
        .onConflict(keepPlanned),
    )
    .selectFrom('changed')
    .select('id')
    .execute();
  return changed.length === 1;
}

const PLANNED = [
  'order_id',
  'kind',
  'recipient',
  'not_before',
  'attempts',
  'revision',
] as const satisfies (keyof Tables['emails'])[];
