import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linesOf, partsOfEntry, sumByRate, type VatPart, vatIn } from './vat.ts';

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

const CAKE = { price: 4800, vatRate: 0 };
const CANDLES = { price: 605, vatRate: 20 };

test('an option with a rate of its own keeps its price, whatever is agreed for the whole', () => {
  const option = {
    groupId: 'topper',
    choiceId: 'toy',
    group: 'Topper',
    name: 'toy',
    api: 'price_1',
  };
  const options = [
    { ...option, price: 300 },
    { ...option, price: 400, vatRate: 20 },
  ];
  const agreed = (price: number) => linesOf({ price, vatRate: 0, options });
  expect(agreed(5500)).toEqual([
    { price: 5100, vatRate: 0 },
    { price: 400, vatRate: 20 },
  ]);
  expect(agreed(250)).toEqual([
    { price: 0, vatRate: 0 },
    { price: 250, vatRate: 20 },
  ]);
  expect(linesOf(CAKE)).toEqual([CAKE]);
});

const lines = fc.array(fc.record({ price, vatRate }), { minLength: 1, maxLength: 20 });
const movements = fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 }), { maxLength: 10 });

test('the parts of entries add up to their amounts, and together to the lines of what is paid', () => {
  fc.assert(
    fc.property(lines, movements, (sold, amounts) => {
      const total = sold.reduce((sum, line) => sum + line.price, 0);
      const last = total - amounts.reduce((sum, amount) => sum + amount, 0);
      const booked: VatPart[] = [];
      for (const amount of [...amounts, last]) {
        const parts = partsOfEntry(sold, booked, amount);
        expect(parts.reduce((sum, { gross }) => sum + gross, 0)).toBe(amount);
        booked.push(...parts);
      }
      for (const { rate, gross, vat } of sumByRate(booked).values()) {
        const own = sold.filter((line) => line.vatRate === rate);
        expect(gross).toBe(own.reduce((sum, line) => sum + line.price, 0));
        expect(vat).toBe(own.reduce((sum, line) => sum + vatIn(line.price, line.vatRate), 0));
      }
    }),
  );
});

test('what is added or taken off later has its own rate, and leaves earlier entries as they were', () => {
  const first = partsOfEntry([CAKE], [], 4800);
  expect(first).toEqual([{ rate: 0, gross: 4800, vat: 0 }]);
  const added = partsOfEntry([CAKE, CANDLES], first, 605);
  expect(added).toEqual([{ rate: 20, gross: 605, vat: 101 }]);
  const takenOff = partsOfEntry([CAKE], [...first, ...added], -605);
  expect(takenOff).toEqual([{ rate: 20, gross: -605, vat: -101 }]);
});

test('what is above the price of the order has no VAT, and comes back as it went', () => {
  const paid = partsOfEntry([CANDLES], [], 605);
  const disputed = partsOfEntry([CANDLES], paid, -1000);
  expect(disputed).toEqual([
    { rate: 20, gross: -605, vat: -101 },
    { rate: null, gross: -395, vat: 0 },
  ]);
  expect(partsOfEntry([CANDLES], [...paid, ...disputed], 1000)).toEqual([
    { rate: 20, gross: 605, vat: 101 },
    { rate: null, gross: 395, vat: 0 },
  ]);
});
