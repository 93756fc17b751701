import * as z from 'zod';
import { bookedWhileClosed } from '#app/owner/days/booked-while-closed.ts';
import { bookedInWords } from '#app/owner/days/calendar-outcome.ts';
import { Version } from '#app/owner/frame/form-fields.ts';
import { instantInWords } from '#app/owner/frame/london-time.ts';
import type { Conflict, Problems } from '#app/ui/kit/refusal.ts';
import type { WordsKey, WordsProblems } from '#domain/words/words.ts';
import type { TypedWords, WordsForm } from '#domain/words/words-forms.ts';
import { photoAlts } from '#server/content/photos.ts';
import type { Shop } from '#server/shop.ts';
import { filesIn, wordsDifferences } from './words-form.tsx';

// On the server: what the editor's form sends, and the answers to it.

type Form = Pick<WordsForm, 'fields' | 'rows'>;

export const PieceForm = z.object({ version: Version });

/** More rows than any form has are not read. */
const MOST_ROWS = 30;

/** What is typed into the fields of a piece. @param values of the form. */
export function typedIn({ fields, rows }: Form, values: Record<string, string[]>): TypedWords {
  const columns = (rows?.fields ?? []).map(
    ({ name }) => [name, values[`row-${name}`] ?? []] as const,
  );
  const count = Math.max(0, ...columns.map(([, texts]) => texts.length));
  return {
    fields: Object.fromEntries(fields.map(({ name }) => [name, (values[name] ?? []).join(' ')])),
    rows: Array.from({ length: Math.min(count, MOST_ROWS) }, (_, row) =>
      Object.fromEntries(columns.map(([name, texts]) => [name, texts[row] ?? ''])),
    ),
  };
}

/** `2.title` is the field `row-title` of the third row. */
export function notSaved(found: WordsProblems): { problems: Problems } {
  const problems = Object.entries(found).map(([name, problem]) => {
    return [name.replace(/^(\d+)\.(.+)$/, 'row-$2 $1'), problem];
  });
  return {
    problems: {
      '': 'Not saved yet. Please look at what is marked below.',
      ...Object.fromEntries(problems),
    },
  };
}

/**
 * Changes a piece of the words.
 * @returns also what new opening hours close, in words; undefined if that is no more than before.
 */
export async function changeWords<Change extends { ok: boolean }>(
  shop: Shop,
  key: WordsKey,
  change: () => Promise<Change>,
): Promise<{ change: Change; closes: string | undefined }> {
  if (key !== 'hours') return { change: await change(), closes: undefined };
  const before = await bookedWhileClosed(shop);
  const changed = await change();
  const isMore = (await bookedWhileClosed(shop)).length > before.length;
  return { change: changed, closes: isMore ? await bookedInWords(shop) : undefined };
}

interface Stored {
  typed: TypedWords;
  version: number;
  /** Missing if it is as the shop began. */
  edited?: { by: string; at: string } | undefined;
}

/** The answer to a form of a piece that another person has changed since. */
export async function conflictWith(
  shop: Shop,
  form: Form,
  { typed, version, edited }: Stored,
  ours: TypedWords,
): Promise<{ conflict: Conflict }> {
  const differences = wordsDifferences(form, ours, typed);
  const alts = await photoAlts(
    shop,
    differences.flatMap(({ kind, after }) => (kind === 'photos' ? filesIn(after) : [])),
  );
  const theirs = differences.map(({ label, kind, after }) => ({
    label,
    now:
      kind === 'photos'
        ? filesIn(after)
            .map((file) => alts[file] || file)
            .join(', ')
        : after,
  }));
  const who = edited && `${edited.by}, on ${instantInWords(edited.at)},`;
  return { conflict: { version, who, theirs } };
}
