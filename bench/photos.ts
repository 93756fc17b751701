import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { type RunningShop, withRunningShop } from '../harness/running-shop.ts';
import { invite } from '../test/e2e/staff.ts';
import { phonePhoto } from '../test/photo-files.ts';
import { atMost, type Benchmark, type Result, round } from './benchmark.ts';

const MAX_MB = 300;

export const photos: Benchmark = {
  name: 'photos',
  title: 'Photos from phones',
  description:
    'What do photos that the owner sends cost the server? Ten photos of 12 megapixels arrive at the same time over ten connections, on SQLite. ' +
    'Visitors ask for the widest AVIF of the first photo and of a photo of cafe/ meanwhile. The memory of the server is the largest resident set of its process since its start; ' +
    'that of all processes is the largest proportional set size of the server and the process that decodes, read every 50 ms.',
  sizes: ['photos'],
  measure: ({ photos = 10 }) => withRunningShop(55_000, {}, (shop) => measure(shop, photos)),
};

async function measure(shop: RunningShop, count: number): Promise<Result> {
  const { cookie } = await invite(shop, 'owner');
  const files = await Promise.all(Array.from({ length: count }, (_, each) => phonePhoto(each)));
  const before = await peakMegabytes(shop.pid);
  const together = watchMegabytes(shop.pid);
  const began = performance.now();
  const [names] = await Promise.all([
    Promise.all(
      files.map(async (file, each) => {
        const name = await send(shop.origin, cookie, file);
        if (each === 0) await see(shop.origin, name);
        return name;
      }),
    ),
    see(shop.origin, 'hero.jpg'),
  ]);
  const seconds = round((performance.now() - began) / 1000);
  const arrived = await peakMegabytes(shop.pid);
  await Promise.all(names.map((name) => see(shop.origin, name)));
  const after = await peakMegabytes(shop.pid);
  const all = await together.stop();
  const megabytes = round(files.reduce((sum, file) => sum + file.length, 0) / 1e6);
  return {
    tables: [
      {
        caption: `${count} photos of 4032 × 3024, ${megabytes} MB together`,
        columns: ['largest memory until', 'MB'],
        rows: [
          ['the server has started', before],
          ['all photos are stored', arrived],
          ['the widest AVIF of each has been served', after],
          ['the same, of all processes', all],
        ],
      },
    ],
    charts: [],
    targets: [
      atMost('memory of the server', after, MAX_MB, 'MB'),
      atMost('memory of all processes', all, MAX_MB, 'MB'),
    ],
    notes: [`All were stored after ${seconds} s.`],
  };
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
  if (typeof file !== 'string') throw new Error('A photo was rejected.');
  return file;
}

/** The most expensive variant. */
async function see(origin: string, file: string): Promise<void> {
  const { status } = await fetch(`${origin}/_img/w_1920,q_50,f_avif/v1/${file}`);
  if (status !== 200) throw new Error(`The picture of ${file} was answered with ${status}.`);
}

/** Watches the memory that a process and its children take together. */
function watchMegabytes(pid: number) {
  const stopped = new AbortController();
  const watched = watch();
  return {
    stop() {
      stopped.abort();
      return watched;
    },
  };

  async function watch(): Promise<number> {
    let most = 0;
    while (!stopped.signal.aborted) {
      const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
      const sizes = await Promise.all(
        [pid, ...children.split(' ').filter(Boolean)].map(proportionalKb),
      );
      most = Math.max(
        most,
        sizes.reduce((sum, size) => sum + size, 0),
      );
      await setTimeout(50);
    }
    return round((most * 1024) / 1e6, 0);
  }
}

/** Pages that several processes share count in parts. 0 for a process that has ended. */
async function proportionalKb(pid: number | string): Promise<number> {
  const memory = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  const [, kilobytes = 0] = /^Pss:\s+(\d+) kB/m.exec(memory) ?? [];
  return Number(kilobytes);
}

/** The largest resident set of a process since its start, in MB (1,000,000 bytes). */
async function peakMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(status) ?? [];
  return round((Number(kilobytes) * 1024) / 1e6, 0);
}
