import * as z from 'zod';
import { Version } from '#app/owner/frame/form-fields.ts';
import { instantInWords } from '#app/owner/frame/london-time.ts';
import type { FieldChange } from '#domain/catalogue/cake-fields.ts';
import type { Version as StoredVersion } from '#server/content/documents.ts';

// On the server: what the screen of a document's versions shows and sends.

const MOST_SHOWN = 50;

/** How many versions a loader reads: one more, to say what changed in the last one that is shown. */
export const VERSIONS_TO_READ = MOST_SHOWN + 1;

export type VersionRow = ReturnType<typeof versionRows>[number];

interface RowsOf<Content> {
  /** The newest first, `VERSIONS_TO_READ` at most. */
  versions: StoredVersion<Content>[];
  /** By the person's id. */
  names: ReadonlyMap<string, string>;
  describe(before: Content, after: Content): FieldChange[];
  differences(content: Content): FieldChange[];
  problem?(content: Content): string | undefined;
}

/** What the screen shows of a document's versions; nothing if it is as the shop began. */
export function versionRows<Content>(rows: RowsOf<Content>) {
  const { versions, names, describe, differences, problem } = rows;
  if (versions.length === 1 && versions[0]?.by === null) return [];
  return versions.slice(0, MOST_SHOWN).map(({ number, at, by, content }, index) => {
    const before = versions[index + 1]?.content;
    return {
      number,
      isCurrent: index === 0,
      /** Empty for what the shop began with. */
      when: before || by ? instantInWords(at) : '',
      /** Empty for the first contents of a shop. */
      who: by === null ? '' : (names.get(by) ?? 'A person who has left'),
      /** Since the version before; undefined for the first one. */
      changes: before && describe(before, content),
      /** What restoring it changes now. */
      differences: differences(content),
      /** Why it cannot be restored. */
      problem: problem?.(content),
    };
  });
}

/** What the screen sends. */
export const Restore = z.object({ version: Version, number: z.coerce.number().int().min(0) });
