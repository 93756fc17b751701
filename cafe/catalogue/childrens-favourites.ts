import type { Cake } from '#domain/catalogue/catalogue.ts';
import { containing } from './allergens.ts';
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
    offMessage: false,
  },
];
