import { type Kysely, type QueryCreator, type Selectable, sql } from 'kysely';
import type { NewEvent } from '#domain/book/trail.ts';
import type { PlannedEmail } from '#domain/emails/email-ports.ts';
import type { LedgerEntry } from '#domain/ledger/ledger.ts';
import type { OrderId } from '#domain/orders/order.ts';
import type { Orders } from '#domain/orders/order-ports.ts';
import { bookDays } from './bookings.ts';
import { emailRows, keepPlanned, planEmails } from './customer-emails.ts';
import type { DatabaseClock, DatabaseSettings } from './database-settings.ts';
import { enter, LEDGER_COLUMNS, type LedgerRow, ledgerInsert, ledgerRows } from './ledger.ts';
import { lockDaysOf } from './lock-days.ts';
import { insertEvents, recordEvent } from './order-events.ts';
import { applyTransition } from './order-statements.ts';
import { insertProblem } from './problems.ts';
import type { Tables } from './tables.ts';
import { inTransaction } from './transactions.ts';

/** As `Orders.fund`. */
export function fundOrder(
  db: Kysely<Tables>,
  settings: DatabaseSettings,
  ...[id, emails = [], charge, now, problem]: Parameters<Orders['fund']>
): Promise<boolean> {
  const { clock, isPostgres } = settings;
  const facts = charge ? { checkout: charge.id, amount: charge.amount } : {};
  const event: NewEvent = { kind: 'funded', actor: 'stripe', facts };
  const fund = isPostgres ? fundInCtes : fundInSteps;
  const funding = { emails, charge, event };
  if (now === undefined && !problem) return fund(db, id, funding, clock);
  return db.transaction().execute(async (trx) => {
    const days = now === undefined ? undefined : await lockDaysOf(trx, id, now);
    if (!(await fund(trx, id, funding, clock))) return false;
    if (days) await bookDays(trx, id, days, settings);
    if (problem) await insertProblem(trx, problem, problem.at);
    return true;
  });
}

interface Funding {
  emails: PlannedEmail[];
  charge: LedgerEntry | undefined;
  event: NewEvent;
}

/** An order that is funded without its charge is left for `estimateMissing`. */
function funded(query: QueryCreator<Tables>, id: OrderId, { charge }: Funding) {
  return applyTransition(query, [id], 'fund', {
    payment: 'none',
    ...(charge && { in_ledger: NO_REVERSALS }),
  });
}
const NO_REVERSALS = '[]';

function fundInSteps(
  db: Kysely<Tables>,
  id: OrderId,
  funding: Funding,
  clock: DatabaseClock,
): Promise<boolean> {
  const { emails, charge, event } = funding;
  return inTransaction(db, async (trx) => {
    const changed = await funded(trx, id, funding).execute();
    if (changed.length === 0) return false;
    if (charge) await enter(trx, ledgerRows(id, [charge]));
    const notification = { attempts: 0, next_attempt_at: clock(0), revision: 0 };
    await trx
      .insertInto('outbox')
      .values({ order_id: id, ...notification })
      .execute();
    if (emails.length > 0) await planEmails(trx, id, emails);
    await recordEvent(trx, [id], event, clock);
    return true;
  });
}

async function fundInCtes(
  db: Kysely<Tables>,
  id: OrderId,
  funding: Funding,
  clock: DatabaseClock,
): Promise<boolean> {
  const { emails, charge, event } = funding;
  const entries = sql<LedgerRow>`json_populate_recordset(null::ledger, ${JSON.stringify(ledgerRows(id, charge ? [charge] : []))})`;
  const planned = sql<
    Selectable<Tables['customer_emails']>
  >`json_populate_recordset(null::customer_emails, ${JSON.stringify(emailRows(id, emails))})`;
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
        .insertInto('customer_emails')
        .columns(PLANNED)
        .expression((eb) =>
          eb
            .selectFrom(['changed', planned.as('email')])
            .select(PLANNED.map((name) => `email.${name}` as const)),
        )
        .onConflict(keepPlanned),
    )
    .insertInto('outbox')
    .columns(['order_id', 'attempts', 'next_attempt_at', 'revision'])
    .expression((eb) =>
      eb
        .selectFrom('changed')
        .select(['id', sql.lit(0).as('attempts'), clock(0).as('due'), sql.lit(0).as('revision')]),
    )
    .returning('order_id')
    .execute();
  return changed.length === 1;
}

const PLANNED = [
  'order_id',
  'kind',
  'not_before',
  'attempts',
  'next_attempt_at',
  'revision',
] as const satisfies (keyof Tables['customer_emails'])[];
