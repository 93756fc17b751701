import type { Instant } from '#domain/clock.ts';
import type { Words, WordsKey } from '#domain/words/words.ts';

/** The words that staff have edited. */
export interface EditedWords {
  /** A piece that cannot be read is missing. */
  current(): Promise<Partial<Words>>;
  /** Sorted by piece; also pieces that cannot be read. */
  edits(): Promise<WordsEdit[]>;
  /**
   * Writes a piece, or removes it if there is no value, if its version is still the one that was shown.
   * @returns whether it was.
   */
  write(edit: NewWordsEdit): Promise<boolean>;
}

interface WordsEdit {
  key: string;
  version: number;
  at: Instant;
  personId: string;
}

export interface NewWordsEdit {
  key: WordsKey;
  value: Words[WordsKey] | undefined;
  /** 0 if it had not been edited. */
  shownVersion: number;
  at: Instant;
  personId: string;
}
