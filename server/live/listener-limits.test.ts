import { expect, test } from 'vitest';
import { createListenerLimits } from './listener-limits.ts';

test('limits the listeners of each caller until some disconnect', () => {
  const limits = createListenerLimits({ total: 40, ofCaller: 20 });
  for (let listener = 0; listener < 20; listener += 1) limits.add('an office');
  expect(limits.reached('an office')).toBe('caller');
  expect(limits.reached('somebody else')).toBeUndefined();
  limits.remove('an office');
  expect(limits.reached('an office')).toBeUndefined();
});

test('limits the listeners of all callers until some disconnect', () => {
  const limits = createListenerLimits({ total: 40, ofCaller: 20 });
  for (let caller = 0; caller < 40; caller += 1) limits.add(`caller ${caller}`);
  expect(limits.reached('one more')).toBe('server');
  limits.remove('caller 7');
  expect(limits.reached('one more')).toBeUndefined();
});
