import type { Ports } from '#domain/ports.ts';
import type { Cake } from './catalogue.ts';
import { findCake, type NoSuchCake } from './find-cake.ts';

export type SetHiddenResult = { ok: true; cake: Cake; changed: boolean } | NoSuchCake;

/**
 * Hides a cake from visitors, or shows it again; orders that contain it stay as they are.
 * @param by the id of a person; null for a command.
 */
export async function setHidden(
  { catalogue, clock, log }: Pick<Ports, 'catalogue' | 'clock' | 'log'>,
  name: string,
  hidden: boolean,
  by: string | null = null,
): Promise<SetHiddenResult> {
  const found = findCake(await catalogue.entries(), name);
  if (!found.ok) return found;
  const changed = await catalogue.setHidden(found.cake.id, hidden, { at: clock.now(), by });
  log.info({ cake: found.cake.id, hidden, changed }, 'cake hidden or shown by the owner');
  return { ok: true, cake: found.cake, changed };
}
