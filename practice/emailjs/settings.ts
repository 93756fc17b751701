import { z } from 'zod';

/** The switch of the practice EmailJS: what it does with an e-mail. */
export const emailSettings = z.strictObject({
  sending: z.enum([
    'works',
    '403',
    '429',
    '451',
    'hangs-up',
    'hangs',
    'accepts-then-hangs-up',
    'maintenance',
    'redirect',
    'wrong-body',
    'refuses-reply-to',
  ]),
});

export type EmailSettings = z.infer<typeof emailSettings>;

export const usualSettings: EmailSettings = { sending: 'works' };
