import type { Kysely } from 'kysely';
import { rulesForAll } from '#domain/calendar/cake-rules.ts';
import { rulesAt, whyClosed } from '#domain/calendar/collection-days.ts';
import { londonDay } from '#domain/calendar/days.ts';
import { fits, unitsWith } from '#domain/capacity/capacity.ts';
import { changeLine, type InLine, offerEnd, type WaitingItem } from '#domain/capacity/waiting.ts';
import type { Cake } from '#domain/catalogue/catalogue.ts';
import { choicesOf } from '#domain/catalogue/options.ts';
import type { Instant } from '#domain/clock.ts';
import type { OrderItem } from '#domain/orders/order.ts';
import { isSameEmail } from '#domain/orders/same-customer.ts';
import type { WaitingRequest } from '#domain/orders/waiting-request.ts';
import { isUrlToken } from '#domain/url-token.ts';
import { calendarRules } from '#server/content/calendar.ts';
import type { Tables } from '#server/db/tables.ts';
import { type EmailRevision, planEmails } from '#server/emails/queue.ts';
import type { Shop } from '#server/shop.ts';
import { secrets } from '#server/staff/secrets.ts';
import { step } from '#server/step.ts';
import { copyOf, type EmailCopy } from './customer-link.ts';
import { type Limits, leftOn, lockDays } from './days.ts';
import {
  type Entry,
  type EntryInLine,
  endEntries,
  entryOf,
  findEntry,
  readLine,
} from './waiting-rows.ts';

// The waiting list of full days (decision 051). A place that is offered counts as taken, in the lock and the sum of the
// orders, until the order that is placed with it, the end of the offer, or the customer, frees it.

/** Of one address: e-mails go to it unasked. */
const MOST_OF_ADDRESS = 3;

export type JoinResult =
  | { ok: true; created: boolean }
  /**
   * `room`: it can be ordered now. `closed`: the day cannot be ordered, or a cake is gone. `too-many`: the address is in
   * line for as many as it may be. `other-content`: the id is another entry's.
   */
  | { ok: false; reason: 'room' | 'closed' | 'too-many' | 'other-content' };

/** Puts a customer on the list of a full day. Safe to repeat: the id identifies the wish. */
export async function joinWaitingList(
  shop: Shop,
  id: string,
  { day, items: asked, email }: WaitingRequest,
): Promise<JoinResult> {
  const now = shop.clock.now();
  const sold = await soldNow(shop);
  const items = itemsNow(sold, asked);
  const known = await findEntry(shop.db, id);
  if (known) {
    const isSame = known.day === day && isSameWish(known.items, asked);
    return isSame ? { ok: true, created: false } : { ok: false, reason: 'other-content' };
  }
  if (!items || chanceAt(sold, { day, items }, now) !== 'open') {
    return { ok: false, reason: 'closed' };
  }
  const units = unitsOf(items);
  const result = await shop.db.transaction().execute(async (trx): Promise<JoinResult> => {
    const locked = await lockDays(trx, now);
    const left = (await leftOn(trx, locked, [day])).get(day);
    if (left && fits(units, left)) return { ok: false, reason: 'room' };
    const own = (await readLine(trx)).filter((entry) => isSameEmail(entry.email, email));
    // Asked for once more: one e-mail and one place are enough.
    if (own.some((entry) => entry.day === day && isSameWish(entry.items, asked))) {
      return { ok: true, created: false };
    }
    if (own.length >= MOST_OF_ADDRESS) return { ok: false, reason: 'too-many' };
    const { numInsertedOrUpdatedRows: added } = await trx
      .insertInto('waiting')
      .values({
        ...{ id, day, units, email, state: 'waiting', joined_at: now, offered_until: null },
        items: JSON.stringify(items),
      })
      // A quicker double click.
      .onConflict((taken) => taken.doNothing())
      .executeTakeFirstOrThrow();
    if (added !== 1n) return { ok: true, created: false };
    await planEmails(trx, id, [{ kind: 'waiting-joined' }]);
    return { ok: true, created: true };
  });
  step('waiting.join end');
  if (result.ok && result.created) shop.log.info({ entry: id, day }, 'joined the waiting list');
  return result;
}

