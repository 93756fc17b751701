import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { freePorts } from '../harness/free-ports.ts';
import { startRunningShop } from '../harness/running-shop.ts';
import { invite } from '../test/e2e/staff.ts';
import { picture } from '../test/photo-files.ts';
import { atMost, type Benchmark, round } from './benchmark.ts';

const MAX_MB = 300;
const WIDTH = 4032;
const HEIGHT = 3024;

export const photos: Benchmark = {
  name: 'photos',
  title: 'Photos from phones',
  description:
    'What do photos that the owner sends cost the server? Ten photos of 12 megapixels arrive at the same time over ten connections, on SQLite. ' +
    'The memory is the largest resident set of the server process since its start, until the widest AVIF of one is served.',
  sizes: ['photos'],
  async measure({ photos: count = 10 }) {
    const dataDir = await mkdtemp(join(tmpdir(), 'battenberg-photos-'));
    const shop = await startRunningShop(await freePorts(4, 55_000), { DATA_DIR: dataDir });
    try {
      const { cookie } = await invite(shop, 'owner');
      const files = await Promise.all(Array.from({ length: count }, (_, each) => phonePhoto(each)));
      const before = await peakMegabytes(shop.pid);
      const began = performance.now();
      const names = await Promise.all(files.map((file) => send(shop.origin, cookie, file)));
      const seconds = round((performance.now() - began) / 1000);
      const arrived = await peakMegabytes(shop.pid);
      // The most expensive variant, while others are made in the background.
      await fetch(variantUrl(shop.origin, names[0] ?? ''));
      const after = await peakMegabytes(shop.pid);
      const megabytes = round(files.reduce((sum, file) => sum + file.length, 0) / 1e6);
      return {
        tables: [
          {
            caption: `${count} photos of ${WIDTH} × ${HEIGHT}, ${megabytes} MB together`,
            columns: ['largest resident set until', 'MB'],
            rows: [
              ['the server has started', before],
              ['all photos are stored', arrived],
              ['the widest AVIF of one has been served', after],
            ],
          },
        ],
        charts: [],
        targets: [atMost('memory while the photos arrive', Math.max(arrived, after), MAX_MB, 'MB')],
        notes: [`All were stored after ${seconds} s.`],
      };
    } finally {
      await shop.stop();
      await rm(dataDir, { recursive: true });
    }
  },
};

/** @param each makes another photo. */
async function phonePhoto(each: number): Promise<Buffer> {
  const small = await picture(800 + each, 600)
    .png()
    .toBuffer();
  return sharp(small).resize(WIDTH, HEIGHT).jpeg({ quality: 92 }).toBuffer();
}

async function send(origin: string, cookie: string, content: Buffer): Promise<string> {
  const form = new FormData();
  form.append('photo', new Blob([Uint8Array.from(content)]), 'cake.jpg');
  const answer = await fetch(`${origin}/owner/photos`, {
    method: 'POST',
    headers: { Origin: origin, Cookie: cookie, Accept: 'application/json' },
    body: form,
  });
  const { file } = Object(await answer.json()).photos[0];
  if (typeof file !== 'string') throw new Error('A photo was refused.');
  return file;
}

function variantUrl(origin: string, file: string): string {
  return `${origin}/_img/w_1920,q_50,f_avif/v1/${file}`;
}

/** The largest resident set of a process since its start, in MB (1,000,000 bytes). */
async function peakMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(status) ?? [];
  return round((Number(kilobytes) * 1024) / 1e6, 0);
}
