import { describe, expect, test } from 'vitest';
import { words } from '#cafe/words.ts';
import { cafeOf } from '#domain/words/words.ts';
import { AWKWARD } from '../../test/samples.ts';
import {
  documentDescription,
  documentTitle,
  type PublicSite,
  pageMeta,
  privatePageMeta,
} from './page-meta.ts';

const ORIGIN = 'https://battenberg.example';
const site: PublicSite = {
  origin: ORIGIN,
  photoDelivery: { cdn: 'ipx', url: '/_img/{width}/{file}' },
  cafe: cafeOf(words),
};
const page = {
  path: '/about-us',
  title: 'About us',
  description: 'A family cafe.',
};

test('a page says one title, one description and one address', () => {
  const meta = pageMeta(site, page);
  expect(meta.filter((tag) => 'title' in tag)).toEqual([{ title: 'About us · Battenberg' }]);
  expect(meta.filter((tag) => 'name' in tag && tag.name === 'description')).toEqual([
    { name: 'description', content: 'A family cafe.' },
  ]);
  expect(meta.filter((tag) => 'tagName' in tag)).toEqual([
    { tagName: 'link', rel: 'canonical', href: `${ORIGIN}/about-us` },
  ]);
});

test('a shared link shows the same words, and a picture with its size', () => {
  const picture = { url: `${ORIGIN}/cake.jpg`, width: 960, height: 1200, alt: AWKWARD };
  const meta = pageMeta(site, { ...page, picture });
  expect(meta).toEqual(
    expect.arrayContaining([
      { property: 'og:title', content: 'About us' },
      { property: 'og:url', content: `${ORIGIN}/about-us` },
      { property: 'og:image', content: picture.url },
      { property: 'og:image:width', content: '960' },
      { property: 'og:image:height', content: '1200' },
      { property: 'og:image:alt', content: AWKWARD },
      { name: 'twitter:card', content: 'summary_large_image' },
      { name: 'twitter:image', content: picture.url },
    ]),
  );
});

test("without a picture of its own a page has the cafe's card", () => {
  const image = pageMeta(site, page).find(
    (tag) => 'property' in tag && tag.property === 'og:image',
  );
  expect(image).toMatchObject({ content: expect.stringMatching(/^https:.*social-card.*\.jpg/) });
});

test('what is one visitor’s is not to be found, and names no address', () => {
  expect(privatePageMeta(site, { title: 'Your order', description: 'Yours alone.' })).toEqual([
    { title: 'Your order · Battenberg' },
    { name: 'description', content: 'Yours alone.' },
    { name: 'robots', content: 'noindex' },
  ]);
});

describe('a title', () => {
  test('carries the name of the cafe', () => {
    expect(documentTitle(site, 'Victoria Sponge')).toBe('Victoria Sponge · Battenberg');
  });

  test('keeps its own words where there is no room for both', () => {
    const long = 'A Three-Tier Rose Cake for Rather a Large Wedding Party';
    expect(documentTitle(site, long)).toBe(long);
  });

  test('is never longer than 60 letters', () => {
    const cut = documentTitle(site, 'Cake after cake '.repeat(9));
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
