import type { Ports } from '#domain/ports.ts';
import type { Cake } from './catalogue.ts';
import { findCake, type NoSuchCake } from './find-cake.ts';

export type SetHiddenResult = { ok: true; cake: Cake; changed: boolean } | NoSuchCake;
type NeededPorts = Pick<Ports, 'catalogue' | 'log'>;

/** Hides a cake from visitors; orders that contain it stay as they are. */
export function hideCake(ports: NeededPorts, name: string): Promise<SetHiddenResult> {
  return setHidden(ports, name, true);
}

export function showCake(ports: NeededPorts, name: string): Promise<SetHiddenResult> {
  return setHidden(ports, name, false);
}

async function setHidden(
  { catalogue, log }: NeededPorts,
  name: string,
  hidden: boolean,
): Promise<SetHiddenResult> {
  const found = findCake(await catalogue.entries(), name);
  if (!found.ok) return found;
  const changed = await catalogue.setHidden(found.cake.id, hidden);
  log.info({ cake: found.cake.id, hidden, changed }, 'cake hidden or shown by the owner');
  return { ok: true, cake: found.cake, changed };
}
