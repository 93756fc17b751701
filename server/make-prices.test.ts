import { expect, onTestFinished, test } from 'vitest';
import { freshSqlite } from '#test/both-databases.ts';
import { customer } from '#test/customer.ts';
import { recordingLog } from '#test/recording-log.ts';
import { openTestShop } from '#test/test-shop.ts';
import { waitFor } from '#test/wait-for.ts';
import { makePrices, type Pauses, warnOfMissingPrices } from './make-prices.ts';

const AT_ONCE: Pauses = { openAfterMs: 60_000, firstMs: 1, longestMs: 4 };

async function open() {
  const { where } = await freshSqlite();
  const { shop, ...others } = await openTestShop({ where, jobs: false, pricesSynced: false });
  const ada = customer({ shop, ...others });
  await ada.setPractice('stripe', { api: 'refuses-key' });
  return { shop, ada, ...recordingLog() };
}

test('a practice shop opens although its Stripe fails, and takes orders when that is back', async () => {
  const { shop, ada, log, errors } = await open();
  const stop = await makePrices(shop, log, AT_ONCE);
  onTestFinished(stop);
  await waitFor(() => expect(errors().length).toBeGreaterThan(1));
  expect(errors()[0]?.message).toBe('the practice prices were not made, and will be tried again');

  await expect(ada.order('berry-drip-cake')).rejects.toThrow('cannot be ordered');
  await ada.setPractice('stripe', { api: 'normal' });
  await waitFor(() => ada.order('berry-drip-cake'));
});

test('it stops trying when the shop closes', async () => {
  const { shop, log, errors } = await open();
  const stop = await makePrices(shop, log, AT_ONCE);
  stop();
  const attempts = errors().length;
  const another = recordingLog();
  onTestFinished(await makePrices(shop, another.log, AT_ONCE));
  await waitFor(() => expect(another.errors().length).toBeGreaterThan(3));
  expect(errors()).toHaveLength(attempts);
});

test('a shop with keys warns of cakes that cannot be ordered, until their prices are at Stripe', async () => {
  const { shop, ada, log, lines } = await open();
  const warn = async () => {
    lines.length = 0;
    await warnOfMissingPrices(shop, log);
    return lines.map(({ level, message }) => [level, message]);
  };
  expect(await warn()).toEqual([['warn', expect.stringContaining('npm run stripe:sync')]]);
  await ada.setPractice('stripe', { api: 'normal' });
  await shop.syncPrices();
  expect(await warn()).toEqual([]);
});
