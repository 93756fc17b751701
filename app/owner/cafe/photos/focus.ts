import { data } from 'react-router';
import * as z from 'zod';
import { Text } from '#app/owner/frame/form-fields.ts';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { changePhoto, findPhoto } from '#server/content/photos.ts';
import type { Route } from './+types/focus';
import { TAP_WIDTH } from './photo.tsx';

const Form = z.object({
  /** In percent, of the sliders. */
  x: Text,
  y: Text,
  /** In CSS pixels of the picture, if it was tapped. */
  'tap.x': Text,
  'tap.y': Text,
});

/** Sets the spot of a photo that crops keep. It says nothing of the words, so it overwrites nobody's. */
export function action(args: Route.ActionArgs) {
  return ownerAction(args, Form, async ({ shop, by, form }) => {
    const file = args.params.photo;
    const photo = await findPhoto(shop, file);
    if (!photo) throw data(null, { status: 404 });
    const [left, top] = [Number(form['tap.x']), Number(form['tap.y'])];
    const isPicture = form['tap.x'] !== '';
    // Keys press the picture as a button, and the browser sends its corner.
    if (isPicture && left <= 0 && top <= 0) return {};
    const focus = isPicture
      ? {
          x: percent(left / TAP_WIDTH),
          y: percent((top * photo.width) / (TAP_WIDTH * photo.height)),
        }
      : { x: Number(form.x), y: Number(form.y) };
    await changePhoto(shop, file, { focus }, by);
    return { words: 'Saved. Visitors see it now.' };
  });
}

function percent(part: number): number {
  return Math.round(100 * Math.min(1, Math.max(0, part)));
}
