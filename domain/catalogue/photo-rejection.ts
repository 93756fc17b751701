/** Phones share photos of a few megabytes. */
export const MAX_PHOTO_BYTES = 15 * 1024 * 1024;

/** What is wrong with a file that is not accepted, and what to do. */
export const PHOTO_REJECTIONS = {
  empty: 'The file is empty. Please choose it again.',
  'too-large':
    'It is larger than 15 MB. Please send it smaller: phones can share a photo in “medium” size.',
  'too-many-pixels':
    'It has more than 50 megapixels. Please take it with the usual setting of the camera.',
  'too-small':
    'It is smaller than 300 by 300 pixels and would look blurred. Please send the original.',
  'not-a-photo': 'This is no photo that we can read. Please send a JPEG, PNG, WebP or AVIF.',
  heic: 'This is a HEIC photo, which we cannot read. Please choose “Most Compatible” in the camera’s settings, or send it as JPEG.',
  animated: 'This is an animation. Please send a photo that does not move.',
  damaged: 'The file is damaged or incomplete. Please send it again, or take a screenshot of it.',
};

/** Why a file is not accepted. */
export type PhotoRejection = keyof typeof PHOTO_REJECTIONS;

export function isPhotoRejection(text: unknown): text is PhotoRejection {
  return typeof text === 'string' && Object.hasOwn(PHOTO_REJECTIONS, text);
}
