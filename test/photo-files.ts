import { crc32, deflateRawSync, deflateSync } from 'node:zlib';
import sharp from 'sharp';

// Files that people and attackers send as photos, made by code so that the repository holds none.

/** A picture with detail, so that encoders have work to do. */
export function picture(width: number, height: number) {
  const pixels = Buffer.alloc(width * height * 3);
  for (let place = 0; place < pixels.length; place += 1) {
    const [x, y] = [Math.floor(place / 3) % width, Math.floor(place / 3 / width)];
    pixels[place] = (x * 7 + y * 13 + ((x * y) % 31) * 5 + (place % 3) * 60) % 256;
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

export function jpeg(width = 400, height = 300): Promise<Buffer> {
  return picture(width, height).jpeg({ quality: 90 }).toBuffer();
}

/** 12 megapixels, a few megabytes. @param each makes another photo. */
export async function phonePhoto(each = 0): Promise<Buffer> {
  const small = await picture(800 + each, 600)
    .png()
    .toBuffer();
  return sharp(small).resize(4032, 3024, { fit: 'fill' }).jpeg({ quality: 92 }).toBuffer();
}

/** As a phone takes it: on its side, with the place and the owner's name in it. */
export async function jpegWithPlace(): Promise<Buffer> {
  return picture(400, 300)
    .withExif({
      IFD0: { Artist: 'Ada Lovelace', Orientation: '6' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
}

export const svgWithScript = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600"><script>alert(1)</script></svg>',
);

/** A JPEG that a browser would also read as a page, and an unpacker as an archive. */
export async function polyglot(): Promise<Buffer> {
  const archive = deflateRawSync('a virus');
  const page = '<html><script>alert("polyglot")</script></html>';
  return Buffer.concat([await jpeg(), Buffer.from(page), Buffer.from('PK\x03\x04'), archive]);
}

/** A few kilobytes that unpack to a gigabyte. */
export function bombPng(): Buffer {
  const [width, height] = [16_000, 16_000];
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0], 8);
  const rows = deflateSync(Buffer.alloc((width / 8 + 1) * height), { level: 9 });
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

export async function animation(format: 'webp' | 'gif'): Promise<Buffer> {
  const frames = await Promise.all(
    ['red', 'blue'].map((background) =>
      sharp({ create: { width: 400, height: 400, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  return sharp(frames, { join: { animated: true } })
    [format]()
    .toBuffer();
}

/** As print shops send it. */
export function cmyk(): Promise<Buffer> {
  return picture(400, 300).toColourspace('cmyk').jpeg().toBuffer();
}

/** The head of an iPhone's photo: its contents are HEVC, which sharp cannot decode. */
export function heic(): Buffer {
  const box = Buffer.from('....ftypheic....mif1heic');
  box.writeUInt32BE(box.length, 0);
  box.writeUInt32BE(0, 12);
  return Buffer.concat([box, Buffer.alloc(64 * 1024, 7)]);
}

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const content = Buffer.concat([Buffer.from(type), data]);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, check]);
}
