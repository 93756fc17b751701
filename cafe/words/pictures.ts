// File names in `photos`.

/** The second is a crop of the first for phones. */
export const homePicture = ['hero.jpg', 'hero-phone.jpg'];

/** Three columns of two. */
export const gallery = [
  'rainbow-layer-cake.jpg',
  'cafe-table.jpg',
  'butter-croissants.jpg',
  'macaron-box.jpg',
  'chocolate-ganache-slice.jpg',
  'cake-counter.jpg',
];

/** None of the gallery, which is on the same page. */
export const scroller = [
  'baking-table.jpg',
  'victoria-sponge.jpg',
  'carrot-cake-slice.jpg',
  'salted-caramel-drip.jpg',
  'hero-counter.jpg',
  'lemon-drizzle-loaf.jpg',
  'doughnut-stack.jpg',
  'red-velvet.jpg',
  'raspberry-cupcakes.jpg',
  'pastel-ombre.jpg',
] satisfies string[];
