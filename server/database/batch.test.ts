import { expect, test } from 'vitest';
import { batch } from './batch.ts';

/** Work that ends when it is told to, and what it was done for. */
function work() {
  const rounds: { items: string[]; end: PromiseWithResolvers<void> }[] = [];
  const ask = batch((items: string[]) => {
    const end = Promise.withResolvers<void>();
    rounds.push({ items, end });
    return end.promise;
  });
  const roundOf = (number: number) => expect.poll(() => rounds[number]?.items);
  return { ask, roundOf, end: (number: number) => rounds[number]?.end };
}

test('whoever asks alone is not kept waiting', async () => {
  const { ask, roundOf, end } = work();
  const asked = ask('a');
  await roundOf(0).toEqual(['a']);
  end(0)?.resolve();
  await asked;
});

test('those who ask while it is under way go together in the next round', async () => {
  const { ask, roundOf, end } = work();
  const first = ask('a');
  await roundOf(0).toEqual(['a']);
  const others = [ask('b'), ask('c')];
  end(0)?.resolve();
  await first;
  await roundOf(1).toEqual(['b', 'c']);
  end(1)?.resolve();
  await Promise.all(others);
});

test('a round that fails fails for those it was for, and for nobody else', async () => {
  const { ask, roundOf, end } = work();
  const failing = ask('a');
  await roundOf(0).toEqual(['a']);
  const next = ask('b');
  end(0)?.reject(new Error('out of reach'));
  await expect(failing).rejects.toThrow('out of reach');
  await roundOf(1).toEqual(['b']);
  end(1)?.resolve();
  await next;
});
