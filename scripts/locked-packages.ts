import { readFileSync } from 'node:fs';
import * as z from 'zod';

const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      license: z.string().optional(),
      integrity: z.string().optional(),
      /** It comes inside another package, whose hash is its own. */
      inBundle: z.boolean().default(false),
      dev: z.boolean().default(false),
      hasInstallScript: z.boolean().default(false),
    }),
  ),
});

export type LockedPackage = ReturnType<typeof readLockedPackages>[number];

/** Every package that `npm ci` may install, on whatever machine, as the lock file has it. */
export function readLockedPackages() {
  const { packages } = Lock.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));
  return Object.entries(packages)
    .filter(([place]) => place !== '')
    .map(([place, locked]) => ({ name: place.replace(/^.*node_modules\//, ''), ...locked }));
}
