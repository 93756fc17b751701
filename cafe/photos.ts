import type { Photo } from '#domain/catalogue/photo.ts';

/** The width and height of every picture in `cafe/photos`, which prevent layout shift. */
export const photoSizes: Record<string, [width: number, height: number]> = {
  'baking-table.jpg': [1200, 800],
  'battenberg.jpg': [960, 1200],
  'berry-drip-cake-slice.jpg': [960, 1200],
  'berry-drip-cake.jpg': [1080, 1350],
  'birthday-message.jpg': [960, 1200],
  'butter-croissants.jpg': [1080, 1080],
  'cafe-table.jpg': [1200, 800],
  'cake-counter.jpg': [1200, 800],
  'cake-in-box.jpg': [960, 1200],
  'candles-navy-gold.jpg': [800, 800],
  'candles-rainbow.jpg': [800, 800],
  'candles-silver.jpg': [800, 800],
  'carrot-cake-slice.jpg': [960, 1200],
  'carrot-cake.jpg': [960, 1200],
  'chequer-row-map.jpg': [800, 800],
  'chocolate-cupcakes.jpg': [960, 1200],
  'chocolate-ganache-slice.jpg': [960, 1200],
  'chocolate-ganache.jpg': [960, 1200],
  'chocolate-sprinkle-doughnut.jpg': [960, 1024],
  'cupcake-assortment-close.jpg': [960, 960],
  'cupcake-assortment.jpg': [1200, 1200],
  'doughnut-stack-close.jpg': [960, 960],
  'doughnut-stack.jpg': [1080, 1080],
  'easter-nest.jpg': [960, 1200],
  'funfetti-drip.jpg': [960, 1200],
  'hero-counter.jpg': [1920, 1080],
  'hero-phone.jpg': [960, 1200],
  'hero.jpg': [1920, 1080],
  'lemon-drizzle-loaf.jpg': [960, 1200],
  'lemon-elderflower-slice.jpg': [960, 1200],
  'lemon-elderflower.jpg': [960, 1200],
  'macaron-box.jpg': [960, 1200],
  'pastel-ombre.jpg': [960, 1200],
  'rainbow-layer-cake-slice.jpg': [960, 1200],
  'rainbow-layer-cake.jpg': [960, 1200],
  'raspberry-cupcakes.jpg': [960, 1200],
  'red-velvet-slice.jpg': [960, 1200],
  'red-velvet.jpg': [960, 1200],
  'salted-caramel-drip-slice.jpg': [960, 1200],
  'salted-caramel-drip.jpg': [960, 1200],
  'sprinkle-doughnuts-box.jpg': [960, 1200],
  'three-tier-white.jpg': [960, 1200],
  'vanilla-cupcakes.jpg': [960, 1200],
  'vegan-chocolate-berry-slice.jpg': [960, 1200],
  'vegan-chocolate-berry.jpg': [960, 1200],
  'victoria-sponge-slice.jpg': [960, 1200],
  'victoria-sponge.jpg': [960, 1200],
  'winter-spice.jpg': [960, 1200],
};

