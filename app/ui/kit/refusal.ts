/** What a form that stays on the screen shows: why it was not done, and nothing of it is lost. */
export interface Refusal {
  /** As entered, by field; missing if the form did not arrive. */
  values?: Record<string, string[]>;
  problems: Problems;
  conflict?: Conflict | undefined;
  /** It was done: secrets that are shown once. */
  once?: string[] | undefined;
}

/** What is wrong, by field; under `''` with the form as a whole. */
export type Problems = Record<string, string | undefined>;

/** Somebody else has changed what the form changes, since the screen was shown. */
export interface Conflict {
  /** With this one the form can be sent again. */
  version: number;
  /** Who and when, as the beginning of a sentence: `Grace, at 10:04,` */
  who?: string | undefined;
  /** What they have made of it. */
  theirs: { label: string; now: string }[];
}
