/** `12 / 40`: the end of next year. */
export const CARD_EXPIRY = `12 / ${(new Date().getUTCFullYear() + 1) % 100}`;

export const CARDS = { pays: '4242424242424242', declined: '4000000000000002' };

/** Fills in the practice Stripe's card page. @returns where it leads, null when it stays. */
export async function payByCard(
  checkoutUrl: string,
  card = CARDS.pays,
  method: 'card' | 'bacs_debit' = 'card',
): Promise<string | null> {
  const answer = await fetch(checkoutUrl, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({
      method,
      email: 'ada@example.org',
      card_number: card,
      expiry: CARD_EXPIRY,
      cvc: '123',
      name: 'Ada Lovelace',
    }),
  });
  await answer.arrayBuffer();
  return answer.headers.get('Location');
}
