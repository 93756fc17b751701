import { dbTime } from '#server/db/db-time.ts';
import { type OwnerIncident, openIncidents } from '#server/orders/incidents.ts';
import { INCIDENT, planPushes } from '#server/push/plan.ts';
import type { Shop } from '#server/shop.ts';
import { takeTurn } from './turns.ts';

/** After a crash or a rejected alert it is sent again, so often: an outage of the e-mail service ends. */
const LEASE_SECONDS = 15 * 60;

/** The customer's own e-mail and push to the cafe say so already. */
const KNOWN_FROM_CUSTOMER = 'cancel-requested';

/**
 * Notifies the owners of new incidents, once each, from one of the servers: a push for each, also when no e-mail goes
 * out, and one e-mail for all that are new.
 */
export async function alertOwner(shop: Shop): Promise<void> {
  const { mailer, clock, log } = shop;
  const open = await openIncidents(shop);
  const incidents = open.filter(({ kind }) => kind !== KNOWN_FROM_CUSTOMER);
  const claimed = await claimAlerts(shop, incidents);
  const fresh = incidents.filter((incident) => claimed.includes(alertKey(incident)));
  if (fresh.length === 0) return;
  const count = fresh.length === 1 ? 'A problem needs you' : `${fresh.length} problems need you`;
  const merchant = await shop.merchant();
  if (!(await takeTurn(shop))) return;
  const delivery = await mailer.send({
    messageId: `alert-${clock.now().replaceAll(/\D/g, '')}`,
    to: 'cafe',
    subject: `${merchant.name}: ${count.toLowerCase()}`,
    text: [
      `${count}.`,
      ...new Set(fresh.map(alertText)),
      `See all: ${merchant.origin}/owner/needs-you`,
    ].join('\n\n'),
  });
  if (delivery.ok) await recordSent(shop, claimed);
  else log.error({ reason: delivery.reason, incidents: fresh.length }, 'the alert was not sent');
}

/** Another one if the incident is closed and raised again. */
function alertKey({ key, raisedAt }: OwnerIncident): string {
  return `${key} ${raisedAt}`;
}

/** A mailbox is read by more people than Needs you: no personal data. */
function alertText({ title, advice, orderNumber }: OwnerIncident): string {
  return [title, ...(orderNumber ? [`Order ${orderNumber}.`] : []), advice].join(' ');
}

/** Plans the pushes. @returns the keys of those that no e-mail has been sent for and no other server has claimed. */
async function claimAlerts({ db }: Shop, incidents: OwnerIncident[]): Promise<string[]> {
  if (incidents.length === 0) return [];
  const byKey = new Map(incidents.map((incident) => [alertKey(incident), incident.key]));
  // Sorted, so that two servers add the rows in one order.
  const keys = [...byKey.keys()].sort();
  return db.transaction().execute(async (trx) => {
    const added = await trx
      .insertInto('alerts')
      .values(keys.map((key) => ({ key, next_attempt_at: dbTime(trx) })))
      .onConflict((known) => known.column('key').doNothing())
      .returning('key')
      .execute();
    for (const { key } of added) {
      const about = byKey.get(key);
      if (about !== undefined) await planPushes(trx, { about, kind: INCIDENT });
    }
    const claimed = await trx
      .with('due', (query) =>
        query
          .selectFrom('alerts')
          .select('key')
          .where('key', 'in', keys)
          .where('sent_at', 'is', null)
          .where('next_attempt_at', '<=', dbTime(trx))
          .forUpdate()
          .skipLocked(),
      )
      .updateTable('alerts')
      .set({ next_attempt_at: dbTime(trx, LEASE_SECONDS) })
      .where('key', 'in', (query) => query.selectFrom('due').select('key'))
      .returning('key')
      .execute();
    return claimed.map(({ key }) => key);
  });
}

async function recordSent({ db }: Shop, keys: string[]): Promise<void> {
  await db
    .updateTable('alerts')
    .set({ sent_at: dbTime(db) })
    .where('key', 'in', keys)
    .execute();
}
