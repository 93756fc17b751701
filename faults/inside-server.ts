import { subscribe } from 'node:diagnostics_channel';
import { readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

// Loaded into a built shop (`node --import`): shifts its clock and kills it at armed steps (faults/kills.ts).

const Variables = z.object({ ARMED_KILLS: z.string(), KILLED: z.string() });
const Clock = z.object({ shiftMs: z.number() });
const Step = z.object({ at: z.string(), orders: z.array(z.string()) });

const { ARMED_KILLS, KILLED } = Variables.parse(process.env);
let shiftMs = 0;

const SystemDate = Date;
globalThis.Date = new Proxy(SystemDate, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
  apply: () => new SystemDate(now()).toString(),
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
});

process.on('message', (message) => {
  shiftMs = Clock.parse(message).shiftMs;
});
// The IPC channel must not keep a closed shop alive, and the shop must not outlive the campaign.
process.channel?.unref();
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

subscribe('battenberg:step', (message) => {
  const { at, orders } = Step.parse(message);
  const armed = readdirSync(ARMED_KILLS).find((name) => name.endsWith(` ${at}`));
  if (armed === undefined) return;
  try {
    renameSync(join(ARMED_KILLS, armed), join(KILLED, armed));
  } catch {
    // Another server was first, or the kill has been disarmed.
    return;
  }
  writeFileSync(join(KILLED, armed), orders.join(' '));
  process.kill(process.pid, 'SIGKILL');
});

function now(): number {
  return SystemDate.now() + shiftMs;
}
