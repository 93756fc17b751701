import type { Cake } from '#domain/catalogue/catalogue.ts';
import { containing } from './allergens.ts';
import { cakeKeeping } from './keeping.ts';
import { rounds } from './sizes.ts';

// Our chocolate is made with soya lecithin, so whatever has chocolate in it names soya.
export const celebrationCakes: Cake[] = [
  {
    id: 'berry-drip-cake',
    kind: 'cake',
    title: 'Berry Drip Cake',
    desc: 'Vanilla sponge, raspberry preserve and silky buttercream, two tiers high, with a dark chocolate drip and a crown of fresh berries. Sizes are measured across the lower tier.',
    img: 'berry-drip-cake.jpg',
    imgs: ['hero-phone.jpg', 'berry-drip-cake-slice.jpg'],
    category: ['celebration-cakes', 'large-party-cakes'],
    sizes: rounds('berry-drip-cake', { 6: 4800, 8: 6800, 10: 9200, 12: 14000 }),
    tiers: 2,
    ...containing('Eggs', 'Dairy (milk)', 'Gluten (wheat)', 'Soya (soybeans)'),
    servingInfo: ['vege', 'halal friendly', 'alcohol free'],
    keeping: cakeKeeping('In the fridge. Take it out two hours before you cut it.', 3),
    ingredients:
      'Butter (milk), sugar, wheat flour, eggs, icing sugar, strawberries, raspberries, blueberries, raspberry preserve (raspberries, sugar), dark chocolate (cocoa, sugar, soya lecithin), meringue (egg white, sugar), vanilla, baking powder.',
    offMessage: false,
  },
  {
    id: 'chocolate-ganache-cake',
    kind: 'cake',
    title: 'Chocolate Ganache Cake',
    desc: 'Dark chocolate sponge under a glossy ganache poured warm, finished with piped swirls, chocolate shards and a ring of gold sugar pearls. Rich, so a small slice goes a long way.',
    img: 'chocolate-ganache.jpg',
    imgs: ['chocolate-ganache-slice.jpg'],
    category: ['celebration-cakes'],
    sizes: rounds('chocolate-ganache-cake', { 6: 4800, 8: 6600, 10: 9000 }),
    ...containing('Eggs', 'Dairy (milk)', 'Gluten (wheat)', 'Soya (soybeans)'),
    mayContain: ['Nuts (hazelnuts)'],
    servingInfo: ['vege', 'halal friendly', 'alcohol free'],
    keeping: cakeKeeping(
      'In its box in a cool room, out of the sun. The fridge dulls the ganache.',
      4,
    ),
    ingredients:
      'Dark chocolate (cocoa, sugar, soya lecithin), cream (milk), sugar, wheat flour, eggs, butter (milk), cocoa, gold sugar pearls, baking powder.',
    offMessage: false,
  },
  {
    id: 'red-velvet-cake',
    kind: 'cake',
    title: 'Red Velvet Cake',
    desc: 'Buttermilk and cocoa layers left showing through a thin coat of cream cheese frosting. We top it with piped swirls, red crumbs and fresh raspberries.',
    img: 'red-velvet.jpg',
    imgs: ['red-velvet-slice.jpg'],
    category: ['celebration-cakes', 'seasonal-treat'],
    sizes: rounds('red-velvet-cake', { 6: 4700, 8: 6500, 10: 8900 }),
    options: [
      {
        id: 'sponge',
        name: 'Sponge',
        kind: 'one',
        choices: [
          { id: 'red-velvet', name: 'red velvet', price: 0, api: null, vegan: false },
          {
            id: 'chocolate',
            name: 'chocolate',
            price: 300,
            api: null,
            contains: ['Soya (soybeans)'],
            mayContain: ['Nuts (hazelnuts)'],
            vegan: false,
          },
        ],
      },
      {
        id: 'topping',
        name: 'Topping',
        kind: 'several',
        most: 1,
        choices: [
          {
            id: 'hazelnut-praline',
            name: 'hazelnut praline',
            price: 250,
            api: null,
            contains: ['Nuts (hazelnuts)'],
            mayContain: ['Nuts (almonds)'],
            vegan: true,
          },
          { id: 'fresh-figs', name: 'fresh figs', price: 350, api: null, vegan: true },
        ],
      },
      {
        id: 'number-topper',
        name: 'Number topper',
        kind: 'text',
        limit: 2,
        choices: [{ id: 'number', name: 'Your number', price: 400, api: null, vegan: true }],
      },
    ],
    ...containing('Eggs', 'Dairy (milk)', 'Gluten (wheat)'),
    servingInfo: ['vege', 'halal friendly', 'alcohol free'],
    keeping: cakeKeeping('In the fridge. Take it out an hour before you cut it.', 3),
    ingredients:
      'Cream cheese (milk), sugar, wheat flour, butter (milk), buttermilk (milk), eggs, icing sugar, raspberries, cocoa, beetroot colour, vanilla, baking powder.',
    offMessage: false,
    season: { from: '01-15', to: '03-31' },
  },
  {
    id: 'salted-caramel-drip-cake',
    kind: 'cake',
    title: 'Salted Caramel Drip Cake',
    desc: 'Brown sugar sponge and caramel buttercream, with a salted caramel drip cooked to a deep amber. Popcorn tossed in the same caramel is heaped on top.',
    img: 'salted-caramel-drip.jpg',
    imgs: ['salted-caramel-drip-slice.jpg'],
    category: ['celebration-cakes', 'seasonal-treat'],
    sizes: rounds('salted-caramel-drip-cake', { 6: 4900, 8: 6700, 10: 9200 }),
    ...containing('Eggs', 'Dairy (milk)', 'Gluten (wheat)'),
    servingInfo: ['vege', 'halal friendly', 'alcohol free'],
    keeping: cakeKeeping('In its box in a cool room. The popcorn goes soft in the fridge.', 3),
    ingredients:
      'Butter (milk), brown sugar, wheat flour, eggs, icing sugar, cream (milk), sugar, popcorn, sea salt, vanilla, baking powder.',
    offMessage: false,
    season: { from: '10-01', to: '01-31' },
  },
];
