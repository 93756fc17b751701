import type { Cake } from '#domain/catalogue/catalogue.ts';
import { containing } from './allergens.ts';
import { across } from './sizes.ts';

export const extraLargeCakes: Cake[] = [
  {
    id: 'three-tier-rose-cake',
    kind: 'cake',
    title: 'Three-Tier Rose Cake',
    desc: 'Three tiers of vanilla sponge and raspberry jam under smooth white icing, with pearl borders and sugar roses made petal by petal. Sizes are measured across the lowest tier.',
    img: 'three-tier-white.jpg',
    imgs: [],
    category: ['large-party-cakes'],
    sizes: [
      across('three-tier-rose-cake', 10, '60–70', 24000),
      across('three-tier-rose-cake', 12, '85–95', 32000),
    ],
    tiers: 3,
    leadDays: 7,
    ...containing('Eggs', 'Dairy (milk)', 'Gluten (wheat)'),
    servingInfo: ['vege', 'halal friendly', 'alcohol free'],
    offMessage: false,
  },
  {
    id: 'pastel-ombre-cake',
    kind: 'cake',
    title: 'Pastel Ombré Cake',
    desc: 'Two tall tiers of lemon sponge, combed in buttercream that fades from rose to cream, with sugar flowers between them and on top. Sizes are measured across the lower tier.',
    img: 'pastel-ombre.jpg',
    imgs: [],
    category: ['large-party-cakes', 'celebration-cakes'],
    sizes: [
      across('pastel-ombre-cake', 8, '24–30', 14000),
      across('pastel-ombre-cake', 10, '40–50', 18500),
      across('pastel-ombre-cake', 12, '60–70', 23500),
    ],
    tiers: 2,
    leadDays: 5,
    ...containing('Eggs', 'Dairy (milk)', 'Gluten (wheat)'),
    servingInfo: ['vege', 'halal friendly', 'alcohol free'],
    offMessage: false,
  },
  {
    id: 'counter-trio',
    kind: 'cake',
    title: 'The Counter Trio',
    desc: 'Three whole cakes for a party that cannot agree: a Victoria sponge, a berry drip cake and a chocolate ganache cake, each in its own box. A message, if you want one, goes on the chocolate cake.',
    img: 'cake-counter.jpg',
    imgs: ['victoria-sponge-slice.jpg', 'berry-drip-cake-slice.jpg', 'chocolate-ganache-slice.jpg'],
    category: ['large-party-cakes'],
    sizes: [
      across('counter-trio', 6, '24–30', 12600),
      across('counter-trio', 8, '42–54', 17800),
      across('counter-trio', 10, '72–84', 24000),
    ],
    ...containing('Eggs', 'Dairy (milk)', 'Gluten (wheat)', 'Soya (soybeans)'),
    servingInfo: ['vege', 'halal friendly', 'alcohol free'],
    offMessage: false,
  },
];
