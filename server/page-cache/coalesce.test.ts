import { expect, test } from 'vitest';
import { coalesce } from './coalesce.ts';

/** A question whose answers are given by hand. */
function questions() {
  const asked: PromiseWithResolvers<string>[] = [];
  const ask = coalesce(() => {
    const question = Promise.withResolvers<string>();
    asked.push(question);
    return question.promise;
  });
  async function begun(count: number) {
    await expect.poll(() => asked.length).toBe(count);
    return asked[count - 1];
  }
  return { ask, asked, begun };
}

test('callers in one turn share a call', async () => {
  const { ask, asked, begun } = questions();
  const answers = [ask(), ask(), ask()];
  (await begun(1))?.resolve('first');
  expect(await Promise.all(answers)).toEqual(['first', 'first', 'first']);
  expect(asked).toHaveLength(1);
});

test('a caller during a call gets the result of the next', async () => {
  const { ask, asked, begun } = questions();
  const early = ask();
  const first = await begun(1);
  const late = [ask(), ask()];
  first?.resolve('first');
  expect(await early).toBe('first');
  (await begun(2))?.resolve('second');
  expect(await Promise.all(late)).toEqual(['second', 'second']);
  expect(asked).toHaveLength(2);
});

test('a failed call fails only for its own callers', async () => {
  const { ask, begun } = questions();
  const early = ask();
  const first = await begun(1);
  const late = ask();
  first?.reject(new Error('out of reach'));
  await expect(early).rejects.toThrow('out of reach');
  (await begun(2))?.resolve('second');
  expect(await late).toBe('second');
});
