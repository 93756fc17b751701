import { pause } from '#app/ui/wait.ts';
import type { BotCheckSettings } from '#domain/bot-check.ts';

declare global {
  interface Window {
    /** Defined by reCAPTCHA's script. */
    grecaptcha?: Recaptcha;
  }
}

interface Recaptcha {
  ready(act: () => void): void;
  render(container: HTMLElement, options: object): number;
  execute(widget: number, options: { action: string }): PromiseLike<unknown>;
}

type RecaptchaSettings = Extract<BotCheckSettings['proof'], { kind: 'recaptcha' }>;

/** The exchange requires this action (spec §7). */
const ACTION = 'fire_app_check';
const TIMEOUT_MS = 20_000;

let widget: Promise<{ recaptcha: Recaptcha; id: number }> | undefined;

/** Gets a token from the invisible widget, which asks the visitor nothing. */
export async function recaptchaToken(settings: RecaptchaSettings): Promise<string> {
  try {
    widget ??= renderWidget(settings);
    const token = await Promise.race([execute(widget), pause(TIMEOUT_MS)]);
    if (typeof token !== 'string' || token === '') throw new Error('reCAPTCHA gave no token');
    return token;
  } catch (error) {
    // The next call retries, and loads the script again if it is missing.
    widget = undefined;
    throw error;
  }
}

async function execute(rendered: NonNullable<typeof widget>): Promise<unknown> {
  const { recaptcha, id } = await rendered;
  return recaptcha.execute(id, { action: ACTION });
}

async function renderWidget({ siteKey, scriptOrigin }: RecaptchaSettings) {
  const recaptcha = window.grecaptcha ?? (await loadRecaptcha(scriptOrigin));
  await new Promise<void>((resolve) => recaptcha.ready(resolve));
  const container = document.createElement('div');
  container.hidden = true;
  document.body.append(container);
  const id = recaptcha.render(container, {
    sitekey: siteKey,
    size: 'invisible',
    // Both are required but not used: `execute` returns the token.
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
  if (!window.grecaptcha) throw new Error('The reCAPTCHA script did not define grecaptcha');
  return window.grecaptcha;
}

/** TypeScript has no declarations for Trusted Types yet. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): ScriptUrlPolicy;
}
interface ScriptUrlPolicy {
  /** Returns a TrustedScriptURL, typed as a string so that it can be assigned to `script.src`. */
  createScriptURL(url: string): string;
}

let policy: ScriptUrlPolicy | undefined;

/** The `trusted-types` directive allows the policy; the page's default policy allows only our own origin. */
function trustedScriptUrl(url: string): string {
  const trustedTypes: TrustedTypes | undefined = Reflect.get(window, 'trustedTypes');
  policy ??= trustedTypes?.createPolicy('bot-check', { createScriptURL: (address) => address });
  return policy?.createScriptURL(url) ?? url;
}
