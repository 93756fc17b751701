import { expect, test } from 'vitest';
import { goodCard, openCheckout, openPracticeStripe, submit } from '#test/practice-stripe.ts';

async function get(url: string) {
  const response = await fetch(url, { redirect: 'manual' });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

test('the card page shows the items, the e-mail address and a link back', async () => {
  const { stripe } = await openPracticeStripe();
  const { url } = await openCheckout(stripe, {
    line_items: [
      {
        price_data: {
          currency: 'gbp',
          unit_amount: 2_800,
          product_data: { name: '<b>Lemon</b> & poppy' },
        },
        quantity: 2,
      },
    ],
  });
  const page = await get(url);

  expect(page.status).toBe(200);
  expect(page.headers.get('cache-control')).toBe('no-store');
  expect(page.text).toContain('Practice checkout: no money moves.');
  expect(page.text).toContain('&lt;b&gt;Lemon&lt;/b&gt; &amp; poppy');
  expect(page.text).toContain('× 2');
  expect(page.text).toContain('value="ada@example.com"');
  expect(page.text).toContain('Pay £56.00</button>');
  expect(page.text).toContain('<a href="http://shop.test/">Back</a>');
  expect(page.text.match(/<h1>/g)).toHaveLength(1);
});

test('a payment redirects to the shop and stores the payer', async () => {
  const { stripe } = await openPracticeStripe();
  const { session, url } = await openCheckout(stripe);
  const paid = await submit(url, goodCard);

  expect(paid.status).toBe(303);
  expect(paid.headers.get('location')).toBe(`http://shop.test/thanks?session=${session.id}`);
  expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
    status: 'complete',
    payment_status: 'paid',
    payment_intent: expect.stringMatching(/^pi_/),
    customer_details: { email: 'ada@example.com' },
    url: null,
  });
  expect((await get(url)).text).toContain('This order is already paid');
});

test('two clicks on Pay make one payment and both redirect to the shop', async () => {
  const { stripe, receiver } = await openPracticeStripe();
  const { session, url } = await openCheckout(stripe);
  const clicks = await Promise.all([submit(url, goodCard), submit(url, goodCard)]);
  const later = await submit(url, goodCard);

  for (const click of [...clicks, later]) {
    expect(click.status).toBe(303);
    expect(click.headers.get('location')).toContain(session.id);
  }
  const { session: other, url: otherUrl } = await openCheckout(stripe);
  await submit(otherUrl, goodCard);
  await expect.poll(() => receiver.events.length).toBe(2);
  expect(receiver.events.map(({ data }) => data.object)).toMatchObject([
    { id: session.id },
    { id: other.id },
  ]);
});

test.each([
  ['4000000000000002', 'Your card was declined.'],
  [
    '5555555555554444',
    'Your card was declined. This is practice, and only the test cards listed on this page work.',
  ],
])('card %s is declined', async (card_number, message) => {
  const { stripe } = await openPracticeStripe();
  const { session, url } = await openCheckout(stripe);
  const declined = await submit(url, { ...goodCard, card_number });
  const page = await declined.text();

  expect(declined.status).toBe(200);
  expect(page).toContain(`role="alert">${message}</p>`);
  expect(page).toContain(`value="${card_number}"`);
  expect(page).toContain('value="Ada Lovelace"');
  expect(page).not.toContain('value="123"');
  expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ status: 'open' });
});

test('takes the address from the page if the shop has given none', async () => {
  const { stripe } = await openPracticeStripe();
  const { session, url } = await openCheckout(stripe, { customer_email: undefined });
  const paid = await submit(url, { ...goodCard, email: 'ada@example.com', expiry: '1/2040' });
  expect(paid.status).toBe(303);
  expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
    customer_details: { email: 'ada@example.com' },
  });
});

test('an expired session shows that, takes no payment and links back', async () => {
  const { stripe } = await openPracticeStripe();
  const { session, url } = await openCheckout(stripe);
  await stripe.checkout.sessions.expire(session.id);

  for (const page of [(await get(url)).text, await (await submit(url, goodCard)).text()]) {
    expect(page).toContain('This checkout has expired');
    expect(page).toContain('<a href="http://shop.test/">Back</a>');
  }
  expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
    payment_status: 'unpaid',
  });
});

test('shows a page with status 404 for an unknown session', async () => {
  const { service } = await openPracticeStripe();

  expect(await get(`${service.origin}/c/pay/cs_test_x`)).toMatchObject({
    status: 404,
    text: expect.stringContaining('There is no such checkout'),
  });
});
