import { Day } from '#domain/calendar/day.ts';
import type { CakeContent } from '#domain/catalogue/cake-content.ts';
import type { Clock } from '#domain/clock.ts';
import { compose } from '#server/compose.ts';
import {
  calendarVersion,
  changeDays,
  endPause,
  pauseOrders,
  setWeekCapacity,
} from '#server/content/calendar.ts';
import { addTime, turnTimesOff } from '#server/content/collection-times.ts';
import { allWords, editWords } from '#server/content/texts.ts';
import { readEnv } from '#server/env.ts';
import { createLog } from '#server/log.ts';
import { cancelOrder } from '#server/orders/cancel.ts';
import type { RunningShop } from '../../harness/running-shop.ts';
import { catalogueOf, changePrice, saveChanged, setHidden } from '../edit-cake.ts';

export type Owner = Awaited<ReturnType<typeof openOwner>>;

const BY = 'anna';

/** Changes what the owner's side changes, in this process, on the database of a running shop. */
export async function openOwner({ environment }: RunningShop, clock: Clock) {
  const { shop, close } = await compose(readEnv(environment), createLog('silent'), clock);
  const undoing: (() => Promise<unknown>)[] = [];

  async function price(cake: string, size: string, pounds: number): Promise<void> {
    await changePrice(shop, { cake, size, price: pounds * 100 });
  }

  async function open(first: string, last = first): Promise<void> {
    const days = { first: Day.parse(first), last: Day.parse(last) };
    const { ok } = await changeDays(shop, days, 'reopen', BY);
    if (!ok) throw new Error('The days were not opened.');
  }

  const show = (cake: string) => setHidden(shop, cake, false);

  return {
    async changePrice(cake: string, size: string, pounds: number, before: number) {
      undoing.push(() => price(cake, size, before));
      await price(cake, size, pounds);
    },

    /** Gives a cake these options instead of its own. */
    async offerOptions(cake: string, options: CakeContent['options']) {
      const change = (to: CakeContent['options']) =>
        saveChanged(shop, cake, (content) => ({ ...content, options: to }));
      const before = (await catalogueOf(shop)).entry(cake)?.content.options;
      undoing.push(() => change(before));
      await change(options);
    },

    async hide(cake: string) {
      undoing.push(() => show(cake));
      await setHidden(shop, cake, true);
    },

    show,

    /** Closes the days from `first` to `last`, as `2026-12-05`. */
    async close(first: string, last = first) {
      undoing.push(() => open(first, last));
      const days = { first: Day.parse(first), last: Day.parse(last) };
      const { ok } = await changeDays(shop, days, 'close', BY);
      if (!ok) throw new Error('The days were not closed.');
    },

    open,

    /** Every weekday has so many points. */
    async limit(points: number) {
      const limit = async (most: string) => {
        const form = { by: BY, version: await calendarVersion(shop) };
        return setWeekCapacity(shop, Array<string>(7).fill(most), form);
      };
      undoing.push(() => limit(''));
      await limit(String(points));
    },

    /** On each weekday on which the cafe is open. */
    async offerTime(from: string, to: string, most = '') {
      undoing.push(() => turnTimesOff(shop, BY));
      const typed = { from, to, most, weekdays: ['1', '2', '3', '4', '5', '6'] };
      if (!(await addTime(shop, typed, BY)).ok) throw new Error('The time was not added.');
    },

    /** The cafe has a VAT number. */
    async registerForVat() {
      const number = async (vatNumber: string) => {
        const contact = (await allWords(shop)).find(({ key }) => key === 'contact');
        if (!contact) throw new Error('The cafe has no contact.');
        const fields = { ...contact.typed.fields, vatNumber };
        const form = { ...contact, typed: { ...contact.typed, fields } };
        const person = { ...{ id: BY, name: 'Anna' }, email: 'anna@example.org' };
        const { ok } = await editWords(shop, form, { ...person, role: 'owner' });
        if (!ok) throw new Error('The number was not saved.');
      };
      undoing.push(() => number(''));
      await number('GB 123 4567 89');
    },

    async pause(until: string) {
      undoing.push(() => endPause(shop, BY));
      const version = await calendarVersion(shop);
      await pauseOrders(shop, { until, words: 'Away' }, { by: BY, version });
    },

    /** For good: an order of the test's own. */
    async cancel(orderId: string) {
      await cancelOrder(shop, { orderId, by: BY });
    },

    /** Undoes all changes, because later tests share the shop. */
    async undo() {
      for (const undo of undoing.reverse()) await undo();
      await close();
    },
  };
}
