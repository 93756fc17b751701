import { z } from 'zod';

/** The switches of the practice reCAPTCHA: what it thinks of visitors, and whether it can be asked. */
export const recaptchaSettings = z.strictObject({
  visitors: z.enum(['people', 'robots']),
  api: z.enum(['normal', 'down']),
});

export type RecaptchaSettings = z.infer<typeof recaptchaSettings>;

export const usualSettings: RecaptchaSettings = { visitors: 'people', api: 'normal' };

/** What the real one gives to most people and to plain scripts. */
export const scores = { people: 0.9, robots: 0.1 } as const satisfies Record<
  RecaptchaSettings['visitors'],
  number
>;
