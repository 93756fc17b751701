import type { BotCheckFailure } from '#app/bot-check/errors.ts';
import { withTimeout } from './deadline.ts';
import type { Proof } from './exchange.ts';
import { reportFailure } from './report.ts';
import { trustedScriptUrl } from './trusted-urls.ts';

declare global {
  interface Window {
    /** What its script puts there. */
    grecaptcha?: Recaptcha;
  }
}

interface Recaptcha {
  ready(act: () => void): void;
  render(place: HTMLElement, widget: object): number;
  execute(widget: number, action: { action: string }): PromiseLike<string>;
}

/** The action that the exchange wants to have been proved (spec §7). */
const ACTION = 'fire_app_check';
const LONGEST_WAIT_MS = 20_000;

let widget: Promise<{ recaptcha: Recaptcha; id: number }> | undefined;

/** The invisible widget: it judges by what it sees, and asks the visitor nothing. */
export async function proveByRecaptcha(settings: {
  siteKey: string;
  scriptOrigin: string;
}): Promise<{ ok: true; proof: Proof } | BotCheckFailure> {
  try {
    widget ??= openWidget(settings);
    const token = await withTimeout(LONGEST_WAIT_MS, askWidget(widget));
    return { ok: true, proof: { recaptcha_v3_token: token } };
  } catch (error) {
    // A script that was blocked for a moment may be had the next time.
    widget = undefined;
    return reportFailure('bot-check-error', error);
  }
}

async function askWidget(opened: NonNullable<typeof widget>): Promise<string> {
  const { recaptcha, id } = await opened;
  const token = await recaptcha.execute(id, { action: ACTION });
  if (typeof token !== 'string' || token === '') throw new Error('reCAPTCHA gave no token');
  return token;
}

async function openWidget({ siteKey, scriptOrigin }: { siteKey: string; scriptOrigin: string }) {
  const recaptcha = window.grecaptcha ?? (await loadRecaptcha(scriptOrigin));
  await new Promise<void>((resolve) => recaptcha.ready(resolve));
  const place = document.createElement('div');
  place.hidden = true;
  document.body.append(place);
  const id = recaptcha.render(place, {
    sitekey: siteKey,
    size: 'invisible',
    // It wants both; what they would say is also said by `execute`.
    callback: () => {},
    'error-callback': () => {},
  });
  return { recaptcha, id };
}

async function loadRecaptcha(origin: string): Promise<Recaptcha> {
  const script = document.createElement('script');
  script.src = trustedScriptUrl(`${origin}/recaptcha/api.js`);
  await new Promise((resolve, reject) => {
    script.onload = resolve;
    script.onerror = () => reject(new Error('The reCAPTCHA script did not load'));
    document.head.append(script);
  });
  if (!window.grecaptcha) throw new Error('The reCAPTCHA script brought no reCAPTCHA');
  return window.grecaptcha;
}
