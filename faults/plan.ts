import type { Random } from './random.ts';

/** What a shopper is going to do; whatever the shop answers, they go on from there. */
export interface Plan {
  /** Or looks at the success page without having paid. */
  pays: boolean;
  /** Sends the same order from two tabs at once, and pays in both. */
  twoTabs: boolean;
  /** Has no patience for the first answer, and sends the order again. */
  losesAnswer: boolean;
  /** Comes back from the checkout and goes there again. */
  cancels: boolean;
  declinedFirst: boolean;
  /** Pays and never looks at the success page. */
  closesTab: boolean;
  /** Sends the order again after paying, and pays whatever is offered. */
  impatient: boolean;
  /** Orders something else instead, and pays in the old tab before, meanwhile or afterwards. */
  changes: 'no' | 'before-paying' | 'while-paying' | 'after-paying';
  /** Told that the earlier order has been paid, they want the other one too. */
  insists: boolean;
  /** With a method whose money comes later, or does not. */
  payment: 'card' | 'delayed-arrives' | 'delayed-fails';
}

export function drawPlan(random: Random): Plan {
  return {
    pays: random.chance(0.9),
    twoTabs: random.chance(0.25),
    losesAnswer: random.chance(0.15),
    cancels: random.chance(0.1),
    declinedFirst: random.chance(0.1),
    closesTab: random.chance(0.3),
    impatient: random.chance(0.2),
    changes: random.chance(0.25)
      ? random.pick(['before-paying', 'while-paying', 'after-paying'])
      : 'no',
    insists: random.chance(0.3),
    payment: random.chance(0.1) ? random.pick(['delayed-arrives', 'delayed-fails']) : 'card',
  };
}