/** What is seen in each. Not in browsers' scripts: pages carry the texts of their own pictures. */
const photoAlts: Record<string, string> = {
  'baking-table.jpg':
    'A floured wooden table with rolled dough, a rolling pin, star biscuits, eggs and a bowl of flour.',
  'battenberg.jpg':
    'A battenberg in scored marzipan on a wooden board, with three slices that show the pink and yellow chequer.',
  'berry-drip-cake-slice.jpg':
    'A slice of pink vanilla cake with jam and cream layers, a chocolate top and berries on a white plate with a fork.',
  'berry-drip-cake.jpg':
    'A two-tier pink and white cake with dark chocolate drips and fresh berries on a white stand.',
  'birthday-message.jpg':
    'A round white cake with Happy Birthday piped in chocolate icing, a pink border and sprinkles, on a pink stand.',
  'butter-croissants.jpg':
    'Three golden butter croissants with flakes and a small dish of jam on a round wooden board.',
  'cafe-table.jpg': 'A croissant, coffee, macarons and a battenberg slice on a wooden cafe table.',
  'cake-counter.jpg':
    'Three cakes on stands on the cafe counter: a Victoria sponge, a tall berry drip cake and a chocolate ganache cake.',
  'cake-in-box.jpg': 'A pink cake with white drips and berries in an open white cake box.',
  'candles-navy-gold.jpg': 'Sixteen tall spiral candles in navy and gold tied with a gold ribbon.',
  'candles-rainbow.jpg': 'Sixteen tall spiral candles in rainbow colours tied with a white ribbon.',
  'candles-silver.jpg': 'Sixteen tall spiral candles in silver and white tied with a white ribbon.',
  'carrot-cake-slice.jpg':
    'A slice of carrot cake with three layers of cream frosting and a small sugar carrot on a white plate with a fork.',
  'carrot-cake.jpg':
    'A three-layer carrot cake with cream frosting, little piped carrots on top and chopped walnuts round the base.',
  'chequer-row-map.jpg':
    'A map: number 12 is on the north side of Chequer Row, halfway along, east of the High Street.',
  'chocolate-cupcakes.jpg':
    'Four chocolate cupcakes with dark swirls, gold sprinkles and a piece of chocolate, on a wooden board.',
  'chocolate-ganache-slice.jpg':
    'A slice of dark chocolate cake with four layers and a ganache top on a white plate with a gold fork.',
  'chocolate-ganache.jpg':
    'A chocolate cake with dark glossy ganache drips, piped swirls and gold pearls on a pink stand.',
  'chocolate-sprinkle-doughnut.jpg':
    'A doughnut with dark chocolate icing and coloured sprinkles, leaning against a stack of iced doughnuts.',
  'cupcake-assortment-close.jpg':
    'Four cupcakes from near: blueberry, raspberry, dark chocolate, and cream on chocolate sponge.',
  'cupcake-assortment.jpg': 'Six cupcakes with piped swirls in different colours on a pink tray.',
  'doughnut-stack-close.jpg':
    'Iced doughnuts from near: pink with sprinkles, white with chocolate sprinkles, and dark chocolate with a caramel drizzle.',
  'doughnut-stack.jpg':
    'A stack of four iced doughnuts with a chocolate sprinkle doughnut leaning against it.',
  'easter-nest.jpg':
    'A chocolate cake with a chocolate nest of four speckled eggs on top and three eggs beside the stand.',
  'funfetti-drip.jpg':
    'A white cake full of coloured sprinkles with a pale blue drip, macarons, a doughnut and three lit candles on top.',
  'hero-counter.jpg':
    'A pink and white berry cake, doughnuts, cupcakes and macarons on a wooden table in a bright cafe.',
  'hero-phone.jpg':
    'A pink and white two-tier berry cake on a white stand with a cut slice on a plate and berries in front.',
  'hero.jpg':
    'A pink and white two-tier berry cake on a white stand with a cut slice on a plate and berries in front.',
  'lemon-drizzle-loaf.jpg':
    'A lemon drizzle loaf with white icing and lemon slices on a marble board, with two slices cut from it.',
  'lemon-elderflower-slice.jpg':
    'A slice of lemon cake with curd and cream layers, a lemon slice and small white flowers on a white plate with a fork.',
  'lemon-elderflower.jpg':
    'A pale yellow buttercream cake with lemon slices on top and small white elderflowers down its side.',
  'macaron-box.jpg':
    'An open box of eighteen macarons in pastel colours, with three more lying in front of it.',
  'pastel-ombre.jpg':
    'A tall two-tier cake shading from pink to cream with sugar flowers between the tiers and on top.',
  'rainbow-layer-cake-slice.jpg':
    'A slice of rainbow cake with six coloured layers and white frosting on a white plate with a fork.',
  'rainbow-layer-cake.jpg':
    'A white cake with a wedge cut out showing six rainbow layers and sprinkles round the base.',
  'raspberry-cupcakes.jpg':
    'Six vanilla cupcakes with pink swirls and a raspberry on each in an open pink bakery box.',
  'red-velvet-slice.jpg':
    'A slice of red velvet cake with cream frosting and a raspberry on a white plate with a fork.',
  'red-velvet.jpg':
    'A semi-naked red velvet cake with a slice cut out, topped with swirls and raspberries, on a white stand.',
  'salted-caramel-drip-slice.jpg':
    'A slice of vanilla cake with caramel and cream layers and caramel popcorn on top, on a white plate with a fork.',
  'salted-caramel-drip.jpg':
    'A cream cake with caramel drips, piped swirls and caramel popcorn on a cream stand.',
  'sprinkle-doughnuts-box.jpg': 'Six iced doughnuts with sprinkles and drizzle in a shallow box.',
  'three-tier-white.jpg':
    'A white three-tier party cake with sugar roses and pearl borders on a pale green stand.',
  'vanilla-cupcakes.jpg':
    'Six vanilla cupcakes with swirls and coloured sprinkles in an open white bakery box.',
  'vegan-chocolate-berry-slice.jpg':
    'A slice of dark chocolate cake with thin jam layers, a ganache top and berries on a white plate with a gold fork.',
  'vegan-chocolate-berry.jpg':
    'A dark chocolate cake with a glossy drip, heaped with strawberries, raspberries and blueberries, on a wooden board.',
  'victoria-sponge-slice.jpg':
    'A slice of victoria sponge with jam and cream and a strawberry on a white plate with a fork.',
  'victoria-sponge.jpg':
    'A victoria sponge with jam, cream, strawberries and raspberries on a pale green stand, with a cut slice on a plate in front of it.',
  'winter-spice.jpg':
    'A white winter cake with a wreath of rosemary and cranberries, star biscuits on top and round its base.',
};

