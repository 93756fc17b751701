/** Repeatable random choices: the same for the same seed. */
export interface Random {
  /** 0 inclusive to 1 exclusive. */
  next(): number;
  /** An integer; both ends are inclusive. */
  between(least: number, most: number): number;
  chance(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
  uuid(): string;
  /** An independent generator. */
  fork(label: string): Random;
}

/** Mulberry32 by Tommy Ettinger (public domain); not for secrets. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  const hex = (digits: number) =>
    Array.from({ length: digits }, () => between(0, 15).toString(16)).join('');
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick(from) {
      const picked = from[between(0, from.length - 1)];
      if (picked === undefined) throw new Error('There is nothing to pick from.');
      return picked;
    },
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-${'89ab'[between(0, 3)]}${hex(3)}-${hex(12)}`,
    fork: (label) => createRandom(hash(`${seed}:${label}`)),
  };
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const character of text) {
    value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  return value;
}
