import { randomUUID } from 'node:crypto';
import type { BotCheckRecords, KeyPurpose, SharedKey } from '#domain/bot-check.ts';
import { type Clock, plusSeconds } from '#domain/clock.ts';

/** Limits how long a stolen key is useful. */
const SIGNS_SECONDS = 7 * 24 * 60 * 60;
/** Server clocks differ by less. Without it, two servers would keep replacing each other's keys. */
const CLOCK_MARGIN_SECONDS = 60 * 60;
/** A key deleted from the database stays in use for so long at most. */
const CACHE_SECONDS = 60;

interface KeyRing {
  /** The current signing key. Creates the next one when it is due. */
  signingKey(): Promise<SharedKey>;
  /** @returns undefined if no key with this id can still be valid. */
  find(id: string): Promise<SharedKey | undefined>;
  /** All keys that may have signed something still valid, newest first; not from the cache. */
  readAccepted(): Promise<SharedKey[]>;
}

interface KeyRingSettings {
  purpose: KeyPurpose;
  createSecret(): Promise<string>;
  /** How long the things a key signs are valid. */
  signatureSeconds: number;
  records: BotCheckRecords;
  clock: Clock;
}

/** Keys that all servers of the shop share through the database. */
export function createKeyRing(settings: KeyRingSettings): KeyRing {
  const { purpose, createSecret, signatureSeconds, records, clock } = settings;
  let cache = { keys: Array.of<SharedKey>(), from: '', until: '' };
  let renewing: Promise<SharedKey> | undefined;

  async function read(): Promise<SharedKey[]> {
    const from = clock.now();
    const keys = await records.keys(purpose);
    cache = { keys, from, until: plusSeconds(from, CACHE_SECONDS) };
    return keys;
  }

  async function cached(): Promise<SharedKey[]> {
    const now = clock.now();
    return cache.from <= now && now < cache.until ? cache.keys : read();
  }

  async function renew(): Promise<SharedKey> {
    const secret = await createSecret();
    // Terminates: an insert fails only if another server has inserted a newer generation.
    for (;;) {
      const [newest] = await read();
      if (newest && canSign(newest)) return newest;
      const signsUntil = plusSeconds(clock.now(), SIGNS_SECONDS);
      await records.addKey({
        purpose,
        generation: (newest?.generation ?? 0) + 1,
        id: randomUUID(),
        secret,
        signsUntil,
        acceptedUntil: plusSeconds(signsUntil, signatureSeconds),
      });
    }
  }

  function canSign({ signsUntil }: SharedKey): boolean {
    const now = clock.now();
    // A key from a server whose clock is ahead would sign for too long.
    return now < signsUntil && signsUntil <= plusSeconds(now, SIGNS_SECONDS + CLOCK_MARGIN_SECONDS);
  }

  const isAccepted = ({ acceptedUntil }: SharedKey) => clock.now() < acceptedUntil;

  return {
    async signingKey() {
      const [newest] = await cached();
      if (newest && canSign(newest)) return newest;
      // Creating an RSA key takes a while: concurrent calls share it.
      renewing ??= renew().finally(() => {
        renewing = undefined;
      });
      return renewing;
    },
    async find(id) {
      const withId = (key: SharedKey) => key.id === id;
      // Another server may have created the key since the last read.
      const key = (await cached()).find(withId) ?? (await read()).find(withId);
      return key && isAccepted(key) ? key : undefined;
    },
    async readAccepted() {
      return (await read()).filter(isAccepted);
    },
  };
}
