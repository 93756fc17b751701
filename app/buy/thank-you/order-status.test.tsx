import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { publicView } from '#domain/orders/public-order.ts';
import { renderInSite } from '#test/render-in-site.tsx';
import { sampleOrder } from '#test/samples.ts';
import { displayStatus, OrderStatus } from './order-status.tsx';

const order = publicView(sampleOrder());

test.each([
  ['checking', { state: 'placed' }, false],
  ['unpaid', { state: 'placed' }, true],
  ['agreed', { state: 'placed', agreed: true }, true],
  ['processing', { state: 'placed', payment: 'processing' }, false],
  ['processing', { state: 'placed', payment: 'processing' }, true],
  ['expired', { state: 'expired' }, true],
  ['failed', { state: 'expired', payment: 'failed' }, false],
  ['unknown', { state: 'expired', payment: 'unknown' }, false],
  ['pending', { state: 'funded' }, true],
  ['pending', { state: 'funded', payment: 'processing' }, true],
  ['confirmed', { state: 'paid' }, false],
  ['confirmed', { state: 'paid', refunded: order.total }, false],
  ['cancelled', { state: 'paid', cancelled: true }, false],
  ['cancelled', { state: 'funded', cancelled: true, refunded: order.total }, true],
] as const)('%s: %j, checked %s', (status, changes, checked) => {
  expect(displayStatus({ order: { ...order, ...changes }, checked })).toBe(status);
});

test.each([
  ['a deposit', 1_000, false],
  ['what was ordered at first', null, true],
] as const)('who has paid %s reads what is left to pay', (_, deposit, isAsked) => {
  const unpaid = { ...order, state: 'placed' as const, parts: { deposit, paid: 1_000 } };
  const confirmation = { order: unpaid, checkoutUrl: null, checked: true };
  const status = displayStatus(confirmation);
  const html = renderInSite(
    <MemoryRouter>
      <OrderStatus {...confirmation} status={status} isOver={false} />
    </MemoryRouter>,
  );
  expect(html).toContain('is to pay when you collect.');
  expect(html.includes('If you have just paid')).toBe(isAsked);
});
