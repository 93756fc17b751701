import type { Words } from '#domain/words/words.ts';

/** For who asks for a cake that is not in the list, or sooner. */
export const asking = {
  introduction:
    'Something that is not in the list, more of it, or sooner than the calendar allows? Tell us what you have in mind, and we will say whether we can make it, and for how much.',
  promise: 'We answer within one working day, and mostly on the same one.',
} satisfies Words['asking'];
