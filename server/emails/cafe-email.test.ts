import { expect, test } from 'vitest';
import { collection } from '#cafe/words/collection.ts';
import { words } from '#cafe/words.ts';
import { merchantOf } from '#domain/merchant.ts';
import { cafeOf } from '#domain/words/words.ts';
import { sampleItem, sampleOrder } from '#test/samples.ts';
import { customerAddedEmail, customerChangedEmail } from './cafe-email.ts';

const merchant = {
  ...merchantOf(cafeOf(words), collection, { closedPeriods: [], days: {} }),
  origin: 'https://cafe.example',
};

test('the cafe reads what its customer has done to a cake that was taken off since', () => {
  const item = sampleItem({ title: 'Red Velvet', message: 'For Ada' });
  const order = sampleOrder({
    items: [sampleItem({ title: 'Victoria Sponge', position: 1 })],
    takenOff: [{ position: 0, item }],
  });
  expect(customerChangedEmail(order, 'customer-changed 1 0', merchant)?.text).toContain(
    'The customer has changed the message on Red Velvet: “For Ada”.',
  );
  expect(customerAddedEmail(order, 'customer-added 1 0 options-of', merchant).text).toContain(
    'and paid: Red Velvet',
  );
  expect(customerChangedEmail(order, 'customer-changed 2', merchant)?.text).toContain(
    'collects it.',
  );
});
