import type { Policy } from '#domain/words/words.ts';

/** The page fills in what is in braces: `domain/words/words-forms.ts` lists it. */
export const terms = {
  introduction:
    'You order, we bake, you collect. This page says what we promise, and what cannot be undone.',
  parts: [
    {
      title: 'Your order',
      paragraphs: [
        'You buy from {name}, {address}. The price on the page is all you pay. Your order is binding for both of us once it is paid: the page then says “Thank you”.',
        'We need {notice}. If we cannot make your order after all, we tell you at once and pay all of it back.',
        'Every cake is made by hand, so colours and decoration may differ a little from the picture.',
      ],
    },
    {
      title: 'Changing and cancelling',
      paragraphs: [
        '**The 14 days in which you can send back most things bought online do not apply to cakes.** The law leaves out food that soon spoils, and things made to your wishes, such as a cake with a name on it. Candles that you have not opened you can bring back within 14 days.',
        'Still, ring us on {phone} as soon as you know. If we have not begun, we change your order or cancel it and pay you back. Once we have begun, we can do neither.',
        'If something is wrong with your cake, tell us as soon as you can, with a photograph if you have one. You have the right to have it put right or to get your money back. Nothing on this page takes away your rights as a consumer.',
      ],
    },
    {
      title: 'Allergens',
      paragraphs: [
        'The page of each cake names the allergens in its recipe. We show them again before you pay.',
        '**{allergen note}**',
      ],
    },
    {
      title: 'Collecting',
      paragraphs: [
        'We do not deliver. Collect on the day you chose from {map}. {hours}.',
        'If you cannot come that day, ring us before we close. A fresh cake does not keep, so we cannot pay back one that nobody has collected. Once it has left the counter, its journey is in your hands.',
      ],
    },
    {
      title: 'Questions',
      paragraphs: [
        'Ring us on {phone} or write to {email}. What we keep of you is on the page {privacy}. These terms are under the law of England and Wales.',
      ],
    },
  ],
} satisfies Policy;
