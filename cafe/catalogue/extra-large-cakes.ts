import type { Cake } from '#domain/catalogue/catalogue.ts';
import { containing } from './allergens.ts';
import { cakeKeeping } from './keeping.ts';
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
    keeping: cakeKeeping('In its box in a cool room. Not in the fridge: the icing sweats.', 4, {
      carry: 'Flat in an empty boot, and slowly round corners. We help you carry it to the car.',
      cut: 'Lift the tiers off one by one, and take out the rods between them. Then cut each in fingers, not wedges.',
    }),
    ingredients:
      'Sugar, butter (milk), wheat flour, eggs, icing sugar, raspberry jam (raspberries, sugar), sugar roses (sugar, egg white), sugar pearls, vanilla, baking powder.',
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
    keeping: cakeKeeping('In its box in a cool room, out of the sun. Not in the fridge.', 4, {
      carry: 'Flat in an empty boot, and slowly round corners. We help you carry it to the car.',
      cut: 'Lift the upper tier off and take out the rods below it. Then use a long knife, wiped after each slice.',
    }),
    ingredients:
      'Butter (milk), sugar, wheat flour, eggs, icing sugar, lemons, sugar flowers (sugar, egg white), vegetable colours, baking powder.',
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
    keeping: cakeKeeping('In the fridge. Take them out an hour before you cut them.', 2, {
      carry: 'Three boxes, flat on the floor or in the boot, side by side and never stacked.',
    }),
    ingredients:
      'Butter (milk), sugar, wheat flour, eggs, dark chocolate (cocoa, sugar, soya lecithin), cream (milk), icing sugar, strawberries, raspberries, blueberries, strawberry jam (strawberries, sugar), raspberry preserve (raspberries, sugar), cocoa, meringue (egg white, sugar), gold sugar pearls, vanilla, baking powder.',
    offMessage: false,
  },
];
