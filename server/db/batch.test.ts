import { expect, test } from 'vitest';
import { batch } from './batch.ts';

/** Records batches and lets the test settle them. */
function work() {
  const batches: { items: string[]; end: PromiseWithResolvers<void> }[] = [];
  const call = batch((items: string[]) => {
    const end = Promise.withResolvers<void>();
    batches.push({ items, end });
    return end.promise;
  });
  const batchOf = (number: number) => expect.poll(() => batches[number]?.items);
  return { call, batchOf, end: (number: number) => batches[number]?.end };
}

test('a single call runs at once', async () => {
  const { call, batchOf, end } = work();
  const called = call('a');
  await batchOf(0).toEqual(['a']);
  end(0)?.resolve();
  await called;
});

test('calls during a batch form the next batch', async () => {
  const { call, batchOf, end } = work();
  const first = call('a');
  await batchOf(0).toEqual(['a']);
  const others = [call('b'), call('c')];
  end(0)?.resolve();
  await first;
  await batchOf(1).toEqual(['b', 'c']);
  end(1)?.resolve();
  await Promise.all(others);
});

test('a failed batch rejects its own calls only', async () => {
  const { call, batchOf, end } = work();
  const failing = call('a');
  await batchOf(0).toEqual(['a']);
  const next = call('b');
  end(0)?.reject(new Error('out of reach'));
  await expect(failing).rejects.toThrow('out of reach');
  await batchOf(1).toEqual(['b']);
  end(1)?.resolve();
  await next;
});