export const photos: Photo[] = /* @__PURE__ */ Object.entries(photoSizes).map(
  ([file, [width, height]]) => ({ file, width, height, alt: photoAlts[file] ?? '' }),
);

/**
 * The ids of the cakes that each picture is of: a cake's gallery has no others. A picture of what a set
 * consists of is the set's too. None: a picture of several things, or of a cake that is not for sale.
 */
export const photoCakes: Record<string, string[]> = {
  'baking-table.jpg': [],
  'battenberg.jpg': ['battenberg-loaf'],
  'berry-drip-cake-slice.jpg': ['berry-drip-cake', 'counter-trio'],
  'berry-drip-cake.jpg': ['berry-drip-cake'],
  'birthday-message.jpg': [],
  'butter-croissants.jpg': ['butter-croissants', 'croissant-macaron-box'],
  'cafe-table.jpg': ['croissant-macaron-box'],
  'cake-counter.jpg': ['counter-trio'],
  'cake-in-box.jpg': [],
  'candles-navy-gold.jpg': ['candles-navy-gold'],
  'candles-rainbow.jpg': ['candles-rainbow'],
  'candles-silver.jpg': ['candles-silver'],
  'carrot-cake-slice.jpg': ['carrot-walnut-cake'],
  'carrot-cake.jpg': ['carrot-walnut-cake'],
  'chequer-row-map.jpg': [],
  'chocolate-cupcakes.jpg': ['chocolate-cup-cakes'],
  'chocolate-ganache-slice.jpg': ['chocolate-ganache-cake', 'counter-trio'],
  'chocolate-ganache.jpg': ['chocolate-ganache-cake'],
  'chocolate-sprinkle-doughnut.jpg': ['chocolate-sprinkle-doughnuts'],
  'cupcake-assortment-close.jpg': ['assorted-cup-cakes'],
  'cupcake-assortment.jpg': ['assorted-cup-cakes'],
  'doughnut-stack-close.jpg': ['iced-ring-doughnuts'],
  'doughnut-stack.jpg': ['iced-ring-doughnuts'],
  'easter-nest.jpg': ['easter-nest-cake'],
  'funfetti-drip.jpg': ['funfetti-drip-cake'],
  'hero-counter.jpg': [],
  'hero-phone.jpg': ['berry-drip-cake'],
  'hero.jpg': ['berry-drip-cake'],
  'lemon-drizzle-loaf.jpg': ['lemon-drizzle-loaf'],
  'lemon-elderflower-slice.jpg': ['lemon-elderflower-cake'],
  'lemon-elderflower.jpg': ['lemon-elderflower-cake'],
  'macaron-box.jpg': ['macaron-box'],
  'pastel-ombre.jpg': ['pastel-ombre-cake'],
  'rainbow-layer-cake-slice.jpg': ['rainbow-layer-cake'],
  'rainbow-layer-cake.jpg': ['rainbow-layer-cake'],
  'raspberry-cupcakes.jpg': ['vegan-raspberry-cup-cakes'],
  'red-velvet-slice.jpg': ['red-velvet-cake'],
  'red-velvet.jpg': ['red-velvet-cake'],
  'salted-caramel-drip-slice.jpg': ['salted-caramel-drip-cake'],
  'salted-caramel-drip.jpg': ['salted-caramel-drip-cake'],
  'sprinkle-doughnuts-box.jpg': ['party-doughnut-box'],
  'three-tier-white.jpg': ['three-tier-rose-cake'],
  'vanilla-cupcakes.jpg': ['vanilla-cup-cakes'],
  'vegan-chocolate-berry-slice.jpg': ['vegan-chocolate-berry-cake'],
  'vegan-chocolate-berry.jpg': ['vegan-chocolate-berry-cake'],
  'victoria-sponge-slice.jpg': ['victoria-sponge', 'counter-trio'],
  'victoria-sponge.jpg': ['victoria-sponge'],
  'winter-spice.jpg': ['winter-spice-cake'],
};
