import type { Cake } from '#domain/catalogue/catalogue.ts';
import { containing } from './allergens.ts';
import { boxKeeping, cakeKeeping } from './keeping.ts';
import { boxes, rounds } from './sizes.ts';

// Recipes without an ingredient, never a promise: everything is baked in one kitchen (spec §9).
export const veganAndGlutenFree: Cake[] = [
  {
    id: 'vegan-chocolate-berry-cake',
    kind: 'cake',
    title: 'Vegan Chocolate & Berry Cake',
    desc: 'A dark, damp chocolate cake made with soya milk, with a glossy chocolate drip and a heap of strawberries, raspberries and blueberries. The recipe has no eggs and no dairy; our kitchen has both.',
    img: 'vegan-chocolate-berry.jpg',
    imgs: ['vegan-chocolate-berry-slice.jpg'],
    category: ['vegan-gluten-free-delight', 'celebration-cakes'],
    sizes: rounds('vegan-chocolate-berry-cake', { 6: 5000, 8: 7000, 10: 9500 }),
    ...containing('Gluten (wheat)', 'Soya (soybeans)'),
    servingInfo: ['vege', 'halal friendly', 'alcohol free'],
    keeping: cakeKeeping('In the fridge. Take it out an hour before you cut it.', 3),
    ingredients:
      'Sugar, wheat flour, soya milk, dark chocolate (cocoa, sugar, soya lecithin), sunflower oil, raspberry jam (raspberries, sugar), strawberries, raspberries, blueberries, cocoa, baking powder.',
    offMessage: false,
  },
  {
    id: 'lemon-elderflower-cake',
    kind: 'cake',
    title: 'Lemon & Elderflower Cake',
    desc: 'Ground almonds and polenta take the place of flour here, brushed with lemon and elderflower syrup. Pale lemon buttercream outside, with slices of lemon and small sugar elderflowers.',
    img: 'lemon-elderflower.jpg',
    imgs: ['lemon-elderflower-slice.jpg'],
    category: ['vegan-gluten-free-delight', 'celebration-cakes', 'seasonal-treat'],
    sizes: rounds('lemon-elderflower-cake', { 6: 5000, 8: 6900, 10: 9400 }),
    ...containing('Eggs', 'Dairy (milk)', 'Nuts (almonds)'),
    servingInfo: ['vege', 'halal friendly', 'alcohol free'],
    keeping: cakeKeeping('In its box in a cool room, out of the sun. Not in the fridge.', 4),
    ingredients:
      'Ground almonds, butter (milk), sugar, eggs, icing sugar, polenta (maize), lemons, elderflower syrup (sugar, elderflowers, lemon), sugar elderflowers (sugar, egg white), baking powder.',
    offMessage: false,
    season: { from: '03-15', to: '07-31' },
  },
  {
    id: 'macaron-box',
    kind: 'cake',
    title: 'Pastel Macarons',
    desc: 'Almond shells, crisp then chewy, sandwiched with buttercream: raspberry, lemon, pistachio, vanilla, blueberry and violet. Made without flour, and good for three days in a cool place.',
    img: 'macaron-box.jpg',
    imgs: [],
    category: ['vegan-gluten-free-delight', 'time-treat'],
    sizes: boxes('macaron-box', { 6: 1300, 12: 2400, 18: 3400 }),
    ...containing('Eggs', 'Dairy (milk)', 'Nuts (almonds)', 'Nuts (pistachios)'),
    servingInfo: ['vege', 'halal friendly', 'alcohol free'],
    keeping: boxKeeping('In a cool place, in their box.', 3),
    ingredients:
      'Ground almonds, icing sugar, butter (milk), egg white, sugar, pistachios, raspberries, blueberries, lemons, vanilla, violet, vegetable colours.',
    offMessage: true,
  },
];
