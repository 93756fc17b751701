import { describe, expect, test } from 'vitest';
import { AWKWARD } from '#test/samples.ts';
import { documentDescription, documentTitle } from './wording.ts';

describe('a title', () => {
  test('carries the name of the cafe', () => {
    expect(documentTitle('Victoria Sponge')).toBe('Victoria Sponge · Battenberg');
  });

  test('keeps its own words where there is no room for both', () => {
    const long = 'A Three-Tier Rose Cake for Rather a Large Wedding Party';
    expect(documentTitle(long)).toBe(long);
  });

  test('is never longer than 60 letters', () => {
    const cut = documentTitle('Cake after cake '.repeat(9));
    expect(cut).toBe('Cake after cake Cake after cake Cake after cake Cake after…');
    expect(cut.length).toBeLessThanOrEqual(60);
  });
});

describe('a description', () => {
  test('stays as it is where it is short, whatever is in it', () => {
    expect(documentDescription(AWKWARD)).toBe(AWKWARD);
  });

  test('ends with a whole sentence', () => {
    const first = `Vanilla sponge ${'and more sponge '.repeat(6)}with a drip.`;
    const second = 'Sizes are measured across the lower tier.';
    expect(documentDescription(`${first} ${second} Another.`)).toBe(first);
  });

  test('ends with a whole word where the first sentence is too long', () => {
    const cut = documentDescription(`Sponge ${'and buttercream '.repeat(20)}.`);
    expect(cut).toMatch(/ (and|buttercream)…$/);
    expect(cut.length).toBeLessThanOrEqual(155);
  });

  test('is not cut behind an abbreviation, nor inside a letter', () => {
    expect(documentDescription(`St. ${'sugar '.repeat(40)}`)).toMatch(/sugar…$/);
    expect(documentDescription('🎂'.repeat(200))).toBe(`${'🎂'.repeat(154)}…`);
  });
});
