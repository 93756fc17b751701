import { describe, expect, test } from 'vitest';
import { EnvError, readEnv } from './env.ts';

const stripe = { STRIPE_SECRET_KEY: 'sk_live_x', STRIPE_WEBHOOK_SECRET: 'whsec_x' };
const smtp = {
  SMTP_URL: 'smtps://user:secret@mail.example',
  MAIL_FROM: 'Battenberg <shop@cafe.example>',
  MAIL_TO: 'owner@cafe.example',
};
const MAIL_FROM = { name: 'Battenberg', address: 'shop@cafe.example' };
const live = { NODE_ENV: 'production', ORIGIN: 'https://cafe.example', ...stripe, ...smtp };

describe('readEnv', () => {
  test('with nothing set, everything is practice, beside the shop', () => {
    const env = readEnv({ PORT: '4000' });
    expect(env.practice).toBe(true);
    expect(env.stage).toEqual({ payments: 'practice', emails: 'practice' });
    expect(env.stripe.STRIPE_ORIGIN).toBe('http://127.0.0.1:4001');
    expect(env.mail).toMatchObject({ EMAILJS_ORIGIN: 'http://127.0.0.1:4002' });
    expect(env.ORIGIN).toBe('http://localhost:4000');
  });

  test('production with every key runs for real', () => {
    const env = readEnv(live);
    expect(env.practice).toBe(false);
    expect(env.stripe.STRIPE_ORIGIN).toBe('https://api.stripe.com');
    expect(env.mail).toMatchObject({ ...smtp, MAIL_FROM });
  });

  test.each(['ORIGIN', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'MAIL_FROM', 'MAIL_TO'])(
    'production without %s refuses and names it',
    (name) => {
      expect(() => readEnv({ ...live, [name]: undefined })).toThrow(
        new RegExp(`^${name} is not set`),
      );
      expect(() => readEnv({ ...live, [name]: '' })).toThrow(EnvError);
    },
  );

  test('production without any mail names the missing EmailJS keys', () => {
    const { SMTP_URL: _, ...rest } = live;
    expect(() => readEnv(rest)).toThrow(/EMAILJS_SERVICE_ID is not set/);
    expect(() => readEnv(rest)).toThrow(/EMAILJS_PRIVATE_KEY is not set/);
  });

  test.each([
    ['shop@cafe.example', { name: '', address: 'shop@cafe.example' }],
    [
      'The Cafe, London <shop@cafe.example>',
      { name: 'The Cafe, London', address: 'shop@cafe.example' },
    ],
    ['"The Cafe" <shop@cafe.example>', { name: 'The Cafe', address: 'shop@cafe.example' }],
  ])('e-mails come from %s', (text, sender) => {
    expect(readEnv({ ...live, MAIL_FROM: text }).mail).toMatchObject({ MAIL_FROM: sender });
  });

  test.each(['The Cafe', 'The Cafe <>', 'a b@cafe.example', 'a@b.example, c@d.example'])(
    'but not from %s',
    (text) => {
      expect(() => readEnv({ ...live, MAIL_FROM: text })).toThrow(/^MAIL_FROM is not set to an e/);
    },
  );

  test('e-mails are spaced by the limit of EmailJS, SMTP has none, and a variable overrides', () => {
    expect(readEnv({}).emailSpacingSeconds).toBe(1.1);
    expect(readEnv(live).emailSpacingSeconds).toBe(0);
    expect(readEnv({ EMAIL_THROTTLE_SECONDS: '0' }).emailSpacingSeconds).toBe(0);
    expect(readEnv({ ...live, EMAIL_THROTTLE_SECONDS: '2.5' }).emailSpacingSeconds).toBe(2.5);
  });

  test('half a set of keys is never filled up with practice ones', () => {
    expect(() => readEnv({ STRIPE_SECRET_KEY: 'sk_live_x' })).toThrow(/STRIPE_WEBHOOK_SECRET/);
    expect(() => readEnv({ EMAILJS_SERVICE_ID: 'x' })).toThrow(/EMAILJS_PUBLIC_KEY/);
  });

  test('PRACTICE=1 allows practice in production', () => {
    expect(readEnv({ NODE_ENV: 'production', PRACTICE: '1' }).practice).toBe(true);
  });

  test('pictures come from the embedded image CDN unless another is named, with its address', () => {
    expect(readEnv({}).imageCdn).toBeUndefined();
    const IMAGE_CDN_URL = 'https://battenberg.imgix.net/';
    expect(readEnv({ IMAGE_CDN: 'imgix', IMAGE_CDN_URL }).imageCdn).toEqual({
      IMAGE_CDN: 'imgix',
      IMAGE_CDN_URL: 'https://battenberg.imgix.net',
    });
    expect(() => readEnv({ IMAGE_CDN: 'cloudinary' })).toThrow(/^IMAGE_CDN_URL is not set/);
    expect(() => readEnv({ IMAGE_CDN: 'imagick', IMAGE_CDN_URL })).toThrow(
      /^IMAGE_CDN is neither cloudinary nor imgix/,
    );
  });

  describe('the bot check', () => {
    const recaptcha = { RECAPTCHA_SITE_KEY: 'site', RECAPTCHA_SECRET_KEY: 'secret' };
    const appCheck = {
      APP_CHECK_API_KEY: 'AIza',
      APP_CHECK_PROJECT_NUMBER: '1234567890',
      APP_CHECK_APP_ID: '1:1234567890:web:abc',
    };

    test('is a proof of work, also in production, unless something else is set', () => {
      for (const environment of [{}, live]) {
        expect(readEnv(environment).botCheck).toEqual({
          debugTokens: [],
          workFactor: 1,
          recaptcha: undefined,
          hosted: undefined,
        });
      }
    });

    test('is reCAPTCHA with both its keys, and one alone names the other', () => {
      expect(readEnv({ ...live, ...recaptcha }).botCheck.recaptcha).toEqual({
        siteKey: 'site',
        secretKey: 'secret',
        origin: 'https://www.google.com',
      });
      expect(() => readEnv({ RECAPTCHA_SITE_KEY: 'site' })).toThrow(
        /^RECAPTCHA_SECRET_KEY is not set$/,
      );
      expect(() => readEnv({ RECAPTCHA_SECRET_KEY: 'secret' })).toThrow(
        /^RECAPTCHA_SITE_KEY is not set$/,
      );
    });

    test('is hosted with all of App Check’s, which keeps the secret key itself', () => {
      const { hosted } = readEnv({ ...live, ...appCheck, RECAPTCHA_SITE_KEY: 'site' }).botCheck;
      expect(hosted).toEqual({
        apiKey: 'AIza',
        projectNumber: '1234567890',
        app: '1:1234567890:web:abc',
        exchangeOrigin: 'https://content-firebaseappcheck.googleapis.com',
        keysOrigin: 'https://firebaseappcheck.googleapis.com',
      });
      expect(() => readEnv(appCheck)).toThrow(/^RECAPTCHA_SITE_KEY is not set$/);
      for (const name of Object.keys(appCheck)) {
        expect(() => readEnv({ ...live, ...appCheck, ...recaptcha, [name]: '' })).toThrow(
          new RegExp(`^${name} is not set$`),
        );
      }
    });

    test('is less work only in practice', () => {
      const BOT_CHECK_WORK_FACTOR = '0.5';
      const practising = { NODE_ENV: 'production', PRACTICE: '1', BOT_CHECK_WORK_FACTOR };
      expect(readEnv(practising).botCheck.workFactor).toBe(0.5);
      expect(() => readEnv({ ...live, BOT_CHECK_WORK_FACTOR })).toThrow(
        /^BOT_CHECK_WORK_FACTOR is less than 1/,
      );
    });

    test('takes debug tokens, but never in production, not even to practise', () => {
      const BOT_CHECK_DEBUG_TOKENS = 'one, two';
      expect(readEnv({ BOT_CHECK_DEBUG_TOKENS }).botCheck.debugTokens).toEqual(['one', 'two']);
      for (const environment of [live, { NODE_ENV: 'production', PRACTICE: '1' }]) {
        expect(() => readEnv({ ...environment, BOT_CHECK_DEBUG_TOKENS })).toThrow(
          /^BOT_CHECK_DEBUG_TOKENS is set/,
        );
      }
      expect(() => readEnv({ BOT_CHECK_DEBUG_TOKENS: 'one,' })).toThrow(
        /^BOT_CHECK_DEBUG_TOKENS\S* has an empty token/,
      );
    });
  });

  test('no proxy is trusted unless it is named', () => {
    expect(readEnv({}).TRUSTED_PROXIES).toEqual([]);
    const TRUSTED_PROXIES = '10.0.0.7, 192.168.0.0/16,fd00::/8 ::1';
    expect(readEnv({ TRUSTED_PROXIES }).TRUSTED_PROXIES).toEqual([
      '10.0.0.7',
      '192.168.0.0/16',
      'fd00::/8',
      '::1',
    ]);
    for (const wrong of ['proxy.example', '10.0.0.0/33', '10.0.0.7:80', '*']) {
      expect(() => readEnv({ TRUSTED_PROXIES: wrong })).toThrow(/^TRUSTED_PROXIES.* is neither/);
    }
  });

  test('rate limits can be raised, but in production not done away with', () => {
    expect(readEnv({}).RATE_LIMIT_FACTOR).toBe(1);
    expect(readEnv({ RATE_LIMIT_FACTOR: '1000' }).RATE_LIMIT_FACTOR).toBe(1_000);
    expect(readEnv({ ...live, RATE_LIMIT_FACTOR: '10' }).RATE_LIMIT_FACTOR).toBe(10);
    expect(() => readEnv({ ...live, RATE_LIMIT_FACTOR: '11' })).toThrow(/^RATE_LIMIT_FACTOR /);
    for (const wrong of ['off', '0', '-1', 'Infinity']) {
      expect(() => readEnv({ RATE_LIMIT_FACTOR: wrong })).toThrow(/^RATE_LIMIT_FACTOR /);
    }
  });

  test('what cannot be read is named', () => {
    expect(() => readEnv({ PORT: 'many' })).toThrow(/^PORT /);
    expect(() => readEnv({ DATABASE_URL: 'mysql://x' })).toThrow(/^DATABASE_URL /);
    for (const RETENTION_DAYS of ['0', '-1', '1.5', 'for ever', '100000']) {
      expect(() => readEnv({ RETENTION_DAYS })).toThrow(/^RETENTION_DAYS /);
    }
    // The outbox would send an e-mail again while another server sends it.
    expect(readEnv({ EMAIL_LEASE_SECONDS: '900' }).EMAIL_LEASE_SECONDS).toBe(900);
    for (const EMAIL_LEASE_SECONDS of ['29', '901', '1200']) {
      expect(() => readEnv({ EMAIL_LEASE_SECONDS })).toThrow(/^EMAIL_LEASE_SECONDS /);
    }
  });
});
