import type { Cake } from '#domain/catalogue/catalogue.ts';
import { containing } from './allergens.ts';
import { boxKeeping } from './keeping.ts';
import { boxes } from './sizes.ts';

// Our chocolate is made with soya lecithin, so whatever has chocolate in it names soya.
export const doughnuts: Cake[] = [
  {
    id: 'iced-ring-doughnuts',
    kind: 'cake',
    title: 'Iced Ring Doughnuts',
    desc: 'Pillowy yeasted rings in strawberry pink, plain white and dark chocolate icing, some with sprinkles and some with a caramel or white drizzle. Best on the day.',
    img: 'doughnut-stack.jpg',
    imgs: ['doughnut-stack-close.jpg'],
    category: ['doughnuts'],
    sizes: boxes('iced-ring-doughnuts', { 6: 1900, 12: 3600 }),
    ...containing('Eggs', 'Dairy (milk)', 'Gluten (wheat)', 'Soya (soybeans)'),
    mayContain: ['Nuts (hazelnuts)'],
    servingInfo: ['vege', 'halal friendly', 'alcohol free'],
    keeping: boxKeeping('In their box at room temperature. Best within hours.', 0),
    ingredients:
      'Wheat flour, icing sugar, milk, sunflower oil, eggs, butter (milk), dark chocolate (cocoa, sugar, soya lecithin), sugar, caramel (sugar, cream (milk)), yeast, sprinkles (sugar, vegetable colours), strawberry, salt.',
    offMessage: true,
  },
  {
    id: 'party-doughnut-box',
    kind: 'cake',
    title: 'Party Doughnut Box',
    desc: 'A different doughnut in every corner: pale blue, strawberry, lemon, white and two kinds of dark chocolate, with sprinkles and drizzles. Larger boxes repeat the same six.',
    img: 'sprinkle-doughnuts-box.jpg',
    imgs: [],
    category: ['doughnuts', 'childrens-favourite'],
    sizes: boxes('party-doughnut-box', { 6: 2000, 12: 3800, 24: 7200 }),
    ...containing('Eggs', 'Dairy (milk)', 'Gluten (wheat)', 'Soya (soybeans)'),
    servingInfo: ['vege', 'halal friendly', 'alcohol free'],
    keeping: boxKeeping('In their box at room temperature. Best within hours.', 0),
    ingredients:
      'Wheat flour, icing sugar, milk, sunflower oil, eggs, butter (milk), dark chocolate (cocoa, sugar, soya lecithin), sugar, yeast, sprinkles (sugar, vegetable colours), strawberry, lemon, vegetable colours, salt.',
    offMessage: true,
  },
  {
    id: 'chocolate-sprinkle-doughnuts',
    kind: 'cake',
    title: 'Chocolate Sprinkle Doughnuts',
    desc: 'A whole box of one kind: dark chocolate icing and a good many coloured sprinkles, for those who would only have argued over it.',
    img: 'chocolate-sprinkle-doughnut.jpg',
    imgs: [],
    category: ['doughnuts', 'childrens-favourite'],
    sizes: boxes('chocolate-sprinkle-doughnuts', { 6: 1800, 12: 3400 }),
    ...containing('Eggs', 'Dairy (milk)', 'Gluten (wheat)', 'Soya (soybeans)'),
    servingInfo: ['vege', 'halal friendly', 'alcohol free'],
    keeping: boxKeeping('In their box at room temperature. Best within hours.', 0),
    ingredients:
      'Wheat flour, dark chocolate (cocoa, sugar, soya lecithin), milk, sunflower oil, icing sugar, eggs, butter (milk), sprinkles (sugar, vegetable colours), sugar, yeast, salt.',
    offMessage: true,
  },
];
