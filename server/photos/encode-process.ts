import sharp, { type Metadata } from 'sharp';
import type { PhotoRejection } from '#domain/catalogue/photo-rejection.ts';

// Decodes a received file that may be hostile, and encodes it as a JPEG without metadata. A process of its own:
// a decoder takes up to 20 bytes a pixel, and may crash.

/** At least as wide as the widest picture of a page (app/ui/photo-variants.ts). */
const MAX_EDGE = 1920;
/** Smaller ones look blurred on a card. */
const MIN_EDGE = 300;
const MAX_PIXELS = 50_000_000;
const QUALITY = 88;
/** Of phones. sharp's libraries have no decoder for HEVC, which is patented. */
const HEVC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx'];
const HEIF_BRANDS = ['avif', 'avis', 'mif1', 'msf1'];

// Only the decoders of the accepted formats. One thread, because the pages need the other cores.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadHeifBuffer',
  ],
});
sharp.concurrency(1);
sharp.cache(false);

// The server has ended.
process.on('disconnect', () => process.exit());
process.on('message', async (received) => {
  if (!(received instanceof Uint8Array)) throw new TypeError('A file is expected.');
  const source = Buffer.from(received);
  const reason = await rejectionReason(source);
  process.send?.(reason ? { ok: false, reason } : await encode(source));
});

async function rejectionReason(source: Buffer): Promise<PhotoRejection | undefined> {
  const format = formatOf(source);
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

async function encode(source: Buffer) {
  try {
    const { data, info } = await sharp(source, {
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
      .toBuffer({ resolveWithObject: true });
    const { width, height } = info;
    return { ok: true, photo: { width, height, colour: await meanColour(data), bytes: data } };
  } catch {
    return { ok: false, reason: 'damaged' satisfies PhotoRejection };
  }
}

async function meanColour(photo: Buffer): Promise<string> {
  const [red = 0, green = 0, blue = 0] = await sharp(photo).resize(1, 1).raw().toBuffer();
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** By the first bytes: neither a name nor a type that the sender states is believed. */
function formatOf(buffer: Buffer) {
  const [start, brand] = [buffer.toString('latin1', 0, 4), buffer.toString('latin1', 8, 12)];
  if (buffer.toString('hex', 0, 3) === 'ffd8ff') return 'jpeg';
  if (buffer.toString('hex', 0, 8) === '89504e470d0a1a0a') return 'png';
  if (start === 'RIFF' && brand === 'WEBP') return 'webp';
  if (buffer.toString('latin1', 4, 8) !== 'ftyp') return undefined;
  if (HEVC_BRANDS.includes(brand)) return 'heic';
  return HEIF_BRANDS.includes(brand) ? 'heif' : undefined;
}
