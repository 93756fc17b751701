import * as z from 'zod';
import { type Testimonial, WordsKey } from '#domain/words/words.ts';
import type { Shop } from '#server/shop.ts';
import { changeContent, findDocument, writeDocument } from './documents.ts';
import { currentWords } from './texts.ts';

// A new shop shows the words, cakes and photos of cafe/. What of them is still there follows from the documents; stored
// is only what the owner has confirmed.

/** What an owner may confirm as right for the cafe: a piece of the words, the cakes, their photos, the calendar. */
export const FirstContent = z.union([WordsKey, z.enum(['cakes', 'photos', 'calendar'])]);
export type FirstContent = z.infer<typeof FirstContent>;

/** What an owner looks at before opening. */
export interface BeforeOpening {
  /** In the order of the screen. */
  content: FirstContent[];
  /** Cakes that are for sale as the shop began. */
  cakes: number;
  /** Cakes for sale that show a photo of `cafe/`. */
  photos: number;
  stage: Shop['stage'];
  /** All of it. */
  count: number;
}

type ReadShop = Pick<Shop, 'content' | 'cafePhotos' | 'stage'>;

export async function beforeOpening({
  content,
  cafePhotos,
  stage,
}: ReadShop): Promise<BeforeOpening> {
  const { catalogue, calendar, textDocuments, confirmed } = await content();
  const ofCafe = new Set(cafePhotos.map(({ file }) => file));
  const cakes = catalogue.entries.filter(({ isFirst, hidden }) => isFirst && !hidden).length;
  const photos = catalogue.cakes.filter(({ img, imgs }) =>
    [img, ...imgs].some((file) => ofCafe.has(file)),
  ).length;
  const isLeft = (key: FirstContent): boolean => {
    if (confirmed.has(key)) return false;
    if (key === 'cakes') return cakes > 0;
    if (key === 'photos') return photos > 0;
    if (key === 'calendar') return calendar.version <= 1;
    return !textDocuments.some(({ id, body }) => id === key && body !== null);
  };
  const left = [...WordsKey.options, 'photos', 'cakes', 'calendar'] as const;
  const open = left.filter(isLeft);
  const services = [stage.payments !== 'live', stage.emails !== 'real'].filter(Boolean).length;
  return { content: open, cakes, photos, stage, count: open.length + services };
}

/** Records that something is right as it is, or takes that back. Idempotent. */
export function setConfirmed(
  { db, clock }: Pick<Shop, 'db' | 'clock'>,
  key: FirstContent,
  isConfirmed: boolean,
  by: string,
): Promise<void> {
  return changeContent(db, async (trx) => {
    const now = (await findDocument(trx, 'confirmed', key))?.body === true;
    if (now === isConfirmed) return;
    await writeDocument(
      trx,
      { kind: 'confirmed', id: key, body: isConfirmed },
      { at: clock.now(), by },
    );
  });
}

/** In a live shop not those of the demo, which nobody has said. */
export async function shownTestimonials(
  shop: ReadShop & Pick<Shop, 'firstWords'>,
): Promise<Testimonial[]> {
  const { testimonials } = await currentWords(shop);
  if (shop.stage.payments !== 'live') return testimonials;
  return (await beforeOpening(shop)).content.includes('testimonials') ? [] : testimonials;
}
