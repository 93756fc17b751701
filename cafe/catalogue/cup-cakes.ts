import type { Cake } from '#domain/catalogue/catalogue.ts';
import { containing } from './allergens.ts';
import { boxKeeping } from './keeping.ts';
import { boxes } from './sizes.ts';

export const cupCakes: Cake[] = [
  {
    id: 'assorted-cup-cakes',
    kind: 'cake',
    title: 'Assorted Cup Cakes',
    desc: 'Six kinds to the half-dozen: vanilla with sprinkles, raspberry, dark chocolate, blueberry, green pistachio, and plain cream on chocolate sponge. Four of them have fresh fruit on top.',
    img: 'cupcake-assortment.jpg',
    imgs: ['cupcake-assortment-close.jpg'],
    category: ['cup-cakes'],
    sizes: boxes('assorted-cup-cakes', { 6: 2200, 12: 4200, 24: 8000 }),
    ...containing('Eggs', 'Dairy (milk)', 'Gluten (wheat)', 'Nuts (pistachios)', 'Soya (soybeans)'),
    servingInfo: ['vege', 'halal friendly', 'alcohol free'],
    keeping: boxKeeping('In the fridge. Take them out half an hour before you eat them.', 2),
    ingredients:
      'Butter (milk), sugar, wheat flour, eggs, icing sugar, raspberries, blueberries, dark chocolate (cocoa, sugar, soya lecithin), pistachios, cocoa, sprinkles (sugar, vegetable colours), vanilla, baking powder.',
    offMessage: true,
  },
  {
    id: 'vanilla-cup-cakes',
    kind: 'cake',
    title: 'Vanilla Cup Cakes',
    desc: 'A light butter sponge under a tall swirl of vanilla buttercream, showered with coloured sprinkles. The one that comes home from every school fair.',
    img: 'vanilla-cupcakes.jpg',
    imgs: [],
    category: ['cup-cakes', 'childrens-favourite'],
    sizes: boxes('vanilla-cup-cakes', { 6: 1900, 12: 3600, 24: 6800 }),
    ...containing('Eggs', 'Dairy (milk)', 'Gluten (wheat)'),
    servingInfo: ['vege', 'halal friendly', 'alcohol free'],
    keeping: boxKeeping('In their box in a cool room. Not in the fridge, which dries them out.', 3),
    ingredients:
      'Butter (milk), sugar, wheat flour, eggs, icing sugar, sprinkles (sugar, vegetable colours), vanilla, baking powder.',
    offMessage: true,
  },
  {
    id: 'chocolate-cup-cakes',
    kind: 'cake',
    title: 'Chocolate Cup Cakes',
    desc: 'Dark cocoa sponge with whipped chocolate buttercream, a pinch of gold sprinkles and a square of chocolate pressed in at the end.',
    img: 'chocolate-cupcakes.jpg',
    imgs: [],
    category: ['cup-cakes'],
    sizes: boxes('chocolate-cup-cakes', { 6: 2100, 12: 4000 }),
    ...containing('Eggs', 'Dairy (milk)', 'Gluten (wheat)', 'Soya (soybeans)'),
    servingInfo: ['vege', 'halal friendly', 'alcohol free'],
    keeping: boxKeeping('In their box in a cool room. Not in the fridge, which dries them out.', 3),
    ingredients:
      'Butter (milk), sugar, wheat flour, eggs, icing sugar, dark chocolate (cocoa, sugar, soya lecithin), cocoa, gold sugar sprinkles, baking powder.',
    offMessage: true,
  },
  {
    id: 'vegan-raspberry-cup-cakes',
    kind: 'cake',
    title: 'Vegan Raspberry Cup Cakes',
    desc: 'Vanilla sponge made with soya milk, and a pink swirl coloured only by raspberries, with a whole one on top. The recipe has no eggs and no dairy; our kitchen has both.',
    img: 'raspberry-cupcakes.jpg',
    imgs: [],
    category: ['cup-cakes', 'vegan-gluten-free-delight', 'seasonal-treat'],
    sizes: boxes('vegan-raspberry-cup-cakes', { 6: 2300, 12: 4400 }),
    ...containing('Gluten (wheat)', 'Soya (soybeans)'),
    servingInfo: ['vege', 'halal friendly', 'alcohol free'],
    keeping: boxKeeping('In the fridge. Take them out half an hour before you eat them.', 2),
    ingredients:
      'Sugar, wheat flour, soya milk, vegetable spread (rapeseed oil), icing sugar, raspberries, vanilla, baking powder.',
    offMessage: true,
    season: { from: '06-01', to: '09-30' },
  },
];
