import type { Ports } from '#domain/ports.ts';
import type { Cake } from './catalogue.ts';
import { findCake, type NoSuchCake } from './find-cake.ts';

export type SetHiddenResult = { ok: true; cake: Cake; changed: boolean } | NoSuchCake;
type NeededPorts = Pick<Ports, 'catalogue' | 'clock' | 'log'>;

/**
 * Hides a cake from visitors; orders that contain it stay as they are.
 * @param by the id of a person; null for a command.
 */
export function hideCake(
  ports: NeededPorts,
  name: string,
  by: string | null = null,
): Promise<SetHiddenResult> {
  return setHidden(ports, name, true, by);
}

export function showCake(
  ports: NeededPorts,
  name: string,
  by: string | null = null,
): Promise<SetHiddenResult> {
  return setHidden(ports, name, false, by);
}

async function setHidden(
  { catalogue, clock, log }: NeededPorts,
  name: string,
  hidden: boolean,
  by: string | null,
): Promise<SetHiddenResult> {
  const found = findCake(await catalogue.entries(), name);
  if (!found.ok) return found;
  const changed = await catalogue.setHidden(found.cake.id, hidden, { at: clock.now(), by });
  log.info({ cake: found.cake.id, hidden, changed }, 'cake hidden or shown by the owner');
  return { ok: true, cake: found.cake, changed };
}
