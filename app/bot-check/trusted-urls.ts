declare global {
  interface Window {
    /** Not in every browser, nor yet in TypeScript's own declarations. */
    trustedTypes?: {
      createPolicy(name: string, rules: { createScriptURL(url: string): string }): ScriptUrlPolicy;
    };
  }
}

/** What it makes is no string to the browser, but goes where the declarations ask for one. */
interface ScriptUrlPolicy {
  createScriptURL(url: string): string;
}

/** The name that a `trusted-types` directive has to allow. */
const POLICY = 'bot-check';

let policy: ScriptUrlPolicy | undefined;

/** An address of our own code or of the settings: fit to be run where the policy demands a promise. */
export function trustedScriptUrl(url: string): string {
  policy ??= globalThis.window?.trustedTypes?.createPolicy(POLICY, {
    createScriptURL: (address) => address,
  });
  return policy?.createScriptURL(url) ?? url;
}
