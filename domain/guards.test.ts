import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type * as z from 'zod';
import { isDifference } from '#app/buy/checkout/basket-changes.ts';
import { isCheckedOrder } from '#app/buy/checkout/confirm-order.ts';
import { catalogue } from '#cafe/catalogue.ts';
import { PublicOrder, publicView } from '#domain/orders/public-order.ts';
import { sampleOrder } from '#test/samples.ts';
import { ClosedReason } from './calendar/rules.ts';
import { Allergen } from './catalogue/catalogue.ts';
import {
  type CustomerField,
  detailProblem,
  readCustomerDetails,
} from './orders/customer-details.ts';
import { Difference } from './orders/difference.ts';
import { OrderState, PaymentStatus } from './orders/order.ts';
import { CustomerDetails } from './orders/order-request.ts';

// The browser's guards accept and reject the same values as the server's schemas.

const sizes = catalogue.cakes.flatMap((cake) => cake.sizes);
const day = fc.constantFrom('2026-12-05', '2028-02-29', '2026-02-30', '2026-2-3', '').map(String);

const orderedOption = {
  ...{ groupId: 'number', choiceId: 'number', group: 'Number topper', name: 'digit', text: '7' },
  ...{ price: 400, api: 'price_number', contains: ['Eggs'] },
};

const CheckedOrder = PublicOrder.pick({ id: true, state: true, payment: true, refunded: true });
const checkedOrder = fc.record({
  id: fc.constant(publicView(sampleOrder()).id),
  state: fc.constantFrom(...OrderState.options),
  payment: fc.constantFrom(...PaymentStatus.options),
  refunded: fc.integer({ min: -1, max: 10_000_001 }),
});

const difference = fc.oneof(
  fc.record({ kind: fc.constantFrom('gone', 'no-message'), item: fc.nat() }),
  fc.record({ kind: fc.constant('message'), item: fc.nat(), message: fc.string() }),
  fc.record({
    kind: fc.constant('price'),
    item: fc.nat(),
    size: fc.constantFrom(...sizes),
  }),
  fc.record({
    kind: fc.constant('options'),
    item: fc.nat(),
    options: fc.constant([orderedOption]),
    changes: fc.constant([{ group: 'number', choice: 'number', why: 'text' }]),
  }),
  fc.record({
    kind: fc.constant('day'),
    item: fc.nat(),
    reason: fc.constantFrom(...ClosedReason.options),
    offered: fc.array(day),
    notice: fc.string(),
  }),
  fc.record({
    kind: fc.constant('allergens'),
    item: fc.nat(),
    allergens: fc.array(fc.constantFrom(...Allergen.options)),
    mayContain: fc.array(fc.string()),
  }),
);

test.each<[string, fc.Arbitrary<unknown>, z.ZodType, (value: unknown) => boolean]>([
  ['PublicOrder', checkedOrder, CheckedOrder, isCheckedOrder],
  ['Difference', difference, Difference, isDifference],
])('the guard of %s agrees with its schema', (_, valid, schema, guard) => {
  const seen = { accepted: 0, rejected: 0 };
  fc.assert(
    fc.property(damaged(valid), (value) => {
      const accepted = schema.safeParse(value).success;
      seen[accepted ? 'accepted' : 'rejected'] += 1;
      expect(guard(value)).toBe(accepted);
    }),
    { numRuns: 1_000 },
  );
  expect(Math.min(seen.accepted, seen.rejected)).toBeGreaterThan(100);
});

describe("a customer's details", () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('', ' ', ' Ada ', 'a\nb', 'a\u200bb', 'x'.repeat(101), 'x'.repeat(255)),
  );
  const details = fc.record({ name: text, email: text, phone: text, note: text });

  test('are read as by the schema', () => {
    fc.assert(
      fc.property(damaged(details), (value) => {
        expect(readCustomerDetails(value)).toEqual(CustomerDetails.safeParse(value).data);
      }),
      { numRuns: 1_000 },
    );
  });

  test.each<CustomerField>(['name', 'email', 'phone'])('%s has the same problem', (field) => {
    fc.assert(
      fc.property(text, (typed) => {
        const issues = CustomerDetails.shape[field].safeParse(typed).error?.issues ?? [];
        expect(detailProblem(field, typed)).toBe(issues[0]?.message);
      }),
    );
  });
});

/** JSON values; about half have a property replaced, removed or added at any depth. */
function damaged<T>(valid: fc.Arbitrary<T>): fc.Arbitrary<unknown> {
  const junk = fc.oneof(
    fc.constantFrom(null, '', -1, 0, 1.5, 1e21, '2026-02-30', [], {}, true),
    fc.string(),
    fc.integer(),
    fc.constantFrom('x'.repeat(99), 'Box', '8', '123', 'a-b', 'A B', 'Nuts'),
  );
  return fc
    .tuple(valid, fc.boolean(), fc.nat(), junk, fc.boolean())
    .map(([value, isDamaged, place, replacement, removes]) => {
      if (!isDamaged) return value;
      const copy: unknown = structuredClone(value);
      const properties = propertiesIn(copy);
      const chosen = properties[place % properties.length];
      if (!chosen) return null;
      if (removes) Reflect.deleteProperty(chosen.owner, chosen.key);
      else Reflect.set(chosen.owner, place % 7 === 0 ? 'unknown' : chosen.key, replacement);
      const json: unknown = JSON.parse(JSON.stringify(copy));
      return json;
    });
}

function propertiesIn(value: unknown): { owner: object; key: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.keys(value).flatMap((key) => [
    { owner: value, key },
    ...propertiesIn(Reflect.get(value, key)),
  ]);
}
