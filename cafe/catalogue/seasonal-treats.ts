import type { Cake } from '#domain/catalogue/catalogue.ts';
import { containing } from './allergens.ts';
import { cakeKeeping } from './keeping.ts';
import { rounds } from './sizes.ts';

export const seasonalTreats: Cake[] = [
  {
    id: 'easter-nest-cake',
    kind: 'cake',
    title: 'Easter Nest Cake',
    desc: 'Milk chocolate buttercream over chocolate sponge, with a piped border and a spun chocolate nest on top. Four speckled sugar-shelled chocolate eggs sit in the nest, and we put three more in the box.',
    img: 'easter-nest.jpg',
    imgs: [],
    category: ['seasonal-treat', 'childrens-favourite'],
    sizes: rounds('easter-nest-cake', { 6: 4600, 8: 6400, 10: 8800 }),
    ...containing('Eggs', 'Dairy (milk)', 'Gluten (wheat)', 'Soya (soybeans)'),
    mayContain: ['Nuts (almonds)', 'Nuts (hazelnuts)'],
    servingInfo: ['vege', 'halal friendly', 'alcohol free'],
    keeping: cakeKeeping('In its box in a cool room, out of the sun. Not in the fridge.', 4),
    ingredients:
      'Butter (milk), sugar, milk chocolate (sugar, cocoa butter, milk, cocoa, soya lecithin), wheat flour, eggs, icing sugar, sugar-shelled chocolate eggs (sugar, milk, cocoa, soya lecithin), cocoa, baking powder.',
    offMessage: false,
    season: { from: '02-15', to: '04-30' },
  },
  {
    id: 'winter-spice-cake',
    kind: 'cake',
    title: 'Winter Spice Cake',
    desc: 'Ginger, clove and orange sponge brushed with brandy, under snowy buttercream with a scatter of gold. It wears a wreath of rosemary and cranberries, with spiced star biscuits on top and round the base.',
    img: 'winter-spice.jpg',
    imgs: [],
    category: ['seasonal-treat'],
    sizes: rounds('winter-spice-cake', { 6: 5200, 8: 7000, 10: 9600 }),
    ...containing('Eggs', 'Dairy (milk)', 'Gluten (wheat)'),
    servingInfo: ['vege'],
    keeping: cakeKeeping('In its box in a cool room. Not in the fridge.', 5, {
      cut: 'Lift the rosemary off first: it is not for eating. Then use a long knife, wiped after each slice.',
    }),
    ingredients:
      'Butter (milk), sugar, wheat flour, eggs, icing sugar, brandy, cranberries, oranges, ginger, cloves, gold sugar, rosemary, baking powder.',
    offMessage: false,
    season: { from: '11-01', to: '02-14' },
  },
];
