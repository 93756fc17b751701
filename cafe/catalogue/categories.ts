import type { Category } from '#domain/catalogue/catalogue.ts';

/** The landing page shows ids 1 to 7 in this order; the eighth has only its own URL. */
export const categories: Category[] = [
  {
    id: 1,
    slug: 'celebration-cakes',
    title: 'Celebration Cakes',
    img: 'birthday-message.jpg',
    desc: 'Layered, filled and finished by hand, with your words on top.',
  },
  {
    id: 2,
    slug: 'cup-cakes',
    title: 'Cup Cakes',
    img: 'cupcake-assortment.jpg',
    desc: 'Baked on the morning you collect them, and boxed by the half-dozen.',
  },
  {
    id: 3,
    slug: 'time-treat',
    title: 'Tea Time Treat',
    img: 'battenberg.jpg',
    desc: 'Loaves, sponges and pastries for when the kettle is on.',
  },
  {
    id: 4,
    slug: 'doughnuts',
    title: 'Doughnuts',
    img: 'doughnut-stack.jpg',
    desc: 'Proved overnight, fried at dawn and iced while we open the shutters.',
  },
  {
    id: 5,
    slug: 'large-party-cakes',
    title: 'Extra Large Cakes',
    img: 'three-tier-white.jpg',
    desc: 'Tall and tiered cakes for weddings, christenings and full halls.',
  },
  {
    id: 6,
    slug: 'childrens-favourite',
    title: 'Children’s Favourite',
    img: 'funfetti-drip.jpg',
    desc: 'Sprinkles, stripes and colours chosen by people under ten.',
  },
  {
    id: 7,
    slug: 'vegan-gluten-free-delight',
    title: 'Vegan & Gluten Free Delight',
    img: 'vegan-chocolate-berry.jpg',
    desc: 'Made to recipes without eggs and dairy, or without wheat, in our one shared kitchen.',
  },
  {
    id: 8,
    slug: 'seasonal-treat',
    title: 'Seasonal Treat',
    img: 'victoria-sponge-slice.jpg',
    desc: 'What the time of year asks for, from Easter nests to winter spice.',
  },
];
