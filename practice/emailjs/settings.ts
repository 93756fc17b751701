import { z } from 'zod';

/** The switch of the practice EmailJS: it works, answers with a refusal, or cuts the line. */
export const emailSettings = z.strictObject({
  sending: z.enum(['works', '403', '429', '451', 'hangs-up']),
});

export type EmailSettings = z.infer<typeof emailSettings>;

export const usualSettings: EmailSettings = { sending: 'works' };
