export interface BotCheckOptions {
  /** Where visitors reach the shop. */
  origin: string;
  project: string;
  app: string;
  /** Taken for a proof as they are; there are none in production. */
  debugTokens: string[];
  /** Hosted App Check keeps the secret key of its own reCAPTCHA. */
  recaptcha: { siteKey: string; secretKey: string | undefined; origin: string } | undefined;
  hosted:
    | {
        projectNumber: string;
        app: string;
        apiKey: string;
        exchangeOrigin: string;
        keysOrigin: string;
      }
    | undefined;
}
