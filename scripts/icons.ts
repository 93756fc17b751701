import { readFile } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { CHROMIUM_ARGUMENTS, findChromium } from '../test/e2e/browsers.ts';

// `node scripts/icons.ts` draws the icons in all sizes and the picture of shared links. Run it after a
// change of the mark, the cafe's name or the hero, and commit the results.

const MARK = 'app/seo/icons/favicon.svg';
const MARK_UNITS = 32;
const MARZIPAN = '#fceecd';
const ICONS = 'app/seo/icons';
const CARD = { width: 1200, height: 630 };

const framed = await readFile(MARK, 'utf8');
/** Phones crop icons to their own shape, so these have no frame. */
const unframed = framed.replace(/<rect.*?>/, '');

await Promise.all([
  draw(framed, 48).toFile(`${ICONS}/icon-48.png`),
  draw(framed, 192).toFile(`${ICONS}/icon-192.png`),
  draw(framed, 512).toFile(`${ICONS}/icon-512.png`),
  draw(unframed, 180).flatten({ background: MARZIPAN }).toFile(`${ICONS}/apple-touch-icon.png`),
  drawMaskable().toFile(`${ICONS}/maskable-512.png`),
]);
await drawSocialCard('app/seo/social-card.jpg');

/** The mark stays inside the safe circle of 80 % of maskable icons. */
function drawMaskable() {
  const margin = 64;
  return draw(unframed, 512 - 2 * margin)
    .flatten({ background: MARZIPAN })
    .extend({ top: margin, bottom: margin, left: margin, right: margin, background: MARZIPAN });
}

function draw(svg: string, size: number) {
  return sharp(Buffer.from(svg), { density: (72 * size) / MARK_UNITS })
    .resize(size, size)
    .png({ compressionLevel: 9 });
}

/** Rendered by Chromium with the cafe's typeface. */
async function drawSocialCard(file: string): Promise<void> {
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: CHROMIUM_ARGUMENTS,
  });
  const page = await browser.newPage({ viewport: CARD });
  await page.setContent(await socialCard());
  await page.evaluate(() => document.fonts.ready);
  const shot = await page.screenshot();
  await browser.close();
  await sharp(shot).jpeg({ quality: 84, mozjpeg: true }).toFile(file);
}

async function socialCard(): Promise<string> {
  const fraunces =
    'node_modules/@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2';
  return `<!doctype html>
    <style>
      @font-face {
        font-family: Fraunces;
        font-weight: 100 900;
        src: url(${await dataUrl(fraunces, 'font/woff2')});
      }
      ${await readFile('app/ui/tokens.css', 'utf8')}
      body { margin: 0; height: 100vh; overflow: hidden; background: var(--marzipan); color: var(--cocoa); }
      .photo { position: absolute; inset: 0 0 32px 470px; background-size: cover; background-position: 86% 62%; }
      .words { position: absolute; inset: 0 auto 32px 0; width: 470px; padding: 0 40px 0 64px; box-sizing: border-box;
        display: flex; flex-direction: column; justify-content: center; font-family: Fraunces; }
      img { width: 112px; }
      h1 { margin: 36px 0 20px -3px; font-size: 72px; font-weight: 600; line-height: 1; letter-spacing: -0.03em; }
      p { margin: 0; font-size: 32px; line-height: 1.3; }
      .chequer { position: absolute; inset: auto 0 0; height: 32px;
        background: conic-gradient(var(--rose) 25%, var(--sponge) 0 50%, var(--rose) 0 75%, var(--sponge) 0) 0 0 / 32px 32px; }
    </style>
    <div class="photo" style="background-image: url(${await dataUrl('cafe/photos/hero-counter.jpg', 'image/jpeg')})"></div>
    <div class="words">
      <img src="${await dataUrl(MARK, 'image/svg+xml')}" alt="">
      <h1>Battenberg</h1>
      <p>Cakes made to order<br>in North London</p>
    </div>
    <div class="chequer"></div>`;
}

async function dataUrl(file: string, type: string): Promise<string> {
  return `data:${type};base64,${(await readFile(file)).toString('base64')}`;
}
