import type { Cake } from '#domain/catalogue/catalogue.ts';

/** The three candles (spec §3): each becomes a basket item of its own, at £6. */
export const addOns: Cake[] = [
  candles(
    'candles-navy-gold',
    '16 Navy & Gold Tall Candles (18 cm)',
    'Sixteen tall spiral candles in navy and gold, tied with a gold ribbon.',
  ),
  candles(
    'candles-rainbow',
    '16 Rainbow Tall Candles (18 cm)',
    'Sixteen tall spiral candles in the colours of the rainbow, tied with a white ribbon.',
  ),
  candles(
    'candles-silver',
    '16 Metallic Silver Tall Candles (18 cm)',
    'Sixteen tall spiral candles in metallic silver and white, tied with a white ribbon.',
  ),
];

function candles(id: string, title: string, desc: string): Cake {
  return {
    id,
    kind: 'personal-touch',
    title,
    desc,
    img: `${id}.jpg`,
    imgs: [],
    category: [],
    sizes: [{ id: `${id}-box`, size: 'Box', slices: null, price: 600, api: null }],
    allergens: [],
    servingInfo: [],
    offMessage: true,
  };
}
