import type { TitledText } from '#domain/words/words.ts';

export const aboutUs = {
  title: 'A family cafe that takes cake seriously',
  text: 'We are a family cafe in North London, specialising in cakes and desserts. Quality is our priority, and only the finest ingredients are used: proper butter, free-range eggs, dark chocolate and fruit in its season.',
} satisfies TitledText;

/** The notes of spec §9 after the allergen note. */
export const importantInformation = [
  {
    title: 'Made by hand',
    text: 'Everything is handmade, so the colour and decoration of your cake may differ from the picture, and depend on what our suppliers bring us that week.',
  },
  {
    title: 'Needed sooner',
    text: 'If you need a cake sooner than the calendar allows, please ask. Give us a ring, and we will try to make it happen.',
  },
] satisfies TitledText[];
