import { subscribe } from 'node:diagnostics_channel';
import { readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

// Loaded into a built shop (`node --import`): kills it at armed steps (faults/kills.ts).

const Variables = z.object({ ARMED_KILLS: z.string(), KILLED: z.string() });
const Step = z.object({ at: z.string(), orders: z.array(z.string()) });

const { ARMED_KILLS, KILLED } = Variables.parse(process.env);

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
