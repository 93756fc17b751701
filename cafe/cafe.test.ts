import { expect, test } from 'vitest';
import { gallery, scroller } from '#cafe/words/pictures.ts';
import { testimonials } from '#cafe/words/testimonials.ts';
import { aboutUs, importantInformation } from '#cafe/words/welcome.ts';
import { words } from '#cafe/words.ts';
import { WEEKDAYS } from '#domain/calendar/days.ts';
import { readWords, WordsKey, writeWords } from '#domain/words/words.ts';
import { cafe } from './cafe.ts';
import { calendar, catalogue } from './catalogue.ts';
import { photoStyles } from './photo-styles.ts';
import { photos } from './photos.ts';

test('the gallery has a long and a short photo in each column', () => {
  const isLong = gallery.map((file) => shape(file) < 1);
  expect(isLong).toEqual([true, false, false, true, true, false]);
});

test('the scroller shows photos that are there', () => {
  for (const file of scroller) expect(shape(file), file).toBeGreaterThan(0);
});

test('each photo has a colour that shows until it has loaded', () => {
  expect(Object.keys(photoStyles)).toEqual(photos.map(({ file }) => file));
});

test('nine testimonials, three notes with the allergen note', () => {
  expect(testimonials.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(importantInformation).toHaveLength(2);
  const cakeIds = catalogue.cakes.map(({ id }) => id);
  for (const { cake } of testimonials) if (cake) expect(cakeIds).toContain(cake);
});

test('it is open on exactly the weekdays on which cakes can be collected', () => {
  const collected = WEEKDAYS.filter((day) => !calendar.closedWeekdays.includes(day));
  expect(cafe.hours.week.map(({ weekday }) => weekday)).toEqual(collected);
});

test('the owner finds the words in their forms, and the forms give the same words', () => {
  for (const key of WordsKey.options) {
    const typed = writeWords(key, words);
    expect(readWords(key, typed), key).toEqual({ ok: true, value: words[key], typed });
  }
});

test('its words do not shout', () => {
  const { piping: _, ...words } = cafe;
  expect(JSON.stringify([words, aboutUs, importantInformation])).not.toMatch(
    /!|\p{Extended_Pictographic}/u,
  );
});

/** Width over height. */
function shape(file: string): number {
  const photo = photos.find((candidate) => candidate.file === file);
  return photo ? photo.width / photo.height : Number.NaN;
}
