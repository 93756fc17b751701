import { words as firstWords } from '#cafe/words.ts';
import { MOST_HELD } from '#domain/capacity/capacity.ts';
import type { Clock } from '#domain/clock.ts';
import { merchantOf } from '#domain/merchant.ts';
import { cafeOf } from '#domain/words/words.ts';
import { newLink } from '#server/orders/customer-link.ts';
import { readOrders } from '#server/orders/rows.ts';
import type { Shop } from '#server/shop.ts';
import { createStripePayments } from '#server/stripe/payments.ts';
import type { OpenDatabase } from './open-database.ts';
import { LEASE_SECONDS } from './outbox-time.ts';
import { recordingLog } from './recording-log.ts';
import { NOON } from './samples.ts';

const ORIGIN = 'https://cafe.example';
/** No server listens on it. */
const NOWHERE = 'http://127.0.0.1:1';
/** That of the example of RFC 8291, whose owner is nobody. */
const PUSH_KEY = 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw';

/**
 * A shop on a test database, without HTTP server, jobs and practice services, for operations that need none.
 * @param services replace those that cannot be reached.
 */
export function shopOn(database: OpenDatabase, services: Partial<Shop> = {}): Shop {
  const { clock = { now: () => new Date().toISOString() }, log = recordingLog().log } = services;
  return {
    ...database,
    payments: practicePayments(NOWHERE, { shopOrigin: ORIGIN, clock }),
    stage: { payments: 'practice', emails: 'practice' },
    mailer: {
      send() {
        throw new Error('This shop has no mail service.');
      },
    },
    push: { key: PUSH_KEY, practice: undefined },
    firstWords,
    async merchant() {
      const { rules } = (await database.content()).calendar;
      return {
        ...merchantOf(cafeOf(firstWords), firstWords.collection, rules),
        origin: ORIGIN,
      };
    },
    cafePhotos: [],
    freeDiskBytes: async () => undefined,
    mostHeld: MOST_HELD,
    emailSpacingSeconds: 0,
    emailLeaseSeconds: LEASE_SECONDS,
    clock,
    log,
    ...services,
  };
}

interface PaymentsSettings {
  secretKey?: string;
  shopOrigin?: string;
  clock?: Clock;
}

/** The payments of a server, at the practice Stripe of this origin. */
export function practicePayments(
  origin: string,
  {
    secretKey = 'sk_test_practice',
    shopOrigin = 'http://shop.example',
    clock = { now: () => NOON },
  }: PaymentsSettings = {},
) {
  const settings = { secretKey, webhookSecret: 'whsec_practice', origin, shopOrigin };
  return createStripePayments(settings, clock);
}

let copies = 0;

/** The token of a new link to the customer's page of the order. */
export async function customerToken(shop: Shop, orderId: string): Promise<string> {
  const [order] = await readOrders(shop.db, [orderId]);
  if (!order) throw new Error('The order is gone.');
  copies += 1;
  return newLink(shop, order, { kind: 'confirmation', revision: copies, attempt: 1 });
}
