import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { publicView } from '#domain/orders/public-order.ts';
import { renderInSite } from '#test/render-in-site.tsx';
import { sampleOrder } from '#test/samples.ts';
import { EmailNote } from './email-note.tsx';

const order = sampleOrder();
const withoutEmail = { ...order, customer: { ...order.customer, email: '' } };

test.each([
  ['a paid order', order, false, true],
  ['an order whose day has passed', order, true, false],
  ['an order on the phone without an address', withoutEmail, false, false],
])(
  'the note names the number of %s, and a confirmation only if one comes',
  (_, order, isOver, isAnnounced) => {
    const html = renderInSite(
      <MemoryRouter>
        <EmailNote order={publicView(order)} isOver={isOver} />
      </MemoryRouter>,
    );
    expect(html).toContain(order.number);
    expect(html.includes('on its way')).toBe(isAnnounced);
  },
);

test.each([
  ['that cannot be one', { paymentEmail: undefined }, 'We cannot send you a confirmation'],
  ['and another at payment', { paymentEmail: 'ada@example.org' }, 'that you gave when you paid'],
])('who typed an address %s reads that in every browser', (_, addresses, words) => {
  const typed = { ...order, customer: { ...order.customer, email: 'x' }, ...addresses };
  const html = renderInSite(
    <MemoryRouter>
      <EmailNote order={publicView(typed)} isOver={false} />
    </MemoryRouter>,
  );
  expect(html).toContain(words);
  expect(html).not.toContain('on its way');
  expect(html).not.toContain('@');
});
