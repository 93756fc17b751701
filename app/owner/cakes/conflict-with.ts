import { whoAt } from '#app/owner/frame/london-time.ts';
import type { Conflict } from '#app/ui/kit/refusal.ts';
import type { CakeContent } from '#domain/catalogue/cake-content.ts';
import { describeChanges } from '#domain/catalogue/cake-fields.ts';
import type { Version } from '#server/content/documents.ts';
import type { Shop } from '#server/shop.ts';
import { namesOfPeople } from '#server/staff/people.ts';

/** The answer to a form of a cake that another person has changed since. @param ours what was typed. */
export async function conflictWith(
  shop: Shop,
  { number, at, by, content }: Version<CakeContent>,
  ours: CakeContent,
): Promise<{ conflict: Conflict }> {
  const name = (await namesOfPeople(shop)).get(by ?? '') ?? 'The server';
  return {
    conflict: {
      version: number,
      who: whoAt(name, at),
      theirs: describeChanges(content, ours).map(({ label, before }) => ({ label, now: before })),
    },
  };
}
