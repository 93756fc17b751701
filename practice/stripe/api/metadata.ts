import { z } from 'zod';
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
    if (Object.keys(entries).length > MOST_KEYS) {
      refuse(context, `You can have up to ${MOST_KEYS} keys in metadata.`);
    }
  }),
);

/** What `current` becomes when `sent` arrives; keys that are not mentioned stay. */
export function mergeMetadata(current: Metadata, sent: Metadata | null | undefined): Metadata {
  if (sent === null) return {};
  const merged = Object.entries({ ...current, ...sent });
  return Object.fromEntries(merged.filter(([, value]) => value !== ''));
}
