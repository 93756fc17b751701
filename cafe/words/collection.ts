import type { Words } from '#domain/words/words.ts';

/** What a customer with an order needs to know before they come. */
export const collection = {
  whatToBring:
    'Only the name you ordered under; there is nothing to print. Your cake will be boxed and ready at the counter. It travels best on a flat surface, so the floor of the car is kinder to it than a seat or a lap.',
  howToFind:
    'Chequer Row is a short street off the High Street in Hornsey. We are at number 12, halfway along on the sunny side, with a pink and yellow sign over the door. There is room to stop outside while you collect.',
} satisfies Words['collection'];
