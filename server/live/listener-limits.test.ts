import { expect, test } from 'vitest';
import { createListenerLimits } from './listener-limits.ts';

test('limits the listeners of each caller until some disconnect', () => {
  const limits = createListenerLimits();
  for (let listener = 0; listener < 1_000; listener += 1) limits.add('an office');
  expect(limits.reached('an office')).toBe('caller');
  expect(limits.reached('somebody else')).toBeUndefined();
  limits.remove('an office');
  expect(limits.reached('an office')).toBeUndefined();
});

test('limits the listeners of all callers until some disconnect', () => {
  const limits = createListenerLimits();
  for (let caller = 0; caller < 20_000; caller += 1) limits.add(`caller ${caller}`);
  expect(limits.reached('one more')).toBe('server');
  limits.remove('caller 7');
  expect(limits.reached('one more')).toBeUndefined();
});