function isSameWish(items: WaitingItem[], asked: WaitingRequest['items']): boolean {
  const named = (each: WaitingRequest['items']) =>
    each
      .map(({ sizeId, options = [] }) =>
        [sizeId, ...options.flatMap(({ groupId, choiceId }) => [groupId, choiceId])].join(' '),
      )
      .sort();
  return JSON.stringify(named(items)) === JSON.stringify(named(asked));
}

type WaitingOption = NonNullable<WaitingRequest['items'][number]['options']>[number];

/** What the shop sells, and when. Read before a transaction, which has the only connection to SQLite. */
async function soldNow({ content }: Pick<Shop, 'content'>) {
  const [{ catalogue }, rules] = await Promise.all([content(), calendarRules({ content })]);
  return { catalogue, rules };
}
type Sold = Awaited<ReturnType<typeof soldNow>>;

/** @returns undefined if one of them cannot be ordered any more, or none takes any room. */
function itemsNow({ catalogue }: Sold, asked: WaitingRequest['items']): WaitingItem[] | undefined {
  const cakes = catalogue.byIds(asked.map(({ cakeId }) => cakeId));
  const items = asked.flatMap(({ cakeId, sizeId, options }) => {
    const cake = cakes.find(({ id }) => id === cakeId);
    const size = cake?.sizes.find(({ id }) => id === sizeId);
    if (!cake || !size?.api) return [];
    const chosen = asOrdered(cake, options);
    const units = unitsWith(chosen, cake, size, catalogue.units);
    const isAddOn = cake.kind === 'personal-touch';
    const named = {
      title: cake.title,
      size: size.size,
      ...(chosen.length > 0 && { options: chosen }),
    };
    return [{ cakeId, sizeId, ...named, units, isAddOn }];
  });
  return items.length === asked.length && unitsOf(items) > 0 ? items : undefined;
}

/** Those that the cake still has. */
function asOrdered(cake: Cake, options: WaitingOption[] = []) {
  const chosen = options.map(({ groupId: group, choiceId: choice }) => ({ group, choice }));
  return choicesOf(cake, chosen).map(({ group, choice }) => ({
    groupId: group.id,
    choiceId: choice.id,
    group: group.name,
    name: choice.name,
  }));
}

function unitsOf(items: Pick<WaitingItem, 'units'>[]): number {
  return items.reduce((sum, { units }) => sum + units, 0);
}

/** Whether the cakes can be ordered for the day at that time, if it has room. */
function chanceAt(
  sold: Sold,
  { day, items }: Pick<WaitingRequest, 'day' | 'items'>,
  at: Instant,
): InLine['chance'] {
  if (!itemsNow(sold, items)) return 'over';
  const { catalogue, rules } = sold;
  const today = londonDay(at);
  const cakes = catalogue.byIds(items.map(({ cakeId }) => cakeId));
  const closed = whyClosed(day, today, rulesForAll(cakes, rulesAt(at, rules), today));
  if (closed === undefined) return 'open';
  // A day that was closed may be opened again; time does not turn back.
  return closed === 'too-soon' ? 'over' : 'closed';
}

/**
 * Offers the room that has appeared, for whatever reason, to the first in line whose cakes fit, and ends offers that were
 * not used and entries that have no chance any more. Several servers may run it at once.
 */
export async function tendWaitingList(shop: Shop): Promise<void> {
  // Most of the time nobody waits.
  if ((await readLine(shop.db)).length === 0) return;
  const now = shop.clock.now();
  const sold = await soldNow(shop);
  const changed = await shop.db.transaction().execute(async (trx) => {
    const locked = await lockDays(trx, now);
    const { over, lapsed, offered } = await changesAt(trx, await readLine(trx), sold, locked);
    await endEntries(trx, 'over', over).execute();
    await endEntries(trx, 'lapsed', lapsed).where('offered_until', '<', now).execute();
    let made = 0;
    for (const { id, units } of offered) {
      const entry = await trx
        .updateTable('waiting')
        .set({ state: 'offered', units })
        .where('id', '=', id)
        .where('state', '=', 'waiting')
        .returning('id')
        .executeTakeFirst();
      // The customer has left the list since.
      if (!entry) continue;
      made += 1;
      // What has freed the place may be undone.
      await planEmails(trx, id, [{ kind: 'waiting-offer', isUndoable: true }]);
    }
    return { over: over.length, lapsed: lapsed.length, offered: made };
  });
  step('waiting.tend end');
  if (Object.values(changed).some((count) => count > 0)) {
    shop.log.info(changed, 'waiting list changed');
  }
}

