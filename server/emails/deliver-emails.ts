import { reminderDay } from '#domain/emails/email-kinds.ts';
import type { Order, OrderId } from '#domain/orders/order.ts';
import { emailDetour, isEmailAddress, reachableEmail } from '#domain/orders/reachable-email.ts';
import { findBooked } from '#server/orders/book.ts';
import { withCurrentAllergens } from '#server/orders/current-allergens.ts';
import { copyOf, newLink } from '#server/orders/link.ts';
import { makePayLink } from '#server/orders/pay-agreed-order.ts';
import { raiseProblem, raiseUnreadable } from '#server/orders/problems.ts';
import type { Ports } from '#server/ports.ts';
import {
  type ClaimedEmail,
  type Delivery,
  type Email,
  LONGEST_PAUSE_SECONDS,
} from './email-ports.ts';
import { type CafeRow, type CustomerRow, reasonNotToSend, rowOf } from './email-table.ts';
import { holdTurns, secondsToTurn, takeTurn } from './turns.ts';

/** Longer than any mailer's timeout, so that no other server sends the same e-mail meanwhile. */
const USUAL_LEASE_SECONDS = 120;
const FIRST_PAUSE_SECONDS = 2;
/** The part of a pause that is left to chance, so that e-mails that failed together do not return together. */
const JITTER = 0.25;
/** No e-mail is claimed long before its turn: it would come before one of the cafe that is planned meanwhile. */
const CLAIM_AHEAD_SECONDS = 2;
/** As in app/routes.ts. */
const LINK_PATH = '/my-order/';

type Delivering = Pick<
  Ports,
  | 'orders'
  | 'outbox'
  | 'db'
  | 'emailSpacingSeconds'
  | 'db'
  | 'customerLinks'
  | 'mailer'
  | 'trader'
  | 'catalogue'
  | 'secrets'
  | 'clock'
  | 'log'
>;

export interface DeliverySettings {
  /** Aborted when the server closes: e-mails that wait for their turn are then released unsent. */
  stopping?: AbortSignal | undefined;
  /** How long an e-mail of a killed server stays claimed. */
  leaseSeconds?: number;
}

interface Delivered {
  claimed: number;
  /** One for each e-mail whose turn has come: resolves when its end is recorded, and never rejects. */
  sending: Promise<void>[];
}

/**
 * Claims e-mails and starts to send them: one in its turn if the service limits them, otherwise `most` at once. An
 * accepted e-mail to the cafe makes its order paid. A crash between sending and recording sends a second copy, never
 * none.
 */
export async function deliverEmails(
  ports: Delivering,
  most: number,
  { leaseSeconds = USUAL_LEASE_SECONDS, stopping }: DeliverySettings = {},
): Promise<Delivered> {
  const { orders, outbox, emailSpacingSeconds: spacing = 0 } = ports;
  if ((await secondsToTurn(ports)) > CLAIM_AHEAD_SECONDS) return { claimed: 0, sending: [] };
  const claimed = await outbox.claim({
    most: spacing > 0 ? 1 : most,
    leaseSeconds,
    longestWaitSeconds: LONGEST_PAUSE_SECONDS,
  });
  const found = await orders.findAll(claimed.map(({ orderId }) => orderId));
  const sending: Promise<void>[] = [];
  await Promise.all(
    claimed.map(async (each) => {
      const order = found.find(({ id }) => id === each.orderId);
      try {
        const email = stopping?.aborted ? undefined : await prepare(ports, each, order);
        if (email && !stopping?.aborted && (await takeTurn(ports)) && !stopping?.aborted) {
          sending.push(send(ports, each, email).catch((error) => logFailure(ports, each, error)));
        } else if (email || stopping?.aborted) await outbox.release(each);
      } catch (error) {
        // The others go on.
        logFailure(ports, each, error);
        await outbox.postpone(each, pauseOf(each), 'not written').catch(() => {
          // The database is unavailable: the e-mail is due again when its lease ends.
        });
      }
    }),
  );
  return { claimed: claimed.length, sending };
}

function logFailure({ log }: Delivering, { orderId, kind }: ClaimedEmail, error: unknown): void {
  log.error({ err: error, orderId, kind }, 'an e-mail could not be written, or its end recorded');
}

/** About 2 s, 4 s, 8 s … up to 15 minutes. @param luck between 0 and 1. */
export function pauseAfterAttempt(attempt: number, luck = 1): number {
  const longest = Math.min(FIRST_PAUSE_SECONDS * 2 ** (attempt - 1), LONGEST_PAUSE_SECONDS);
  return longest * (1 - JITTER * (1 - luck));
}

function pauseOf({ orderId, attempt }: ClaimedEmail): number {
  return pauseAfterAttempt(attempt, luckOf(orderId, attempt));
}

/** The order's id is random: no other source is needed. */
function luckOf(orderId: OrderId, attempt: number): number {
  return ((Number.parseInt(orderId.slice(0, 8), 16) * attempt) % 1_000) / 1_000;
}

/** @returns undefined for an e-mail that is not sent now: it has been dropped or postponed. */
async function prepare(
  ports: Delivering,
  claimed: ClaimedEmail,
  order: Order | undefined,
): Promise<Email | undefined> {
  const { orderId, kind } = claimed;
  const row = rowOf(kind);
  if (order && row?.to === 'customer' && (await isDropped(ports, claimed, order, row))) return;
  const contents = order && row && (await contentsOf(ports, claimed, order, row));
  if (contents) {
    const messageId = `${kind.replaceAll(' ', '-')}-${orderId}-${claimed.revision}`;
    return { orderId, messageId, ...contents };
  }
  if (row?.to === 'cafe') {
    await raiseUnreadable(ports, orderId);
    await ports.outbox.postpone(claimed, pauseOf(claimed), 'order unreadable');
    return;
  }
  // The cafe's e-mail raises the problem.
  await ports.outbox.postpone(claimed, LONGEST_PAUSE_SECONDS, 'unreadable');
}

