import { emailHint } from './customer-details.ts';

/** Of providers that many customers have. Those with other endings too are in `SEVERAL_ENDINGS`. */
const PROVIDERS = [
  'gmail.com',
  'googlemail.com',
  'icloud.com',
  'btinternet.com',
  'virginmedia.com',
  'talktalk.net',
  'hotmail.com',
  'hotmail.co.uk',
  'outlook.com',
  'yahoo.com',
  'yahoo.co.uk',
  'live.co.uk',
  'live.com',
  'msn.com',
  'aol.com',
  'me.com',
  'sky.com',
];
const SEVERAL_ENDINGS = ['hotmail', 'outlook', 'yahoo', 'live', 'msn', 'aol', 'me', 'sky'];
/** Providers one letter away from those above. */
const LOOK_ALIKES = ['mail', 'email', 'ymail', 'cloud'];
/** With fewer letters another name is too often the one that is meant. */
const MIN_NAME = 5;
/** Slips for `com` that are no top-level domains. */
const NO_ENDING = /\.(con|cmo|comm|cim|cpm|ocm|vom|xom)$/;

/** @returns the address with the domain that was probably meant; undefined if it looks right. */
export function suggestEmail(email: string): string | undefined {
  const [, local, typed = ''] = /^([^@]+)@([^@]+)$/.exec(email.trim()) ?? [];
  const domain = typed.toLowerCase().replaceAll(',', '.').replace(/\.+$/, '');
  if (!local || domain === '' || PROVIDERS.includes(typed.toLowerCase())) return undefined;
  const meant =
    PROVIDERS.find((provider) => provider.replaceAll('.', '') === domain.replaceAll('.', '')) ??
    PROVIDERS.find((provider) => isSlipOf(domain, provider)) ??
    domain.replace(NO_ENDING, '.com');
  return meant === typed.toLowerCase() ? undefined : `${local}@${meant}`;
}

function isSlipOf(domain: string, provider: string): boolean {
  const [name, ending] = splitAtDot(domain);
  const [providersName, providersEnding] = splitAtDot(provider);
  if (name === providersName) {
    return !SEVERAL_ENDINGS.includes(name) || isOneSlip(ending, providersEnding);
  }
  return (
    providersName.length >= MIN_NAME &&
    !LOOK_ALIKES.includes(name) &&
    isOneSlip(name, providersName) &&
    (ending === providersEnding || isOneSlip(ending, providersEnding))
  );
}

function splitAtDot(domain: string): [name: string, ending: string] {
  const [name = '', ...ending] = domain.split('.');
  return [name, ending.join('.')];
}

/** Whether a letter was left out, added or changed, or two that are side by side were swapped. */
function isOneSlip(typed: string, meant: string): boolean {
  const start = [...typed].findIndex((letter, index) => letter !== meant[index]);
  const at = start < 0 ? typed.length : start;
  const [rest, meantRest] = [typed.slice(at), meant.slice(at)];
  return (
    typed !== meant &&
    (rest.slice(1) === meantRest ||
      rest === meantRest.slice(1) ||
      rest.slice(1) === meantRest.slice(1) ||
      [...rest.slice(0, 2)].reverse().join('') + rest.slice(2) === meantRest)
  );
}

const MIN_DIGITS = 7;

/** Whether one of the two looks as if a customer could be reached by it. A hint: the server takes any text. */
export function looksReachable({ email, phone }: { email: string; phone: string }): boolean {
  const isEmail = emailHint(email) === '' && suggestEmail(email) === undefined;
  return isEmail || phone.replace(/\D/g, '').length >= MIN_DIGITS;
}
