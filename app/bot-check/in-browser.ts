import type { BotCheckSettings } from '#domain/bot-check.ts';
import { type BotCheckClient, createBotCheckClient } from './client.ts';
import { reportFailure } from './report.ts';
import { solveInWorkers } from './solve-in-workers.ts';
import { tokensInBrowser } from './token-store.ts';

/** The bot check with the browser's own means. Loaded when a visitor shows interest, not before. */
export function openBotCheck(settings: BotCheckSettings): BotCheckClient {
  return createBotCheckClient(settings, {
    fetch: (input, init) => fetch(input, init),
    now: () => Date.now(),
    chance: () => Math.random(),
    solveInWorkers,
    // Few browsers have to.
    async solveOnPage(challenge, timeout) {
      return (await import('./solve-on-page.ts')).solveOnPage(challenge, timeout);
    },
    // Few shops have keys for it.
    proveByRecaptcha: (proof) =>
      import('./recaptcha.ts').then(
        ({ proveByRecaptcha }) => proveByRecaptcha(proof),
        (error) => reportFailure('bot-check-error', error),
      ),
    tokens: tokensInBrowser(settings.exchange),
    after(milliseconds, act) {
      const timer = setTimeout(act, milliseconds);
      return () => clearTimeout(timer);
    },
    lookedAt,
  });
}

function lookedAt(): Promise<void> {
  return new Promise((resolve) => {
    if (document.visibilityState === 'visible') return resolve();
    const look = () => {
      if (document.visibilityState !== 'visible') return;
      document.removeEventListener('visibilitychange', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
  });
}
