import type { Cake } from '#domain/catalogue/catalogue.ts';
import { containing } from './allergens.ts';
import { cakeKeeping } from './keeping.ts';
import { rounds } from './sizes.ts';

export const childrensFavourites: Cake[] = [
  {
    id: 'rainbow-layer-cake',
    kind: 'cake',
    title: 'Rainbow Layer Cake',
    desc: 'Plain white until it is cut: six layers of vanilla sponge, from red down to violet, with buttercream between. Sprinkles on top and round the base.',
    img: 'rainbow-layer-cake.jpg',
    imgs: ['rainbow-layer-cake-slice.jpg'],
    category: ['childrens-favourite', 'celebration-cakes'],
    sizes: rounds('rainbow-layer-cake', { 6: 5200, 8: 7200, 10: 9600 }),
    ...containing('Eggs', 'Dairy (milk)', 'Gluten (wheat)'),
    servingInfo: ['vege', 'halal friendly', 'alcohol free'],
    keeping: cakeKeeping('In its box in a cool room, out of the sun. Not in the fridge.', 4),
    ingredients:
      'Butter (milk), sugar, wheat flour, eggs, icing sugar, sprinkles (sugar, vegetable colours), vanilla, vegetable colours, baking powder.',
    offMessage: false,
  },
  {
    id: 'funfetti-drip-cake',
    kind: 'cake',
    title: 'Funfetti Drip Cake',
    desc: 'Vanilla sponge with sprinkles inside and out and a pale blue white-chocolate drip, topped with almond macarons and a small pink doughnut. The three candles come with it.',
    img: 'funfetti-drip.jpg',
    imgs: [],
    category: ['childrens-favourite', 'celebration-cakes'],
    sizes: rounds('funfetti-drip-cake', { 6: 5400, 8: 7400, 10: 9800 }),
    ...containing('Eggs', 'Dairy (milk)', 'Gluten (wheat)', 'Nuts (almonds)', 'Soya (soybeans)'),
    servingInfo: ['vege', 'halal friendly', 'alcohol free'],
    keeping: cakeKeeping('In its box in a cool room, out of the sun. Not in the fridge.', 3, {
      cut: 'Take the doughnut, the macarons and the candles off first. Then use a long knife, wiped after each slice.',
    }),
    ingredients:
      'Butter (milk), sugar, wheat flour, eggs, icing sugar, white chocolate (cocoa butter, sugar, milk, soya lecithin), ground almonds, sprinkles (sugar, vegetable colours), yeast, vanilla, vegetable colours, baking powder.',
    offMessage: false,
  },
];
