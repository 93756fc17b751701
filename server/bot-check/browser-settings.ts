import type { BotCheckSettings } from '#domain/bot-check/settings.ts';
import type { BotCheckOptions } from './options.ts';

/** What the pages are told of the options: nothing that is secret. */
export function browserSettings(options: BotCheckOptions): BotCheckSettings {
  const { project, app, hosted } = options;
  const ownExchange = `/v1/projects/${project}/apps/${app}`;
  const proof = proofFor(options);
  // The debug tokens are the shop's own: a hosted exchange would not know them.
  const isHosted = hosted !== undefined && proof.kind !== 'debug';
  return {
    exchange: isHosted
      ? `${hosted.exchangeOrigin}/v1/projects/${hosted.projectNumber}/apps/${hosted.app}`
      : ownExchange,
    apiKey: isHosted ? hosted.apiKey : null,
    proof,
    fallbackExchange: ownExchange,
  };
}

function proofFor({ debugTokens, recaptcha }: BotCheckOptions): BotCheckSettings['proof'] {
  const [debugToken] = debugTokens;
  if (debugToken) return { kind: 'debug', token: debugToken };
  if (!recaptcha) return { kind: 'proof-of-work' };
  return { kind: 'recaptcha', siteKey: recaptcha.siteKey, scriptOrigin: recaptcha.origin };
}
