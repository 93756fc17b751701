import type { BotCheckSettings } from '#domain/bot-check.ts';
import { solveInWorkers, solveOnPage } from './solve-challenge.ts';
import { createTokenClient, type TokenClient } from './token-client.ts';
import { readThrottle, readToken, writeThrottle, writeToken } from './token-store.ts';

export function openTokenClient(settings: BotCheckSettings): TokenClient {
  return createTokenClient(settings, {
    fetch: (input, init) => fetch(input, init),
    now: () => Date.now(),
    random: () => Math.random(),
    solveInWorkers,
    solveOnPage,
    // Few shops use reCAPTCHA.
    async recaptchaToken(proof) {
      return (await import('./recaptcha.ts')).recaptchaToken(proof);
    },
    readToken: () => readToken(settings.exchange),
    writeToken: (token) => writeToken(settings.exchange, token),
    readThrottle: (exchange) => readThrottle(exchange, Date.now()),
    writeThrottle,
    setTimer(milliseconds, act) {
      const timer = setTimeout(act, milliseconds);
      return () => clearTimeout(timer);
    },
    untilVisible,
  });
}

function untilVisible(): Promise<void> {
  return new Promise((resolve) => {
    function check() {
      if (document.visibilityState !== 'visible') return;
      document.removeEventListener('visibilitychange', check);
      resolve();
    }
    document.addEventListener('visibilitychange', check);
    check();
  });
}
