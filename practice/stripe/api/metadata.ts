import { z } from 'zod';
import { invalidRequest } from './api-error.ts';
import { refuse, unsettable } from './parameter-types.ts';

type Metadata = Record<string, string>;

const MOST_KEYS = 50;
const LONGEST_KEY = 40;
const LONGEST_VALUE = 500;

/** Metadata as it is sent: an empty value takes a key away, null (an empty string) all of them. */
export const metadata = unsettable(
  z.record(z.string(), z.string()).superRefine((entries, context) => {
    for (const [key, value] of Object.entries(entries)) {
      if (key.length > LONGEST_KEY) {
        refuse(
          context,
          `Metadata keys can have up to ${LONGEST_KEY} characters, but you passed in a key that is ${key.length} characters. Invalid key: ${key}`,
        );
      }
      if (value.length > LONGEST_VALUE) {
        refuse(
          context,
          `Metadata values can have up to ${LONGEST_VALUE} characters, but you passed in a value that is ${value.length} characters. Invalid value: ${value}`,
        );
      }
    }
  }),
);

/** What `current` becomes when `sent` arrives; keys that are not mentioned stay. */
export function mergeMetadata(current: Metadata, sent: Metadata | null | undefined): Metadata {
  if (sent === null) return {};
  const merged = Object.entries({ ...current, ...sent }).filter(([, value]) => value !== '');
  if (merged.length > MOST_KEYS) {
    throw invalidRequest(
      `You can only have up to ${MOST_KEYS} metadata keys, but this would leave ${merged.length}.`,
      { param: 'metadata' },
    );
  }
  return Object.fromEntries(merged);
}
