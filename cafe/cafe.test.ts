import { expect, test } from 'vitest';
import { gallery, scroller } from '#cafe/words/pictures.ts';
import { testimonials } from '#cafe/words/testimonials.ts';
import { aboutUs, importantInformation } from '#cafe/words/welcome.ts';
import { cafe } from './cafe.ts';
import { calendar, catalogue } from './catalogue.ts';
import { photoStyles } from './photo-styles.ts';
import { photos } from './photos.ts';

test('the gallery has a long and a short photo in each column', () => {
  for (const { long, short } of gallery) {
    expect(shape(long), long).toBeLessThan(1);
    expect(shape(short), short).toBeGreaterThanOrEqual(1);
  }
});

test('the scroller shows photos that are there', () => {
  for (const file of scroller) expect(shape(file), file).toBeGreaterThan(0);
});

test('each photo has a colour that shows until it has loaded', () => {
  expect(Object.keys(photoStyles)).toEqual(photos.map(({ file }) => file));
});

test('nine testimonials, three notes', () => {
  expect(testimonials.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(importantInformation).toHaveLength(3);
  const cakeIds = catalogue.cakes.map(({ id }) => id);
  for (const { cake } of testimonials) if (cake) expect(cakeIds).toContain(cake);
});

test('it is open on exactly the weekdays on which cakes can be collected', () => {
  const collected = [1, 2, 3, 4, 5, 6, 7].filter((day) => !calendar.closedWeekdays.includes(day));
  expect(cafe.hours.week.map(({ weekday }) => weekday)).toEqual(collected);
});

test('the way to the cafe leads to its address', () => {
  const destination = new URL(cafe.contact.mapUrl).searchParams.get('destination');
  expect(destination).toBe(cafe.contact.address.join(', '));
});

test('its words do not shout', () => {
  expect(JSON.stringify([cafe, aboutUs, importantInformation])).not.toMatch(
    /!|\p{Extended_Pictographic}/u,
  );
});

/** Width over height. */
function shape(file: string): number {
  const photo = photos.find((candidate) => candidate.file === file);
  return photo ? photo.width / photo.height : Number.NaN;
}
