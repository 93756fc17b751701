import { expect, test } from 'vitest';
import { publicView } from '#domain/orders/public-order.ts';
import { renderInSite } from '#test/render-in-site.tsx';
import { sampleOrder } from '#test/samples.ts';
import { OrderSummary } from './order-summary.tsx';

const order = publicView(sampleOrder());

test.each([
  ['Paid', { state: 'paid' }],
  ['Paid', { state: 'funded', cancelled: true }],
  ['Total', { state: 'expired', cancelled: true }],
  ['Total', { state: 'placed', cancelled: true }],
] as const)('the total of an order is called %s: %j', (label, changes) => {
  const html = renderInSite(<OrderSummary order={{ ...order, ...changes }} />);
  expect(html).toMatch(new RegExp(`>${label} <strong>`));
});
