import { randomUUID } from 'node:crypto';
import type { BotCheckRecords, KeyPurpose, SharedKey } from '#domain/bot-check/records.ts';
import { type Clock, plusSeconds } from '#domain/clock.ts';

/** A key that is taken from the shop opens nothing for longer than this. */
const SIGNS_SECONDS = 7 * 24 * 60 * 60;
/** The clocks of two servers differ by less, or each would replace the keys of the other. */
const CLOCK_MARGIN_SECONDS = 60 * 60;

export interface KeyRing {
  /** The key that signs now; made if it is time for one. */
  current(): Promise<SharedKey>;
  /** Every key that has signed something that may still count, the newest first. */
  accepted(): Promise<SharedKey[]>;
}

interface KeyRingSettings {
  purpose: KeyPurpose;
  makeSecret(): Promise<string>;
  /** How long something that a key has signed may count. */
  outlives: number;
  records: BotCheckRecords;
  clock: Clock;
}

/**
 * Keys that all servers of the shop share. Nothing is kept here: a server knows at once what another
 * has made, and a key costs one small read.
 */
export function createKeyRing({ purpose, makeSecret, outlives, records, clock }: KeyRingSettings) {
  let renewing: Promise<SharedKey> | undefined;

  async function current(): Promise<SharedKey> {
    const [newest] = await records.keys(purpose);
    if (newest && signs(newest)) return newest;
    // Making one takes a while: whoever asks meanwhile waits for the same.
    renewing ??= renew().finally(() => {
      renewing = undefined;
    });
    return renewing;
  }

  async function renew(): Promise<SharedKey> {
    const secret = await makeSecret();
    // Ends: each round that comes too late is one in which another server has made a key.
    for (;;) {
      const [newest] = await records.keys(purpose);
      if (newest && signs(newest)) return newest;
      const signsUntil = plusSeconds(clock.now(), SIGNS_SECONDS);
      const key: SharedKey = {
        purpose,
        generation: (newest?.generation ?? 0) + 1,
        id: randomUUID(),
        secret,
        signsUntil,
        acceptedUntil: plusSeconds(signsUntil, outlives),
      };
      if (await records.addKey(key)) return key;
    }
  }

  function signs({ signsUntil }: SharedKey): boolean {
    const now = clock.now();
    // Further ahead than that, a wrong clock has made the key: it would sign for too long.
    return now < signsUntil && signsUntil <= plusSeconds(now, SIGNS_SECONDS + CLOCK_MARGIN_SECONDS);
  }

  return {
    current,
    async accepted() {
      const now = clock.now();
      return (await records.keys(purpose)).filter(({ acceptedUntil }) => now < acceptedUntil);
    },
  } satisfies KeyRing;
}
