import { decodeJwt } from 'jose';
import type { BotCheckRecords } from '#domain/bot-check/records.ts';
import type { Clock } from '#domain/clock.ts';
import type { BotCheck, Log } from '#domain/ports.ts';
import { browserSettings } from './browser-settings.ts';
import { createExchange } from './exchange.ts';
import { createHostedTokens } from './hosted-tokens.ts';
import type { BotCheckOptions } from './options.ts';
import { createOwnTokens } from './own-tokens.ts';
import type { ProofVerdict } from './proof.ts';
import { createProofOfWork, readPayload } from './proof-of-work.ts';
import { createRecaptcha } from './recaptcha.ts';

/** An order that is corrected gets a new id: a handful, so that nobody is checked twice for one cake. */
const MAX_ORDERS_PER_TOKEN = 5;

/** Who may place an order: whoever shows a token, and who may have a token: whoever shows a proof. */
export function createBotCheck(
  options: BotCheckOptions,
  { records, clock, log }: { records: BotCheckRecords; clock: Clock; log: Log },
) {
  const { origin, project, app, debugTokens } = options;
  const site = { project, app };
  const own = createOwnTokens(
    { issuer: `${origin}/v1/projects/${project}`, project, app },
    records,
    clock,
  );
  const hosted = options.hosted && createHostedTokens(options.hosted, clock, log);
  const recaptcha = createRecaptchaIfSet(options, log);
  const proofOfWork = createProofOfWork({
    site,
    // Beside another proof it is the way round it, and must not be the easier one.
    leastEffort: options.recaptcha ? 'long' : 'normal',
    records,
    clock,
  });

  async function checkProof(proof: string): Promise<ProofVerdict> {
    const payload = readPayload(proof);
    if (payload) return proofOfWork.check(payload);
    if (recaptcha) return recaptcha(proof);
    return { ok: false, reason: 'invalid', message: 'This is no proof of work.' };
  }

  function checkDebugToken(token: string): ProofVerdict {
    if (debugTokens.length === 0) {
      return { ok: false, reason: 'switched-off', message: 'Debug tokens are not taken here.' };
    }
    if (debugTokens.includes(token)) return { ok: true };
    return { ok: false, reason: 'invalid', message: 'This is no debug token of ours.' };
  }

  const botCheck: BotCheck = {
    async authorizeOrder(token, orderId) {
      if (!token) return { ok: false, reason: 'missing' };
      const isHosted = hosted !== undefined && issuerOf(token) === hosted.issuer;
      const verified = await (isHosted ? hosted : own).verify(token);
      if (!verified.ok) return verified;
      const serves = await records.recordTokenUse(verified.token, orderId, MAX_ORDERS_PER_TOKEN);
      return serves ? { ok: true } : { ok: false, reason: 'used-up' };
    },
    createChallenge: proofOfWork.newChallenge,
    async maintain() {
      await own.renewKey();
      await proofOfWork.renewKey();
      await records.deleteExpired(clock.now());
    },
  };
  return {
    botCheck,
    exchange: createExchange({ site, tokens: own, checkProof, checkDebugToken, log }),
    browserSettings: browserSettings(options),
  };
}

function createRecaptchaIfSet({ origin, recaptcha }: BotCheckOptions, log: Log) {
  if (!recaptcha?.secretKey) return undefined;
  const { secretKey, origin: recaptchaOrigin } = recaptcha;
  const { hostname } = new URL(origin);
  return createRecaptcha({ secretKey, origin: recaptchaOrigin, hostname }, log);
}

/** Says only which keys to ask: whether it is true, they say. */
function issuerOf(token: string): string | undefined {
  try {
    return decodeJwt(token).iss;
  } catch {
    return undefined;
  }
}
