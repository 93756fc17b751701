import fc from 'fast-check';
import { expect, test } from 'vitest';
import { vatIn, vatOfShare } from './vat.ts';

test.each([
  [600, 20, 100],
  [4800, 0, 0],
  // 100.5 pence of VAT in £6.03, and 83.33… in £5.
  [603, 20, 101],
  [500, 20, 83],
  [0, 20, 0],
])('%i pence at %i%% include %i pence of VAT', (price, rate, vat) => {
  expect(vatIn(price, rate)).toBe(vat);
});

const price = fc.nat({ max: 1_000_000 });
const vatRate = fc.constantFrom(0, 5, 20);
const lines = fc.array(fc.record({ price, vatRate }), { minLength: 1, maxLength: 20 });

test('VAT is rounded half up by line, to whole pence, and leaves the rest of the price', () => {
  fc.assert(
    fc.property(price, vatRate, (gross, rate) => {
      const vat = vatIn(gross, rate);
      expect(Number.isInteger(vat)).toBe(true);
      // |vat − gross × rate ÷ (100 + rate)| ≤ ½, in integers; a half is rounded up.
      const doubled = 2 * (vat * (100 + rate) - gross * rate);
      expect(doubled).toBeGreaterThan(-(100 + rate));
      expect(doubled).toBeLessThanOrEqual(100 + rate);
      expect(gross - vat).toBeGreaterThanOrEqual(0);
    }),
  );
});

test('the VAT of a whole order is that of its lines, and of a part at most that', () => {
  fc.assert(
    fc.property(lines, fc.nat({ max: 1_000_000 }), (sold, part) => {
      const total = sold.reduce((sum, line) => sum + line.price, 0);
      const vat = sold.reduce((sum, line) => sum + vatIn(line.price, line.vatRate), 0);
      expect(vatOfShare(sold, total)).toBe(vat);
      if (total === 0) return;
      const ofPart = vatOfShare(sold, part % (total + 1));
      expect(ofPart).toBeGreaterThanOrEqual(0);
      expect(ofPart).toBeLessThanOrEqual(vat);
    }),
  );
});
