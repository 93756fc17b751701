import type { Words } from '#domain/words/words.ts';
import { cafe } from './cafe.ts';
import { asking } from './words/asking.ts';
import { collection } from './words/collection.ts';
import { story, team, timeline } from './words/family.ts';
import { gallery, homePicture } from './words/pictures.ts';
import { privacy } from './words/privacy.ts';
import { terms } from './words/terms.ts';
import { testimonials } from './words/testimonials.ts';
import { aboutUs, importantInformation } from './words/welcome.ts';

/** All words, by the pieces that the owner can edit. */
export const words: Words = {
  ...cafe,
  homePicture,
  gallery,
  welcome: aboutUs,
  story,
  team,
  timeline,
  testimonials,
  importantInformation,
  collection,
  asking,
  terms,
  privacy,
};
