/** Whether a proof is good. Never thrown: what is wrong is said to whoever sent it. */
export type ProofVerdict =
  | { ok: true }
  | {
      ok: false;
      /** `unavailable`: nobody could tell; `switched-off`: this kind of proof is not taken here. */
      reason: 'invalid' | 'unavailable' | 'switched-off';
      message: string;
      /** For the log, and not for whoever sent it. */
      facts?: object;
    };