async function changesAt(db: Kysely<Tables>, entries: EntryInLine[], sold: Sold, limits: Limits) {
  const line = entries.map((entry) => {
    const chance = chanceAt(sold, entry, limits.now);
    if (entry.state === 'offered') return { ...entry, chance };
    const atEnd = chanceAt(sold, entry, offerEnd(limits.now));
    return {
      ...entry,
      // The cafe may have given the sizes other units since.
      units: unitsOf(itemsNow(sold, entry.items) ?? entry.items),
      // What could not be used until its end is not offered.
      chance: chance === 'open' && atEnd !== 'open' ? ('closed' as const) : chance,
    };
  });
  const left = await leftOn(
    db,
    limits,
    line.map(({ day }) => day),
  );
  return changeLine(line, left, limits.now);
}

/** Changes nothing: mail scanners open links. @param token from a URL. */
export async function openEntry(
  { db }: Pick<Shop, 'db'>,
  token: string,
): Promise<Entry | undefined> {
  if (!isUrlToken(token)) return undefined;
  const link = await db
    .selectFrom('waiting_links')
    .select('entry_id')
    .where('hash', '=', secrets.hash(token))
    .executeTakeFirst();
  return link && findEntry(db, link.entry_id);
}

/** Idempotent. @returns whether the link is known. */
export async function leaveWaitingList(shop: Shop, token: string): Promise<boolean> {
  const entry = await openEntry(shop, token);
  if (!entry) return false;
  const [left] = await endEntries(shop.db, 'left', [entry]).returning('id').execute();
  step('waiting.leave end');
  if (left) shop.log.info({ entry: entry.id }, 'left the waiting list');
  return true;
}

/** Makes the link for an e-mail that is about to be sent, as `newLink` for orders. @returns its token. */
async function newEntryLink(
  { db }: Pick<Shop, 'db'>,
  id: string,
  email: EmailCopy,
): Promise<string> {
  const token = secrets.urlToken();
  const hash = secrets.hash(token);
  await db
    .insertInto('waiting_links')
    .values({ hash, entry_id: id, sent_as: copyOf(email) })
    .onConflict((sent) => sent.columns(['entry_id', 'sent_as']).doUpdateSet({ hash }))
    .execute();
  return token;
}

/**
 * What an e-mail to an entry is written from. The time of an offer counts from here: an e-mail that is late, because the
 * mail service was unreachable, offers no less. If the day can no longer be ordered until its end, the entry is over.
 * @returns undefined if the e-mail is not needed any more.
 */
export async function entryForEmail(
  shop: Pick<Shop, 'db' | 'clock' | 'content'>,
  email: EmailRevision & EmailCopy,
) {
  const now = shop.clock.now();
  const until = offerEnd(now);
  const state = email.kind === 'waiting-offer' ? 'offered' : 'waiting';
  const entry = state === 'offered' ? await findEntry(shop.db, email.about) : undefined;
  if (entry && chanceAt(await soldNow(shop), entry, until) !== 'open') {
    // An e-mail that was tried before may have arrived: its offer stays until it lapses.
    await endEntries(shop.db, 'over', [entry]).where('offered_until', 'is', null).execute();
    return undefined;
  }
  const row = await shop.db
    .updateTable('waiting')
    .set(state === 'offered' ? { offered_until: until } : { state })
    .where('id', '=', email.about)
    .where('state', '=', state)
    .returning(['day', 'items', 'email'])
    .executeTakeFirst();
  if (!row) return undefined;
  return { ...entryOf(row), until, now, token: await newEntryLink(shop, email.about, email) };
}

/** The entry whose place an order with these items takes; undefined if the token offers none of their days. */
export async function offerFor(
  shop: Pick<Shop, 'db'>,
  token: string | undefined,
  items: Pick<OrderItem, 'day' | 'units'>[],
): Promise<string | undefined> {
  const entry = token === undefined ? undefined : await openEntry(shop, token);
  const isOf = items.some(({ day, units }) => day === entry?.day && units > 0);
  return isOf ? entry?.id : undefined;
}
