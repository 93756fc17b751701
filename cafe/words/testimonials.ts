import type { Testimonial } from '#domain/words/words.ts';

export const testimonials: Testimonial[] = [
  {
    id: 1,
    cake: 'berry-drip-cake',
    text: 'The drip cake was the first thing to disappear at my mum’s sixtieth. People asked for the number before the candles were out.',
    name: 'Amara, Crouch End',
  },
  {
    id: 2,
    cake: 'battenberg-loaf',
    text: 'My grandmother was particular about battenberg. She had two slices and asked who had taught them.',
    name: 'Philip, Muswell Hill',
  },
  {
    id: 3,
    text: 'I ordered on the bus and collected four days later. It was exactly what I had asked for, with the name spelled right.',
    name: 'Neha, Finsbury Park',
  },
  {
    id: 4,
    cake: 'three-tier-rose-cake',
    text: 'Three tiers, seventy guests and not a crumb left. They carried it to the car with us and told us which corners to take slowly.',
    name: 'Daniel and Ruta, Hornsey',
  },
  {
    id: 5,
    cake: 'rainbow-layer-cake',
    text: 'My son has not stopped talking about the moment we cut into the rainbow cake. He is four, so that is saying something.',
    name: 'Catherine, Stroud Green',
  },
  {
    id: 6,
    cake: 'vegan-chocolate-berry-cake',
    text: 'I gave up eggs and dairy years ago and had made my peace with dry cake. The chocolate and berry one put an end to that.',
    name: 'Joel, Harringay',
  },
  {
    id: 7,
    cake: 'party-doughnut-box',
    text: 'A box of twelve doughnuts goes to our office every last Friday. It is the best attended meeting of the month.',
    name: 'Fatima, Wood Green',
  },
  {
    id: 8,
    cake: 'red-velvet-cake',
    text: 'I forgot our anniversary, rang in a panic, and they found room for a red velvet on the Saturday. They did not even tease me.',
    name: 'Martin, Alexandra Palace',
  },
  {
    id: 9,
    cake: 'carrot-walnut-cake',
    text: 'Proper carrot cake, full of walnuts, the way it was when I was a student round the corner. Nothing about it has been improved, thank goodness.',
    name: 'Eleni, Palmers Green',
  },
];
