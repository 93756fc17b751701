import type { Kysely } from 'kysely';
import { startAfterCutOff } from '#domain/calendar/collection-days.ts';
import type { Day } from '#domain/calendar/day.ts';
import { londonDay } from '#domain/calendar/days.ts';
import type { GeneralRules } from '#domain/calendar/rules.ts';
import type { HeldLimit } from '#domain/capacity/capacity.ts';
import type { Clock } from '#domain/clock.ts';
import type { Merchant } from '#domain/merchant.ts';
import type { Words } from '#domain/words/words.ts';
import type { Content } from '#server/content/content.ts';
import type { CafePhoto } from '#server/content/photo-records.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Mailer } from '#server/emails/mailer.ts';
import type { Log } from '#server/log.ts';
import type { Payments } from '#server/stripe/payments.ts';

interface Stage {
  /** `test`: Stripe, with keys that move no money. */
  payments: 'practice' | 'test' | 'live';
  emails: 'practice' | 'real';
}

/** What every operation takes. `server/compose.ts` puts it together. */
export interface Shop {
  db: Kysely<Tables>;
  /** Incremented by every change of content. */
  contentVersion(): Promise<number>;
  /** All content at its current version. */
  content(): Promise<Content>;
  /** The words of cafe/, for what nobody has edited. */
  firstWords: Words;
  /** The photos of `cafe/`, which are part of the code. */
  cafePhotos: CafePhoto[];
  /** The cafe as it is now. */
  merchant(): Promise<Merchant>;
  payments: Payments;
  /** Which outside services are real. */
  stage: Stage;
  mailer: Mailer;
  push: {
    /** Proves to push services that a push is the shop's; the private one. */
    key: string;
    /** The origin of the practice push service, which has devices for those without a phone. */
    practice: string | undefined;
  };
  /** The minimum time between the starts of two e-mails of all servers; 0: none. */
  emailSpacingSeconds: number;
  /** How long an e-mail of a killed server stays claimed. */
  emailLeaseSeconds: number;
  /** What a caller may hold without having paid it. */
  mostHeld: HeldLimit;
  /** Of the disk with the shop's files; undefined if it has none here. */
  freeDiskBytes(): Promise<number | undefined>;
  clock: Clock;
  log: Log;
}

/** Today at the cafe. */
export function todayAt({ clock }: Pick<Shop, 'clock'>): Day {
  return londonDay(clock.now());
}

/** The day on which an order that is placed now counts as placed. */
export function orderDayAt(
  { clock }: Pick<Shop, 'clock'>,
  rules: Pick<GeneralRules, 'cutOff'>,
): Day {
  const now = clock.now();
  return startAfterCutOff(now, rules) ?? londonDay(now);
}
