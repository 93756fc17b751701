import { expect, test } from 'vitest';
import { createQueue } from './queue.ts';

test('no more run at once than there are places, and all come to their turn in order', async () => {
  const inTurn = createQueue(2);
  const began: number[] = [];
  let running = 0;
  let most = 0;
  await Promise.all(
    [1, 2, 3, 4, 5].map((number) =>
      inTurn(async () => {
        began.push(number);
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
      }),
    ),
  );
  expect(began).toEqual([1, 2, 3, 4, 5]);
  expect(most).toBe(2);
});

test('work that fails leaves its place to the next', async () => {
  const inTurn = createQueue(1);
  await expect(inTurn(() => Promise.reject(new Error('spoilt')))).rejects.toThrow('spoilt');
  expect(await inTurn(async () => 'done')).toBe('done');
});
