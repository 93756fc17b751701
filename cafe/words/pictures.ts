/** File names in `photos`. */
interface GalleryColumn {
  long: string;
  short: string;
}

/** Three columns; `long` is a portrait, `short` a landscape or a square. */
export const gallery = [
  { long: 'rainbow-layer-cake.jpg', short: 'cafe-table.jpg' },
  { long: 'macaron-box.jpg', short: 'butter-croissants.jpg' },
  { long: 'chocolate-ganache-slice.jpg', short: 'cake-counter.jpg' },
] satisfies [GalleryColumn, GalleryColumn, GalleryColumn];

/** The id of the cake in each picture of the gallery. */
export const galleryCakes = {
  'rainbow-layer-cake.jpg': 'rainbow-layer-cake',
  'cafe-table.jpg': 'croissant-macaron-box',
  'macaron-box.jpg': 'macaron-box',
  'butter-croissants.jpg': 'butter-croissants',
  'chocolate-ganache-slice.jpg': 'chocolate-ganache-cake',
  'cake-counter.jpg': 'counter-trio',
} satisfies Record<string, string>;

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
