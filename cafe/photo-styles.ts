export interface PhotoStyle {
  /** The mean colour, shown until the picture has loaded. */
  colour: string;
  /**
   * What a crop keeps, as `object-position`; the middle when it is missing. A value of
   * `before / (before + after)`, of the margins beside what is sold, keeps it whole in the tightest crop.
   */
  focus?: string;
}

/** How each picture is shown. A file of its own: browsers do not load it. */
export const photoStyles: Record<string, PhotoStyle> = {
  'baking-table.jpg': { colour: '#bf9b7b' },
  'battenberg.jpg': { colour: '#d6c1a8', focus: '20% 40%' },
  'berry-drip-cake-slice.jpg': { colour: '#e4c9b8', focus: '42% 59%' },
  'berry-drip-cake.jpg': { colour: '#d8bdb2', focus: '50% 32%' },
  'birthday-message.jpg': { colour: '#e4c9c0', focus: '50% 52%' },
  'butter-croissants.jpg': { colour: '#ddbca1', focus: '50% 58%' },
  'cafe-table.jpg': { colour: '#caa787', focus: '10% 50%' },
  'cake-counter.jpg': { colour: '#bea089', focus: '50% 45%' },
  'cake-in-box.jpg': { colour: '#e3d8c7', focus: '38% 68%' },
  'candles-navy-gold.jpg': { colour: '#c7b69d' },
  'candles-rainbow.jpg': { colour: '#dac2b8' },
  'candles-silver.jpg': { colour: '#cfd2d4' },
  'carrot-cake-slice.jpg': { colour: '#d6c6ac', focus: '43% 60%' },
  'carrot-cake.jpg': { colour: '#d9d1b7', focus: '50% 54%' },
  'chequer-row-map.jpg': { colour: '#e5d5b9', focus: '85% 50%' },
  'chocolate-cupcakes.jpg': { colour: '#c6bfbb', focus: '50% 58%' },
  'chocolate-ganache-slice.jpg': { colour: '#c0a197', focus: '40% 60%' },
  'chocolate-ganache.jpg': { colour: '#cfb0aa', focus: '50% 53%' },
  'chocolate-sprinkle-doughnut.jpg': { colour: '#8e7568', focus: '85% 45%' },
  'cupcake-assortment-close.jpg': { colour: '#b69387', focus: '50% 35%' },
  'cupcake-assortment.jpg': { colour: '#d3c3b3', focus: '50% 62%' },
  'doughnut-stack-close.jpg': { colour: '#b89385', focus: '40% 50%' },
  'doughnut-stack.jpg': { colour: '#c9b3a7', focus: '58% 60%' },
  'easter-nest.jpg': { colour: '#d3bd9d', focus: '50% 55%' },
  'funfetti-drip.jpg': { colour: '#eddcc4', focus: '50% 51%' },
  'hero-counter.jpg': { colour: '#c3a893', focus: '45% 75%' },
  'hero-phone.jpg': { colour: '#f0dfcb', focus: '75% 82%' },
  'hero.jpg': { colour: '#f2e3cf', focus: '90% 55%' },
  'lemon-drizzle-loaf.jpg': { colour: '#ebd5a8', focus: '45% 49%' },
  'lemon-elderflower-slice.jpg': { colour: '#ddd8c1', focus: '41% 56%' },
  'lemon-elderflower.jpg': { colour: '#d9dcd2', focus: '50% 56%' },
  'macaron-box.jpg': { colour: '#e5cec4', focus: '55% 58%' },
  'pastel-ombre.jpg': { colour: '#dfdcdc', focus: '50% 51%' },
  'rainbow-layer-cake-slice.jpg': { colour: '#dbc7bb', focus: '44% 60%' },
  'rainbow-layer-cake.jpg': { colour: '#e3d1cc', focus: '49% 62%' },
  'raspberry-cupcakes.jpg': { colour: '#e8c8b6', focus: '55% 60%' },
  'red-velvet-slice.jpg': { colour: '#d0bcad', focus: '42% 55%' },
  'red-velvet.jpg': { colour: '#d3c9b9', focus: '50% 53%' },
  'salted-caramel-drip-slice.jpg': { colour: '#dbd0bf', focus: '41% 53%' },
  'salted-caramel-drip.jpg': { colour: '#d3d1cb', focus: '50% 59%' },
  'sprinkle-doughnuts-box.jpg': { colour: '#d7cec0', focus: '58% 60%' },
  'three-tier-white.jpg': { colour: '#e7e7d5', focus: '50% 58%' },
  'vanilla-cupcakes.jpg': { colour: '#eddbaf', focus: '55% 60%' },
  'vegan-chocolate-berry-slice.jpg': { colour: '#b4968e', focus: '41% 56%' },
  'vegan-chocolate-berry.jpg': { colour: '#c6a9a5', focus: '50% 58%' },
  'victoria-sponge-slice.jpg': { colour: '#e5c9a7', focus: '42% 68%' },
  'victoria-sponge.jpg': { colour: '#e8ccab', focus: '50% 54%' },
  'winter-spice.jpg': { colour: '#d4d1ce', focus: '50% 62%' },
};
