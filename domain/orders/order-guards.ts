import { matching } from '#domain/guard.ts';

// A file of its own: browsers load no schemas (decision 010).

/** A UUID of version 4, in either case. */
export const isOrderId = matching(
  /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i,
);
