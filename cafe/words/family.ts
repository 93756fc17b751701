export const story = {
  heading: 'One oven, three generations',
  paragraphs: [
    'It began in 1974 with a borrowed cake stall at a church fair in Hornsey. Edith Marlowe had baked six battenbergs at her kitchen table, sold all of them before noon, and went home with a list of names and what each would like for Sunday.',
    'For twelve years the orders were written on the back of envelopes. Then a small bakery came up for rent on Chequer Row, with a brick oven nobody wanted and a window that catches the morning sun. The street and the cake were both chequered, so the name over the door took no discussion.',
    'Edith’s daughter Helen runs the kitchen now, with her husband Tunde, who came in for a loaf and stayed for the doughnuts. Their daughter Ife does the piping and the sugar flowers. We still crack every egg by hand, still roll our own marzipan, and still start no cake of yours until you have asked for it.',
    'That is why we need a few days’ notice, and why we would rather hand you your cake across the counter than put it in a van. Come a little early if you can. The coffee is good and there is usually an end of something to try.',
  ],
} satisfies { heading: string; paragraphs: string[] };

export const team = [
  {
    name: 'Helen Marlowe',
    role: 'Head baker',
    line: 'Learnt on a stool at her mother’s table, and can tell a sponge is done by the sound of it.',
  },
  {
    name: 'Tunde Adeyemi',
    role: 'Pastry and doughnuts',
    line: 'First in, at four. Folds the croissants, fries the doughnuts and chooses the radio station.',
  },
  {
    name: 'Ife Adeyemi',
    role: 'Decoration',
    line: 'Makes the sugar roses one petal at a time, and writes your message with a steady hand.',
  },
  {
    name: 'Andreas Georgiou',
    role: 'The counter',
    line: 'Keeps the order book, remembers what you had last year, and pours the coffee.',
  },
] satisfies { name: string; role: string; line: string }[];

export const timeline = [
  {
    year: 1974,
    title: 'Six battenbergs',
    text: 'Edith Marlowe sells out at a church fair in Hornsey and goes home with her first orders.',
  },
  {
    year: 1986,
    title: 'A door on Chequer Row',
    text: 'The family takes over an empty bakery at number 12, oven included, and hangs out a sign.',
  },
  {
    year: 1999,
    title: 'Tables by the window',
    text: 'Four tables and a second-hand coffee machine turn the bakery into a cafe.',
  },
  {
    year: 2008,
    title: 'Doughnuts at dawn',
    text: 'Helen takes on the kitchen from her mother, and Tunde adds croissants and doughnuts.',
  },
  {
    year: 2017,
    title: 'Room for everyone',
    text: 'After a winter of trials, the first cakes without eggs and dairy, or without wheat, go on the counter.',
  },
  {
    year: 2024,
    title: 'The order book goes online',
    text: 'Ife moves the order book off paper, and cakes can be ordered here for collection.',
  },
] satisfies { year: number; title: string; text: string }[];
