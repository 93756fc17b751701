import { expect, test } from 'vitest';
import { goodCard, openCheckout, openPracticeStripe, submit } from '#test/practice-stripe.ts';

/** The error messages of the page by field. */
function errorsIn(page: string): Record<string, string> {
  const alerts = page.matchAll(/id="([a-z_]+)-error" role="alert">([^<]*)</g);
  return Object.fromEntries([...alerts].map(([, field, text]) => [field, text?.trim()]));
}

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

const declines: [string, string, string][] = [
  ['4000000000000002', 'card_number', 'Your card was declined.'],
  [
    '5555555555554444',
    'card_number',
    'Your card was declined. This is practice, and only the test cards listed on this page work.',
  ],
];

test.each(declines)('card %s is declined at %s', async (card_number, field, message) => {
  const { stripe } = await openPracticeStripe();
  const { session, url } = await openCheckout(stripe);
  const declined = await submit(url, { ...goodCard, card_number });
  const page = await declined.text();

  expect(declined.status).toBe(200);
  expect(errorsIn(page)).toEqual({ [field]: message });
  expect(page).toContain(`value="${card_number}"`);
  expect(page).toContain('value="Ada Lovelace"');
  expect(page).not.toContain('value="123"');
  expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ status: 'open' });
});

test('shows each error at its field', async () => {
  const { stripe } = await openPracticeStripe();
  const session = await stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [
      {
        price_data: { currency: 'gbp', unit_amount: 5_600, product_data: { name: 'Sponge' } },
        quantity: 1,
      },
    ],
    success_url: 'http://shop.test/thanks',
    cancel_url: 'http://shop.test/',
  });
  const url = session.url ?? '';
  const wrong = { email: 'ada@', card_number: '4242', expiry: '13' };

  expect(errorsIn(await (await submit(url, wrong)).text())).toEqual({
    email: 'Your email is invalid.',
    card_number: 'Your card number is incomplete.',
    expiry: 'Your card&#39;s expiration date is incomplete.',
    cvc: 'Your card&#39;s security code is incomplete.',
    name: 'Your name is missing.',
  });
  const right = { ...goodCard, email: 'ada@example.com', expiry: '1/2040' };
  expect((await submit(url, right)).status).toBe(303);
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
