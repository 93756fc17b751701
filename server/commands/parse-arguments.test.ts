import { describe, expect, test } from 'vitest';
import { parseCatalogueCommand, parseCustomerSelector, suggest } from './parse-arguments.ts';

describe('parseCatalogueCommand', () => {
  const parse = (line: string) => parseCatalogueCommand(line.split(' '));

  test.each([
    ['help', { command: 'help' }],
    ['--help', { command: 'help' }],
    ['list', { command: 'list' }],
    ['LIST', { command: 'list' }],
    ['price berry 8 70', { command: 'price', cake: 'berry', size: '8', price: 7000 }],
    ['price berry 8 £70.50', { command: 'price', cake: 'berry', size: '8', price: 7050 }],
    ['price berry 8 0.05', { command: 'price', cake: 'berry', size: '8', price: 5 }],
    [
      'price macarons Box of 6 19',
      { command: 'price', cake: 'macarons', size: 'Box of 6', price: 1900 },
    ],
    ['hide berry', { command: 'hide', cake: 'berry' }],
    ['show Berry Drip Cake', { command: 'show', cake: 'Berry Drip Cake' }],
    ['close 2026-12-24', { command: 'close', first: '2026-12-24', last: '2026-12-24' }],
    ['close 24.12.2026', { command: 'close', first: '2026-12-24', last: '2026-12-24' }],
    ['open 1/2/2027 3.2.2027', { command: 'open', first: '2027-02-01', last: '2027-02-03' }],
  ])('%s', (line, command) => {
    expect(parse(line)).toEqual({ ok: true, command });
  });

  test.each([
    ['', 'Say what is to be done.'],
    ['prise berry 8 70', 'Did you mean price?'],
    ['lasagne', 'There is no “lasagne” here.'],
    ['price', 'Say cake, size and price'],
    ['price berry 70', 'Say cake, size and price'],
    ['price berry 8 seventy', '“seventy” is not a price. Write pounds as 70 or 70.50'],
    ['price berry 8 0', 'is not a price'],
    ['price berry 8 -5', 'is not a price'],
    ['price berry 8 70.5', 'is not a price'],
    ['price berry 8 70,50', 'is not a price'],
    ['price berry 8 1e3', 'is not a price'],
    ['price berry 8 $70', 'is not a price'],
    ['price berry 8 100000.01', 'is not a price'],
    ['hide', 'Say which cake: hide'],
    ['show', 'Say which cake: show'],
    ['close', 'Say one day'],
    ['open 24.12.2026 25.12.2026 26.12.2026', 'Say one day'],
    ['close 30.02.2027', '“30.02.2027” is not a day. Write it as 24.12.2026'],
    ['close 24.12.26', 'is not a day'],
    ['close 24.12/2026', 'is not a day'],
    ['close 24.12.2026 tomorrow', '“tomorrow” is not a day'],
    ['close 2026-12-24T00:00:00Z', 'is not a day'],
  ])('rejects %j with a hint', (line, hint) => {
    expect(parse(line)).toEqual({ ok: false, hint: expect.stringContaining(hint) });
  });

  test('rejects no arguments', () => {
    expect(parseCatalogueCommand([])).toMatchObject({ ok: false });
  });
});

describe('parseCustomerSelector', () => {
  test('selects one customer or everybody', () => {
    expect(parseCustomerSelector(['--email', ' ada@example.org '])).toEqual({
      email: 'ada@example.org',
    });
    expect(parseCustomerSelector(['--email=ada@example.org'])).toEqual({
      email: 'ada@example.org',
    });
    expect(parseCustomerSelector(['--phone', '07700 900123'])).toEqual({ phone: '07700 900123' });
    expect(parseCustomerSelector(['--all'])).toBe('everybody');
  });

  test.each([
    [[]],
    [['--email']],
    [['--email', ' ']],
    [['--phone', 'none']],
    [['--phone', '07700 900123', '--email', 'ada@example.org']],
    [['ada@example.org']],
    [['--mail', 'ada@example.org']],
    [['--all', '--email', 'ada@example.org']],
    [['--all', 'ada@example.org']],
  ])('rejects %j', (args) => {
    expect(parseCustomerSelector(args)).toBeUndefined();
  });
});

describe('suggest', () => {
  const cakes = ['berry-drip-cake', 'salted-caramel-drip-cake', 'red-velvet-cake', 'macaron-box'];

  test.each([
    ['berry-drip-cake', ['berry-drip-cake']],
    ['bery-drip', ['berry-drip-cake']],
    ['drip', ['berry-drip-cake', 'salted-caramel-drip-cake']],
    ['red-velvte', ['red-velvet-cake']],
    ['berry-drip-cake-large', ['berry-drip-cake']],
    ['cake', ['berry-drip-cake', 'red-velvet-cake', 'salted-caramel-drip-cake']],
    ['lasagne', []],
  ])('%j suggests %j', (typed, suggestions) => {
    expect(suggest(typed, cakes)).toEqual(suggestions);
  });

  test('suggests nothing without candidates', () => {
    expect(suggest('cake', [])).toEqual([]);
  });
});
