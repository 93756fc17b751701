import type { BrowserContext, Page } from '@playwright/test';
import * as z from 'zod';
import { postPractice } from '../../harness/practice-services.ts';
import type { RunningShop } from '../../harness/running-shop.ts';
import { expectAccessible } from './accessible.ts';
import { buyByApi } from './orders-by-api.ts';
import { expect, test } from './shop-fixture.ts';
import { signInContext } from './staff.ts';
import { openPage } from './visitor.ts';

test.use({
  ownContext: true,
  serviceWorkers: 'allow',
  viewport: { width: 390, height: 844 },
  expectedErrors: /status of 422/,
});

const NOTIFICATIONS = '/owner/you/notifications';

test('a locked phone says that there is an order, a copy is silent, and a tap opens it', {
  tag: '@nightly',
}, async ({ page, context, shop }) => {
  await signInContext(context, shop, 'owner');
  const device = await usePracticePush(context, shop);
  const deliver = await deliverTo(page, shop);
  await openPage(page, NOTIFICATIONS);
  await page.getByRole('button', { name: 'Turn on here' }).click();
  await expect(page.getByText('This device shows them.')).toBeVisible();
  const list = page.getByRole('list', { name: 'Where you get them' });
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expectAccessible(page);

  const orderId = await buyByApi(shop);
  const pushes = async () => (await device.pushes()).filter((text) => text.includes(orderId));
  await expect.poll(pushes).toHaveLength(1);
  const [text = ''] = await pushes();
  const screen = await showNotifications(context);
  await deliver(text);
  await expect
    .poll(screen.titles)
    .toEqual([expect.stringMatching(/^rings: New order for .+, £\d+$/)]);
  await deliver(text);
  await expect.poll(screen.titles).toEqual([expect.stringMatching(/^New order for .+, £\d+$/)]);
  await deliver(text.replace('New order', 'Another order').replace(/"copy":"[^"]+/, '$&1'));
  await expect.poll(screen.titles).toEqual([expect.stringMatching(/^rings: Another order/)]);
  await screen.tap();
  await expect(page).toHaveURL(/\/owner\/orders\/\w{6}$/);

  await openPage(page, NOTIFICATIONS);
  const until = page.getByLabel('Quiet until');
  await page.getByLabel('Requests, and replies').uncheck();
  await page.getByLabel('Quiet from').fill('21:00');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toContainText('Please fill in both times');
  await until.fill('06:30');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.reload();
  await expect(until).toHaveValue('06:30');
  await expect(page.getByLabel('Requests, and replies')).not.toBeChecked();

  await list.getByRole('button', { name: /^Remove/ }).click();
  await expect(list).toBeHidden();
  await expect(page.getByRole('button', { name: 'Turn on here' })).toBeVisible();
});

const Device = z.object({ endpoint: z.string() });
const Pushes = z.array(z.object({ text: z.string() }));

/** The person allows notifications, and the browser's push service is the practice one: the tests have no network. */
async function usePracticePush(context: BrowserContext, { push }: RunningShop) {
  let id = '';
  await context.exposeFunction('addPracticeDevice', async (applicationServerKey: string) => {
    const device = await postPractice(push, 'devices', { applicationServerKey });
    id = Device.parse(device).endpoint.split('/').at(-1) ?? '';
    return JSON.stringify(device);
  });
  await context.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
    Notification.requestPermission = async () => 'granted';
    const stored = () => localStorage.getItem('practice-device');
    const subscription = (text: string) => ({
      ...JSON.parse(text),
      unsubscribe: async () => localStorage.removeItem('practice-device'),
    });
    Object.assign(PushManager.prototype, {
      async getSubscription() {
        const text = stored();
        return text === null ? null : subscription(text);
      },
      async subscribe({ applicationServerKey }: { applicationServerKey: string }) {
        const add: unknown = Reflect.get(window, 'addPracticeDevice');
        const text = typeof add === 'function' ? await add(applicationServerKey) : '';
        localStorage.setItem('practice-device', text);
        return subscription(text);
      },
    });
  });
  return {
    async pushes() {
      const response = await fetch(`${push}/practice/devices/${id}/pushes`);
      return Pushes.parse(await response.json()).map(({ text }) => text);
    },
  };
}

/** @returns a function that gives the service worker what a push service has delivered and the browser decrypted. */
async function deliverTo(page: Page, { origin }: RunningShop) {
  const session = await page.context().newCDPSession(page);
  let registrationId = '';
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    registrationId = registrations.at(-1)?.registrationId ?? registrationId;
  });
  await session.send('ServiceWorker.enable');
  return (data: string) =>
    session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
}

/**
 * Shows notifications, which a browser without a desktop cannot, and remembers them by their tags.
 * @returns the worker's, in the order in which they rang; a copy is silent.
 */
async function showNotifications(context: BrowserContext) {
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error('There is no service worker.');
  await worker.evaluate(() => {
    const shown = new Map<string, { title: string; rings: boolean }>();
    Object.assign(globalThis, { shown });
    Object.assign(ServiceWorkerRegistration.prototype, {
      async showNotification(title: string, { tag, data, renotify }: Record<string, unknown>) {
        const rings = renotify === true;
        shown.set(String(tag), Object.assign({ title, rings, data }, { close: () => {} }));
      },
      async getNotifications({ tag }: { tag: string }) {
        return [...shown].filter(([each]) => each === tag).map(([, notification]) => notification);
      },
    });
  });
  return {
    titles: () =>
      worker.evaluate(() => {
        const shown: unknown = Reflect.get(globalThis, 'shown');
        if (!(shown instanceof Map)) return [];
        return [...shown.values()].map(({ title, rings }) => `${rings ? 'rings: ' : ''}${title}`);
      }),
    tap: () =>
      worker.evaluate(() => {
        const shown: unknown = Reflect.get(globalThis, 'shown');
        const [notification] = shown instanceof Map ? shown.values() : [];
        const event = Object.assign(new Event('notificationclick'), { notification });
        globalThis.dispatchEvent(Object.assign(event, { waitUntil: () => {} }));
      }),
  };
}
