import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { Secrets } from './staff-ports.ts';

const TOKEN_BYTES = 32;

export const secrets: Secrets = {
  id: () => randomUUID(),
  token: () => randomBytes(TOKEN_BYTES).toString('base64url'),
  characters: (alphabet, length) =>
    Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join(''),
  hash: (text) => createHash('sha256').update(text).digest('base64url'),
};
