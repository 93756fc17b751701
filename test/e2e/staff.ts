import type { BrowserContext, Locator, Page } from '@playwright/test';
import * as z from 'zod';
import type { Role } from '#domain/staff/person.ts';
import { compose } from '#server/compose.ts';
import { readEnv } from '#server/env.ts';
import { createLog } from '#server/log.ts';
import type { RunningShop } from '../../harness/running-shop.ts';
import { type SignedIn, signInAs } from '../staff.ts';
import { expect, timeAt } from './shop-fixture.ts';
import { answerTo, openPage } from './visitor.ts';

/**
 * Adds a person to a running shop and signs them in in this browser context. Tests share the shop, so
 * each has people of its own.
 * @param millisecondsAgo when they signed in; default: now.
 */
export async function signInContext(
  context: BrowserContext,
  shop: RunningShop,
  role: Role,
  millisecondsAgo = 0,
) {
  const { person, token } = await invite(shop, role, millisecondsAgo);
  await context.addCookies([{ name: 'staff', value: token, url: shop.origin }]);
  return person;
}

/** Adds a person to a running shop, who is signed in nowhere but by the returned token. */
export async function invite(
  shop: RunningShop,
  role: Role,
  millisecondsAgo = 0,
): Promise<SignedIn> {
  const clock = { now: () => timeAt(shop, millisecondsAgo) };
  const composed = await compose(readEnv(shop.environment), createLog('silent'), clock);
  try {
    return await signInAs(composed.shop, role);
  } finally {
    await composed.close();
  }
}

const Inbox = z.array(
  z.object({
    templateParams: z.object({
      to_email: z.string().optional(),
      subject: z.string(),
      text: z.string().default(''),
      /** A data URL of `text/calendar`. */
      calendar: z.string().optional(),
    }),
  }),
);

/** The e-mails to an address, newest first; without one those to the cafe. */
export async function emailsTo(mail: string, address: string | undefined) {
  const emails = Inbox.parse(await (await fetch(`${mail}/practice/inbox`)).json());
  return emails
    .map(({ templateParams }) => templateParams)
    .filter(({ to_email }) => to_email === address);
}

/** The code in the newest e-mail to an address; empty if there is none. */
export async function codeTo(mail: string, address: string): Promise<string> {
  const emails = await emailsTo(mail, address);
  return emails.flatMap(({ subject }) => /^\w{4}-\w{4}/.exec(subject) ?? [])[0] ?? '';
}

/** The customer's link in the newest e-mail to an address. @param subject of the e-mail. */
export async function linkTo(
  { mail }: RunningShop,
  address: string,
  subject = /^/,
): Promise<string> {
  let link = '';
  await expect(async () => {
    const emails = await emailsTo(mail, address);
    const email = emails.find((each) => subject.test(each.subject));
    link = /\/(?:my-order|my-order\/waiting|ask)\/[0-9a-z]{26}/.exec(email?.text ?? '')?.[0] ?? '';
    expect(link).not.toBe('');
  }).toPass({ timeout: 30_000 });
  return link;
}

/** Cancels the order on the screen, without a refund. */
export async function cancelOnScreen(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Cancel this order' }).click();
  await page.getByRole('button', { name: /^Cancel (this order|without a refund)$/ }).click();
}

/** Saves the form on the screen. */
export async function save(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Save', exact: true });
  await answerTo(page, () => button.click());
}

/** Goes from Today to a new order on the phone and chooses its cake. @returns a tap, and the taps until now. */
export async function tapToNewOrder(page: Page, cake: { label: string } | { value: string }) {
  const counted = { taps: 0 };
  const tap = async (what: Locator) => {
    await what.click();
    counted.taps += 1;
  };
  await openPage(page, '/owner');
  await tap(page.getByRole('navigation').getByRole('link', { name: 'Orders' }));
  // Today has a link to it too, which a slow machine may still show.
  await tap(page.getByRole('link', { name: 'New order on the phone' }));
  // The phone's own list: it opens, and closes by a choice.
  counted.taps += 2;
  await page.getByLabel('Cake', { exact: true }).selectOption(cake);
  return { tap, counted };
}
