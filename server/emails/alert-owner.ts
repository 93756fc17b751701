import { dbTime } from '#server/db/db-time.ts';
import { type OwnerIncident, openIncidents } from '#server/orders/incidents.ts';
import type { Shop } from '#server/shop.ts';
import { takeTurn } from './turns.ts';

/** After a crash or a rejected alert it is sent again, so often: an outage of the e-mail service ends. */
const LEASE_SECONDS = 15 * 60;

/** Notifies the cafe of new incidents: one e-mail for all that are new, from one of the servers. */
export async function alertOwner(shop: Shop): Promise<void> {
  const { mailer, clock, log } = shop;
  const incidents = await openIncidents(shop);
  const claimed = await claimAlerts(shop, incidents.map(alertKey));
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

/** @returns those of the keys that no alert has been sent for and no other server has claimed. */
async function claimAlerts({ db }: Shop, keys: string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const lease = { next_attempt_at: dbTime(db, LEASE_SECONDS) };
  const claimed = await db
    .insertInto('alerts')
    // Sorted, so that two servers lock the rows in one order.
    .values([...new Set(keys)].sort().map((key) => ({ key, ...lease })))
    .onConflict((known) =>
      known
        .column('key')
        .doUpdateSet(lease)
        .where('alerts.sent_at', 'is', null)
        .where('alerts.next_attempt_at', '<=', dbTime(db)),
    )
    .returning('key')
    .execute();
  return claimed.map(({ key }) => key);
}

async function recordSent({ db }: Shop, keys: string[]): Promise<void> {
  await db
    .updateTable('alerts')
    .set({ sent_at: dbTime(db) })
    .where('key', 'in', keys)
    .execute();
}
