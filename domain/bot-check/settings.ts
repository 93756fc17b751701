/** What the browser has to know to show that a person is there. */
export interface BotCheckSettings {
  /** `{origin}/v1/projects/{project}/apps/{app}`, without the origin where it is the shop's own. */
  exchange: string;
  /** Goes with the exchange as `key`; public, and only where the exchange is hosted. */
  apiKey: string | null;
  proof:
    | { kind: 'proof-of-work' }
    | { kind: 'recaptcha'; siteKey: string; scriptOrigin: string }
    /** Never in production. */
    | { kind: 'debug'; token: string };
  /** The shop's own exchange, which takes the longer proof of work where the usual proof cannot run. */
  fallbackExchange: string;
}
