import { Hono } from 'hono';
import { MAX_PHOTO_BYTES, PHOTO_REJECTIONS } from '#domain/catalogue/photo-rejection.ts';
import { isEmailAddress } from '#domain/orders/email-address.ts';
import { OrderId } from '#domain/orders/order.ts';
import { MISTYPED_EMAIL } from '#domain/orders/text-schemas.ts';
import { MOST_PHOTOS } from '#domain/requests/request.ts';
import { readRequestForm } from '#domain/requests/request-form.ts';
import { isUrlToken } from '#domain/url-token.ts';
import { requireBotCheck } from '#server/api/bot-check.ts';
import { sendError } from '#server/api/problem-details.ts';
import type { BotCheck } from '#server/bot-check/bot-check.ts';
import type { EncodedPhoto } from '#server/content/photos.ts';
import { type PlaceRequestResult, placeRequest } from '#server/requests/place.ts';
import { type Shop, todayAt } from '#server/shop.ts';
import { encodePhoto, sentFiles, shownName } from './encode.ts';
import { readPhotoForm } from './read-form.ts';

/** Without photos. */
const FEW_BYTES = 64 * 1024;
/** With photos. */
export const MAX_REQUEST_BYTES = MOST_PHOTOS * MAX_PHOTO_BYTES + FEW_BYTES;
/** How many requests with photos are read at once: each is kept in memory. */
const MOST_AT_ONCE = 4;
const RETRY_SECONDS = '60';

const REASONS: Record<Extract<PlaceRequestResult, { ok: false }>['reason'], string> = {
  'too-many':
    'You have asked us for three things that we have not answered yet. Please wait for our answer, or ring us.',
  'too-busy': 'We have more requests than we can answer just now. Please ring us.',
  'other-content': 'Please reload this page and ask again.',
};

/**
 * `PUT /requests/{id}`: places the request of a form (app/buy/ask). The id identifies it, so that the form can be sent
 * again. The body is read only with a token of the bot check. Problems are listed by their fields.
 */
export function createRequestRoute(shop: Shop, botCheck: BotCheck) {
  const route = new Hono();
  let reading = 0;
  route.put('/:id', requireBotCheck(shop, botCheck), async (c) => {
    const id = OrderId.safeParse(c.req.param('id'));
    if (!id.success) return sendError(c, 'not-found', 'The id is not a UUID.');
    const isLarge = Number(c.req.header('Content-Length')) > FEW_BYTES;
    if (isLarge && reading >= MOST_AT_ONCE) {
      c.header('Retry-After', RETRY_SECONDS);
      const text = 'Several people are sending us photos just now. Please try again in a minute.';
      return sendError(c, 'too-many-requests', text);
    }
    reading += isLarge ? 1 : 0;
    try {
      const form = await readPhotoForm(c.req);
      const read = form && (await readForm(form));
      if (!read) {
        return sendError(c, 'invalid-request', 'It did not arrive whole. Please send it again.');
      }
      if ('errors' in read) {
        const text = 'Please correct what is named in errors.';
        return sendError(c, 'invalid-request', text, read);
      }
      const placed = await placeRequest(shop, id.data, read);
      return placed.ok
        ? c.body(null, placed.created ? 201 : 204)
        : sendError(c, 'cannot-ask', REASONS[placed.reason]);
    } finally {
      reading -= isLarge ? 1 : 0;
    }
  });
  return route;

  async function readForm(form: FormData) {
    const text = (field: string) => String(form.get(field) ?? '');
    const linkToken = text('linkToken');
    if (!isUrlToken(linkToken)) return undefined;
    const read = readRequestForm(text, todayAt(shop));
    if (!read.ok) return errorsOf(read.problems);
    const { content } = read;
    if (content.email !== '' && !isEmailAddress(content.email)) {
      return errorsOf({ email: MISTYPED_EMAIL });
    }
    const files = sentFiles(form.getAll('photos'));
    if (files.length > MOST_PHOTOS) {
      return errorsOf({ photos: `Please choose at most ${MOST_PHOTOS} photos.` });
    }
    const photos: EncodedPhoto[] = [];
    for (const file of files) {
      const encoded = await encodePhoto(file, shop.log);
      if (!encoded.ok) {
        return errorsOf({ photos: `${shownName(file)}: ${PHOTO_REJECTIONS[encoded.reason]}` });
      }
      photos.push(encoded.photo);
    }
    return { content, photos, linkToken };
  }
}

function errorsOf(problems: Record<string, string>) {
  return {
    errors: Object.entries(problems).map(([field, detail]) => ({ pointer: `#/${field}`, detail })),
  };
}
