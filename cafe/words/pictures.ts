/** File names in `photos`. */
interface GalleryColumn {
  long: string;
  short: string;
}

/** Three columns; `long` is a portrait, `short` a landscape or a square. */
export const gallery = [
  { long: 'berry-drip-cake.jpg', short: 'cafe-table.jpg' },
  { long: 'battenberg.jpg', short: 'cupcake-assortment.jpg' },
  { long: 'rainbow-layer-cake.jpg', short: 'cake-counter.jpg' },
] satisfies [GalleryColumn, GalleryColumn, GalleryColumn];

export const scroller = [
  'baking-table.jpg',
  'victoria-sponge.jpg',
  'butter-croissants.jpg',
  'salted-caramel-drip.jpg',
  'cafe-table.jpg',
  'lemon-drizzle-loaf.jpg',
  'doughnut-stack.jpg',
  'red-velvet.jpg',
  'cake-counter.jpg',
  'macaron-box.jpg',
] satisfies string[];
