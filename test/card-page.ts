/** The end of next year, such as `12 / 40`. */
export const CARD_EXPIRY = `12 / ${(new Date().getUTCFullYear() + 1) % 100}`;

export const CARDS = { pays: '4242424242424242', declined: '4000000000000002' };

/**
 * Submits the practice Stripe's card page.
 * @param email for an order whose own address Stripe does not take.
 * @returns the URL of the redirect, or null without one.
 */
export async function payByCard(
  checkoutUrl: string,
  card = CARDS.pays,
  method: 'card' | 'bacs_debit' = 'card',
  email = 'ada@example.org',
): Promise<string | null> {
  const response = await fetch(checkoutUrl, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({
      method,
      email,
      card_number: card,
      expiry: CARD_EXPIRY,
      cvc: '123',
      name: 'Ada Lovelace',
    }),
  });
  await response.arrayBuffer();
  return response.headers.get('Location');
}
