import { z } from 'zod';

/** The switches of the practice Stripe, as the control page and `/practice/settings` know them. */
export const stripeSettings = z.strictObject({
  webhooks: z.enum(['normal', 'before-redirect', 'never', 'thrice']),
  api: z.enum(['normal', 'down', 'error-500', 'refuses-key', 'slow']),
});

export type StripeSettings = z.infer<typeof stripeSettings>;

export const usualSettings: StripeSettings = { webhooks: 'normal', api: 'normal' };