async function isDropped(
  ports: Delivering,
  claimed: ClaimedEmail,
  order: Order,
  row: CustomerRow,
): Promise<boolean> {
  const { kind } = claimed;
  const reason =
    reasonNotToSend(row, order, kind, ports.clock.now()) ??
    ((await isCollectedEarly(ports, order, kind)) ? 'collected' : undefined);
  if (reason !== undefined) await ports.outbox.drop(claimed, reason);
  else if (!isEmailAddress(reachableEmail(order))) await giveUp(ports, claimed, 'no address');
  else return false;
  return true;
}

/** Whether what a reminder is about was handed over before its day. */
async function isCollectedEarly({ db }: Delivering, { id }: Order, kind: string) {
  const day = reminderDay(kind);
  const booked = day && (await findBooked({ db }, { id }));
  return booked?.days.some((each) => each.day === day && each.made === 'collected') ?? false;
}

type Contents = Omit<Email, 'messageId'>;

/** @returns undefined for an e-mail that this version cannot write. */
async function contentsOf(
  ports: Delivering,
  claimed: ClaimedEmail,
  stored: Order,
  row: CafeRow | CustomerRow,
): Promise<Contents | undefined> {
  const { kind, words } = claimed;
  // Together, because they read the same version of the catalogue.
  const [trader, order] = await Promise.all([
    ports.trader(),
    withCurrentAllergens(ports.catalogue, stored),
  ]);
  const email = reachableEmail(order);
  if (row.to === 'cafe') {
    const isAccepted = isEmailAddress(email) && !mayBeAboutReplyTo(claimed.lastReason);
    try {
      const contents = row.contents(order, kind, trader);
      return contents && { to: 'cafe', ...contents, replyTo: isAccepted ? email : undefined };
    } catch {
      // A stored order that cannot be formatted.
      return undefined;
    }
  }
  const link = `${trader.origin}${LINK_PATH}${await newLink(ports, order, claimed)}`;
  const contents = await row.contents({
    order,
    kind,
    words,
    sender: { ...trader, link },
    now: ports.clock.now(),
    payLink: () => makePayLink(ports, order.id, { sentAs: copyOf(claimed) }),
  });
  return contents ? { to: { customer: email }, ...contents, replyTo: trader.email } : undefined;
}

/**
 * Whether a rejection may be about the customer's address, which then is left out as reply-to; the
 * e-mail's text contains it anyway. Services word it differently, so any rejection counts that is not
 * about load (429) or law (451).
 */
function mayBeAboutReplyTo(reason: string | null): boolean {
  return /^(status 4(?!08|29|51)\d\d|smtp 5\d\d)$/.test(reason ?? '');
}

async function send(ports: Delivering, claimed: ClaimedEmail, email: Email): Promise<void> {
  const { orderId, kind, attempt, revision } = claimed;
  const { outbox, mailer, log } = ports;
  const delivery = await mailer.send(email);
  if (delivery.ok) {
    await outbox.sent(claimed);
    if (email.to === 'cafe') {
      const told =
        kind === 'cafe' ? 'order paid, the cafe has been told' : 'the cafe has been told';
      log.info({ orderId, kind, attempt, revision }, told);
    } else log.info({ orderId, kind, attempt }, 'customer e-mailed');
  } else if (delivery.isRecipientRejected && email.to !== 'cafe' && 'customer' in email.to) {
    await refuse(ports, claimed, email.to.customer, delivery.reason);
  } else await retryLater(ports, claimed, email, delivery);
}

async function retryLater(
  ports: Delivering,
  claimed: ClaimedEmail,
  { to }: Email,
  { reason, retryAfterSeconds = 0 }: Extract<Delivery, { ok: false }>,
): Promise<void> {
  const { outbox, log } = ports;
  const { orderId, kind, attempt } = claimed;
  if (retryAfterSeconds > 0) await holdTurns(ports, retryAfterSeconds);
  const pause = Math.max(pauseOf(claimed), Math.min(retryAfterSeconds, LONGEST_PAUSE_SECONDS));
  await outbox.postpone(claimed, pause, reason);
  const facts = { orderId, kind, attempt, pause, reason };
  log.error(facts, to === 'cafe' ? 'FAILED...' : 'customer not e-mailed');
}

/** Sends the e-mail to the order's other address, if there is one. */
async function refuse(
  ports: Delivering,
  claimed: ClaimedEmail,
  email: string,
  reason: string,
): Promise<void> {
  const { orderId } = claimed;
  await ports.orders.refuseEmail(orderId, email);
  const [order] = await ports.orders.findAll([orderId]);
  if (!order || emailDetour(order) === 'nowhere') await giveUp(ports, claimed, reason);
  else await ports.outbox.postpone(claimed, 0, reason);
}

/** The owner has to ring the customer. */
async function giveUp(ports: Delivering, email: ClaimedEmail, reason: string): Promise<void> {
  const { orderId, kind } = email;
  const facts = { email: kind, reason };
  // First, because an e-mail that is dropped is not claimed again.
  await raiseProblem(ports, { kind: 'customer-not-reached', subject: orderId, orderId, facts });
  await ports.outbox.drop(email, reason);
}
