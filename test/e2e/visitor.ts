import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import * as z from 'zod';
import type { Day } from '#domain/calendar/day.ts';
import { addDays, londonDay } from '#domain/calendar/days.ts';
import { CARD_EXPIRY } from '../card-page.ts';
import { expect } from './shop-fixture.ts';

const Sessions = z.array(
  z.object({ id: z.string(), client_reference_id: z.string().nullable(), status: z.string() }),
);

export const ADA = { name: 'Ada Lovelace', email: 'ada@example.org', phone: '020 7946 0123' };
export const BERRY_DRIP_CAKE = '/cakes/celebration-cakes/berry-drip-cake';

/** @returns the day `days` after today; negative for earlier days. */
export function dayFromToday(days: number): Day {
  return addDays(londonDay(new Date().toISOString()), days);
}

/** A name of this test alone: tests share the shop. */
export function nameOf(first: string): string {
  return `${first} ${randomUUID().slice(0, 8)}`;
}

/** The actions of a visitor on a page. */
export function visitor(page: Page) {
  const basket = page.getByRole('dialog', { name: 'Your basket' });
  const panel = page.getByRole('dialog', { name: 'Pick up at the cafe' });
  const nextDays = page
    .getByRole('list', { name: 'The next days that can be chosen' })
    .getByRole('button');

  return {
    basket,
    panel,
    nextDays,

    openCake: (path = BERRY_DRIP_CAKE) => openPage(page, path),

    /** Chooses the second open day, because the first may close at midnight. */
    chooseDay: () => nextDays.nth(1).click(),

    async addToBasket() {
      await page.getByRole('button', { name: 'Add to basket' }).first().click();
      await expect(basket).toBeVisible();
    },

    /** Makes the basket one of before the traces of its first cake were changed from these. */
    async rememberTraces(traces: string[]) {
      await page.evaluate((mayContain) => {
        const stored = JSON.parse(localStorage.getItem('basket') ?? '[]');
        stored[0].cake.mayContain = mayContain;
        localStorage.setItem('basket', JSON.stringify(stored));
      }, traces);
      await page.reload();
    },

    /** Opens the basket from the navbar. */
    openBasket: () =>
      page
        .getByRole('button', { name: /BASKET/i })
        .first()
        .click(),

    async fillIn(details = ADA) {
      await panel.getByLabel('Your Name').fill(details.name);
      await panel.getByLabel('Email address').fill(details.email);
      await panel.getByLabel('Phone number').fill(details.phone);
    },

    placeOrder: () => panel.getByRole('button', { name: 'Place Your Order' }).click(),

    /** Opens a cake, chooses a day and fills in the form of the order. */
    async prepareOrder(path?: string) {
      await this.openCake(path);
      await this.chooseDay();
      await page.getByRole('button', { name: 'Buy now' }).click();
      await this.fillIn();
    },

    /** Orders a cake; what follows depends on Stripe. */
    async orderCake(path?: string) {
      await this.prepareOrder(path);
      await this.placeOrder();
    },

    /** A long proof of work takes half a minute on a busy machine. */
    expectCardPage: () => expect(page.getByLabel('Card number')).toBeVisible({ timeout: 45_000 }),

    /** Orders a cake up to the card page. */
    async goToCheckout() {
      await this.orderCake();
      await this.expectCardPage();
    },

    /** Orders a cake, pays it and arrives at its page, with this heading. */
    async buyACake(heading = 'Thank you') {
      await this.goToCheckout();
      await this.pay();
      await expect(this.heading(heading)).toBeVisible();
    },

    async typeCard(number: string) {
      await page.getByLabel('Card number').fill(number);
      await page.getByLabel('Expiry').fill(CARD_EXPIRY);
      await page.getByLabel('CVC').fill('123');
      await page.getByLabel('Name on card').fill(ADA.name);
    },

    async pay(number = '4242 4242 4242 4242') {
      await this.typeCard(number);
      await page.getByRole('button', { name: /^Pay £/ }).click();
    },

    heading: (name: string) => page.getByRole('heading', { level: 1, name }),
    orderId: () => /thank-you-page\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? '',
  };
}

const reportsHydration = new WeakSet<Page>();

/** Opens a page and waits for hydration. */
export async function openPage(page: Page, path: string): Promise<void> {
  if (!reportsHydration.has(page)) {
    reportsHydration.add(page);
    await page.addInitScript(() => {
      document.addEventListener('hydrated', () => Object.assign(window, { isHydrated: true }));
    });
  }
  await page.goto(path);
  await hydration(page);
}

/** Waits for the hydration of a document that is loaded after `openPage`. */
export async function hydration(page: Page): Promise<void> {
  await page.waitForFunction(() => 'isHydrated' in window);
}

/** Does what sends a form of the owner's side by a script, and waits until the screen shows the answer. */
export async function answerTo(page: Page, act: () => Promise<void>): Promise<void> {
  const answered = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().includes('.data'),
  );
  await act();
  await answered;
  // After a redirect the screen still has to load: until then an earlier notice, with its Undo, stays.
  await expect(page.locator('form[aria-busy="true"]')).toHaveCount(0);
}

export type Box = Awaited<ReturnType<typeof boxOf>>;

/** Where an element is in the viewport. */
export async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error('It is not shown.');
  return box;
}

export async function listSessions(stripe: string) {
  return Sessions.parse(await (await fetch(`${stripe}/practice/sessions`)).json());
}

/** Puts a piece of the cafe's words back as it was before anybody edited it, with or without scripts. */
export async function putBackFirstWords(page: Page, piece: string): Promise<void> {
  await page.goto(new URL(`/owner/words/${piece}/versions`, page.url()).href);
  await page.getByText('Put back…').last().click();
  await page.getByRole('button', { name: 'Put back', exact: true }).last().click();
  await expect(page).toHaveURL(new RegExp(`/owner/words/${piece}$`));
}
