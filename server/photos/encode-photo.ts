import { open } from 'node:fs/promises';
import sharp, { type Metadata } from 'sharp';
import type { PhotoRejection } from '#domain/photos/photo-ports.ts';

// `node encode-photo.ts <received file> <new file>`: decodes a file that may be hostile, and encodes it as
// a JPEG. A process of its own: a decoder takes up to 20 bytes a pixel, and may crash. Prints JSON.

/** At least as wide as the widest picture of a page (app/ui/photo-variants.ts). */
const MAX_EDGE = 1920;
/** Smaller ones look blurred on a card. */
const MIN_EDGE = 300;
const MAX_PIXELS = 50_000_000;
const QUALITY = 88;
/** Of phones. sharp's libraries have no decoder for HEVC, which is patented. */
const HEVC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx'];
const HEIF_BRANDS = ['avif', 'avis', 'mif1', 'msf1'];

const [source = '', target = ''] = process.argv.slice(2);
// Only the decoders of the accepted formats. One thread, because the pages need the other cores.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegFile',
    'VipsForeignLoadPngFile',
    'VipsForeignLoadWebpFile',
    'VipsForeignLoadHeifFile',
  ],
});
sharp.concurrency(1);
sharp.cache(false);

const reason = await rejectionReason();
console.log(JSON.stringify(reason ? { ok: false, reason } : await encode()));

async function rejectionReason(): Promise<PhotoRejection | undefined> {
  const format = await formatOf(source);
  if (format === undefined) return 'not-a-photo';
  if (format === 'heic') return 'heic';
  let found: Metadata;
  try {
    // Without the limit of pixels, which would look like damage.
    found = await sharp(source, { limitInputPixels: false }).metadata();
  } catch {
    return 'damaged';
  }
  if (found.format === 'heif' && found.compression !== 'av1') return 'heic';
  if ((found.pages ?? 1) > 1 && found.format !== 'heif') return 'animated';
  if (found.width * found.height > MAX_PIXELS) return 'too-many-pixels';
  const scale = Math.min(1, MAX_EDGE / Math.max(found.width, found.height));
  if (Math.min(found.width, found.height) * scale < MIN_EDGE) return 'too-small';
  return undefined;
}

async function encode() {
  try {
    const { width, height } = await sharp(source, {
      limitInputPixels: MAX_PIXELS,
      failOn: 'error',
    })
      .autoOrient()
      .resize(MAX_EDGE, MAX_EDGE, { fit: 'inside', withoutEnlargement: true })
      // Of a transparent picture.
      .flatten({ background: 'white' })
      .toColourspace('srgb')
      // Without metadata, which sharp leaves out unless told to keep it.
      .jpeg({ quality: QUALITY, progressive: true })
      .toFile(target);
    return { ok: true, width, height, colour: await meanColour() };
  } catch {
    return { ok: false, reason: 'damaged' satisfies PhotoRejection };
  }
}

async function meanColour(): Promise<string> {
  const [red = 0, green = 0, blue = 0] = await sharp(target).resize(1, 1).raw().toBuffer();
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** By the first bytes: neither a name nor a type that the sender states is believed. */
async function formatOf(file: string) {
  const opened = await open(file);
  const { buffer } = await opened.read({ buffer: Buffer.alloc(16) });
  await opened.close();
  const [start, brand] = [buffer.toString('latin1', 0, 4), buffer.toString('latin1', 8, 12)];
  if (buffer.toString('hex', 0, 3) === 'ffd8ff') return 'jpeg';
  if (buffer.toString('hex', 0, 8) === '89504e470d0a1a0a') return 'png';
  if (start === 'RIFF' && brand === 'WEBP') return 'webp';
  if (buffer.toString('latin1', 4, 8) !== 'ftyp') return undefined;
  if (HEVC_BRANDS.includes(brand)) return 'heic';
  return HEIF_BRANDS.includes(brand) ? 'heif' : undefined;
}
